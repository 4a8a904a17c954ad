import { secp256k1 } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { publicKeyRecoveryEngineName, publicKeyRecoveryFallbackReason, recoverPublicKey } from './recover-public-key.ts'
import {
  choosePublicKeyRecoveryEngine,
  loadNativeSecp256k1,
  nobleSecp256k1Loader,
} from './public-key-recovery-engine.node.ts'
import { publicKeyRecoveryEngine as inBrowsers } from './public-key-recovery-engine.ts'

const noble = inBrowsers.recover
const order = secp256k1.Point.Fn.ORDER

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
const scalar = fc.oneof(
  fc.bigInt({ min: 1n, max: order - 1n }),
  fc.constantFrom(1n, 2n, 5n, order / 2n, order / 2n + 1n, order - 1n),
)
const recoveryId = fc.constantFrom(0 as const, 1 as const)

function numbersOf(r: bigint, s: bigint): Uint8Array {
  return Buffer.from(r.toString(16).padStart(64, '0') + s.toString(16).padStart(64, '0'), 'hex')
}

function hexOf(key: Uint8Array | null): string | null {
  return key && Buffer.from(key).toString('hex')
}

describe('public key recovery with the native library and @noble/curves', () => {
  test('uses the native library on platforms for which it was built', () => {
    const isBuilt = ['linux-x64', 'darwin-arm64', 'win32-x64'].includes(`${process.platform}-${process.arch}`)
    expect(publicKeyRecoveryEngineName).toBe(isBuilt ? 'native' : 'noble')
    expect(publicKeyRecoveryFallbackReason === undefined).toBe(isBuilt)
  })

  test('agrees on valid signatures, with either recovery ID and with a low or high s', () => {
    fc.assert(
      fc.property(bytes32, scalar, (hash, key) => {
        const signed = secp256k1.sign(hash, numbersOf(1n, key).subarray(32), { prehash: false, format: 'recovered' })
        const { r, s, recovery } = secp256k1.Signature.fromBytes(signed, 'recovered')
        const publicKey = secp256k1.getPublicKey(numbersOf(1n, key).subarray(32), false)
        expect(hexOf(recoverPublicKey(hash, numbersOf(r, s), recovery as 0 | 1))).toBe(hexOf(publicKey))
        for (const numbers of [numbersOf(r, s), numbersOf(r, order - s)]) {
          for (const id of [0, 1] as const)
            expect(hexOf(recoverPublicKey(hash, numbers, id))).toBe(hexOf(noble(hash, numbers, id)))
        }
      }),
      { numRuns: 40 },
    )
  })

  test('agrees on signatures with a flipped bit', () => {
    fc.assert(
      fc.property(bytes32, fc.nat(511), recoveryId, (hash, bit, id) => {
        const numbers = Uint8Array.from(secp256k1.sign(hash, new Uint8Array(32).fill(0x11), { prehash: false }))
        numbers[bit >> 3]! ^= 1 << (bit & 7)
        expect(hexOf(recoverPublicKey(hash, numbers, id))).toBe(hexOf(noble(hash, numbers, id)))
      }),
      { numRuns: 60 },
    )
  })

  test('agrees on arbitrary r and s', () => {
    fc.assert(
      fc.property(bytes32, scalar, scalar, recoveryId, (hash, r, s, id) => {
        expect(hexOf(recoverPublicKey(hash, numbersOf(r, s), id))).toBe(hexOf(noble(hash, numbersOf(r, s), id)))
      }),
      { numRuns: 150 },
    )
  })

  test('returns null with both if r or s is out of range', () => {
    const hash = new Uint8Array(32).fill(7)
    for (const [r, s] of [
      [0n, 1n],
      [1n, 0n],
      [order, 1n],
      [1n, order],
      [2n ** 256n - 1n, 1n],
    ] as const) {
      expect(recoverPublicKey(hash, numbersOf(r, s), 0)).toBeNull()
      expect(noble(hash, numbersOf(r, s), 0)).toBeNull()
    }
  })

  test('agrees on hashes at the limits of their range', () => {
    for (const edge of [0n, order - 1n, order, 2n ** 256n - 1n]) {
      const hash = numbersOf(edge, 1n).subarray(0, 32)
      for (const r of [1n, 2n, 3n, 4n, 6n]) {
        for (const id of [0, 1] as const)
          expect(hexOf(recoverPublicKey(hash, numbersOf(r, 1n), id))).toBe(hexOf(noble(hash, numbersOf(r, 1n), id)))
      }
    }
  })
})

describe('public key recovery without the native library', () => {
  const missing = (): never => {
    throw new Error("Cannot find module 'secp256k1/bindings.js'\nRequire stack:\n- /a/path")
  }
  const hash = new Uint8Array(32).fill(3)
  const key = new Uint8Array(32).fill(0x11)
  const {
    r,
    s,
    recovery: id,
  } = secp256k1.Signature.fromBytes(secp256k1.sign(hash, key, { prehash: false, format: 'recovered' }), 'recovered')
  const publicKey = hexOf(secp256k1.getPublicKey(key, false))

  test('uses @noble/curves at once, and keeps the reason for the log', async () => {
    const recovery = choosePublicKeyRecoveryEngine(missing, nobleSecp256k1Loader)
    expect(recovery).toMatchObject({ name: 'noble', fallbackReason: "Cannot find module 'secp256k1/bindings.js'" })
    expect(hexOf(recovery.recover(hash, numbersOf(r, s), id as 0 | 1))).toBe(publicKey)
    expect(recovery.recover(hash, numbersOf(5n, 1n), 0)).toBeNull()
  })

  test('imports @noble/curves if it cannot be required', async () => {
    const library = await nobleSecp256k1Loader.load()
    const { recover } = choosePublicKeyRecoveryEngine(missing, {
      load: () => Promise.resolve(library),
      require: () => {
        throw new Error('this is a bundle')
      },
    })
    await Promise.resolve()
    expect(hexOf(recover(hash, numbersOf(r, s), id as 0 | 1))).toBe(publicKey)
  })

  test('throws if @noble/curves cannot be loaded either', () => {
    const { recover } = choosePublicKeyRecoveryEngine(missing, {
      load: () => Promise.reject(new Error('missing')),
      require: missing,
    })
    expect(() => recover(hash, numbersOf(r, s), id as 0 | 1)).toThrow('Cannot find module')
  })

  test('exports the engine that was chosen for this platform', () => {
    const { name, fallbackReason } = choosePublicKeyRecoveryEngine(loadNativeSecp256k1, nobleSecp256k1Loader)
    expect([name, fallbackReason]).toEqual([publicKeyRecoveryEngineName, publicKeyRecoveryFallbackReason])
  })

  test('uses @noble/curves in browsers', () => {
    expect(inBrowsers).toMatchObject({ name: 'noble', fallbackReason: 'native code is used only in Node.js' })
  })
})
