// The server gets clock and randomness as arguments; oidc-provider, jose and Node use globals.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { exhaustOidcProviderRandomPool } from '../../../server/src/testing/exhaust-oidc-provider-random-pool.ts'

export interface FakeClockAndRandomGlobals {
  /** Milliseconds since 1970. */
  now: () => number
  /** Fills with bytes derived from the seed. */
  fill: (bytes: Uint8Array) => void
  /** Waits by the simulated clock; null if the caller is not simulated. */
  wait: (milliseconds: number) => Promise<unknown> | null
}

export interface ClockAndRandomReplacementHandle {
  /** Whether crypto work is running on another thread. */
  isBusy: () => boolean
  restore: () => void
}

type AnyFunction = (...given: never[]) => unknown

const RealDate = Date

/** Methods of `crypto.subtle` that run on another thread. */
const threadedCryptoMethods = [
  'sign',
  'verify',
  'digest',
  'encrypt',
  'decrypt',
  'importKey',
  'exportKey',
  'generateKey',
] as const

export async function replaceClockAndRandomGlobals({
  now,
  fill,
  wait,
}: FakeClockAndRandomGlobals): Promise<ClockAndRandomReplacementHandle> {
  const undo: (() => void)[] = []
  const replace = <Key extends string>(owner: Record<Key, unknown>, key: Key, value: unknown): void => {
    const before = owner[key]
    owner[key] = value
    undo.push(() => void (owner[key] = before))
  }

  class SimulatedDate extends RealDate {
    constructor(...given: []) {
      if ((given as unknown[]).length === 0) super(now())
      else super(...given)
    }
    static override now(): number {
      return now()
    }
  }
  replace(globalThis as unknown as Record<'Date', unknown>, 'Date', SimulatedDate)

  let refills = 0
  const filled = <Bytes extends ArrayBufferView>(bytes: Bytes, from = 0, size = bytes.byteLength - from): Bytes => {
    refills++
    fill(new Uint8Array(bytes.buffer, bytes.byteOffset + from, size))
    return bytes
  }
  const owner = crypto as unknown as Record<'randomFillSync' | 'randomBytes' | 'randomUUID', unknown>
  replace(owner, 'randomFillSync', filled)
  replace(owner, 'randomBytes', (size: number) => filled(Buffer.alloc(size)))
  replace(owner, 'randomUUID', () => {
    const hex = filled(Buffer.alloc(16)).toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
  })

  const realWait = timers.setTimeout as AnyFunction
  replace(
    timers as unknown as Record<'setTimeout', unknown>,
    'setTimeout',
    (milliseconds: number, ...given: never[]) => wait(milliseconds) ?? realWait(milliseconds as never, ...given),
  )
  syncBuiltinESMExports()

  let atWork = 0
  const subtle = Object.getPrototypeOf(crypto.webcrypto.subtle) as Record<
    (typeof threadedCryptoMethods)[number],
    AnyFunction
  >
  for (const name of threadedCryptoMethods) {
    const real = subtle[name]
    replace(subtle, name, function (this: unknown, ...given: never[]) {
      atWork++
      const done = real.apply(this, given) as Promise<unknown>
      void done.then(
        () => atWork--,
        () => atWork--,
      )
      return done
    })
  }

  await exhaustOidcProviderRandomPool(() => refills)
  return {
    isBusy: () => atWork > 0,
    restore: () => {
      for (const put of undo.toReversed()) put()
      syncBuiltinESMExports()
    },
  }
}
