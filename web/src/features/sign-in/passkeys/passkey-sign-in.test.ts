// The whole way with a passkey as a person lives it, with a browser and a server that do as they are told and a clock that
// the test moves.
import type { EndpointOutput, PasskeyAssertion, PasskeyRequest } from '@countersign/api/api-endpoints'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ServerProblem } from '../wallet/wallet-proof-events.ts'
import type { PasskeyAssertionResult, PasskeyAssertionOptions } from './request-passkey-assertion.ts'
import type { PasskeyFailure } from './passkey-failure.ts'
import { startPasskeySignIn } from './passkey-sign-in.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00.000Z') }))
afterEach(() => void vi.useRealTimers())

const life = 300_000
const assertion: PasskeyAssertion = {
  id: 'AQ',
  clientDataJSON: 'AQ',
  authenticatorData: 'AQ',
  signature: 'AQ',
  userHandle: null,
}
const answer = { person: { displayName: 'Alice' }, next: '/account' } as unknown as EndpointOutput<'signInWithPasskey'>

/** One request that was put to the browser, and how the test answers it. */
interface PendingRequest {
  challenge: string
  mediation: string
  /** Whether the page has called it off. */
  isOver: () => boolean
  sign: () => Promise<void>
  fail: (reason: PasskeyFailure) => Promise<void>
}

/** A page, with a browser that waits to be told, and a server that accepts unless it is given problems. */
function createTestContext() {
  const asked: PendingRequest[] = []
  const sent: PasskeyAssertion[] = []
  const left: string[] = []
  const requestProblems: ServerProblem[] = []
  const signInProblems: ServerProblem[] = []
  const page = { see: () => {}, hide() {} }
  let seen = Promise.resolve()
  let requests = 0
  page.hide = () => {
    seen = new Promise((resolve) => (page.see = resolve))
  }
  const settle = async () => void (await vi.advanceTimersByTimeAsync(0))

  const passkey = startPasskeySignIn({
    now: () => Date.now(),
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds)
      return () => clearTimeout(timer)
    },
    requestAssertion: (request: PasskeyRequest, { mediation, signal }: PasskeyAssertionOptions) =>
      new Promise<PasskeyAssertionResult>((resolve) => {
        const finish = (answer: PasskeyAssertionResult) => {
          resolve(answer)
          return settle()
        }
        signal?.addEventListener('abort', () => resolve({ ok: false, reason: 'cancelled' }))
        asked.push({
          challenge: request.challenge,
          mediation: mediation === 'conditional' ? mediation : 'modal',
          isOver: () => signal?.aborted === true,
          sign: () => finish({ ok: true, assertion }),
          fail: (reason) => finish({ ok: false, reason }),
        })
      }),
    createRequest: async () => {
      const problem = requestProblems.shift()
      if (problem) return { ok: false, problem }
      requests += 1
      return { ok: true, answer: { challenge: `c${requests}`, rpId: 'site.example', allow: [], timeoutMs: life } }
    },
    signIn: async (given) => {
      sent.push(given)
      const problem = signInProblems.shift()
      return problem ? { ok: false, problem } : { ok: true, answer }
    },
    waitUntilVisible: () => seen,
    leave: (path) => void left.push(path),
  })
  /** What is open in the browser now, in the order in which it was asked. */
  const openNow = () =>
    asked.filter(({ isOver }) => !isOver()).map(({ challenge, mediation }) => `${mediation} ${challenge}`)
  const last = () => {
    const request = asked.at(-1)
    if (!request) throw new Error('The browser was not asked for anything.')
    return request
  }
  return {
    passkey,
    asked,
    sent,
    left,
    requestProblems,
    signInProblems,
    page,
    openNow,
    last,
    settle,
    after: (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds),
  }
}

describe('by the button', () => {
  test('waits, checks, says who it is, and goes on', async () => {
    const { passkey, sent, left, last, settle, after } = createTestContext()
    const phases: string[] = []
    passkey.subscribe(() => phases.push(passkey.getSnapshot().at))
    passkey.start()
    await settle()
    expect(last().mediation).toBe('modal')
    await last().sign()
    expect(phases).toEqual(['waiting', 'checking', 'done'])
    expect(passkey.getSnapshot()).toEqual({ at: 'done', answer })
    expect([sent, left]).toEqual([[assertion], []])
    await after(1_400)
    expect(left).toEqual(['/account'])
  })

  test('goes on at once where the person does not want to wait, and only once', async () => {
    const { passkey, left, last, settle, after } = createTestContext()
    passkey.start()
    await settle()
    await last().sign()
    passkey.proceed()
    await after(5_000)
    expect(left).toEqual(['/account'])
  })

  test('asks once, however often it is pressed', async () => {
    const { passkey, asked, settle } = createTestContext()
    passkey.start()
    passkey.start()
    await settle()
    passkey.start()
    expect(asked).toHaveLength(1)
  })

  test.each(['cancelled', 'unsupported', 'failed'] as const)(
    'says that it was %s, and uses the same request once more',
    async (code) => {
      const { passkey, asked, sent, last, settle } = createTestContext()
      passkey.start()
      await settle()
      await last().fail(code)
      expect(passkey.getSnapshot()).toEqual({ at: 'stopped', code, until: Date.now() })
      expect(sent).toEqual([])
      passkey.start()
      await settle()
      expect(asked.map(({ challenge }) => challenge)).toEqual(['c1', 'c1'])
    },
  )

  test.each(['passkey.refused', 'challenge.unusable', 'person.suspended', 'network.unreachable'])(
    'M1 says that the server answered %s, and signs another challenge then',
    async (code) => {
      const { passkey, asked, signInProblems, last, settle } = createTestContext()
      signInProblems.push({ code })
      passkey.start()
      await settle()
      await last().sign()
      expect(passkey.getSnapshot()).toEqual({ at: 'stopped', code, until: Date.now() })
      passkey.start()
      await settle()
      expect(asked.map(({ challenge }) => challenge)).toEqual(['c1', 'c2'])
    },
  )

  test('says why there is nothing to sign', async () => {
    const { passkey, asked, requestProblems, settle } = createTestContext()
    requestProblems.push({ code: 'network.offline' })
    passkey.start()
    await settle()
    expect(passkey.getSnapshot()).toEqual({ at: 'stopped', code: 'network.offline', until: Date.now() })
    expect(asked).toEqual([])
  })

  test('counts the time down that the server asks for', async () => {
    const { passkey, signInProblems, last, settle } = createTestContext()
    signInProblems.push({ code: 'rate.limited', retryAfterSeconds: 7 })
    passkey.start()
    await settle()
    await last().sign()
    expect(passkey.getSnapshot()).toEqual({ at: 'stopped', code: 'rate.limited', until: Date.now() + 7_000 })
  })

  test('gives way to a wallet as long as the server is not looking at it', async () => {
    const { passkey, asked, sent, last, settle } = createTestContext()
    passkey.start()
    await settle()
    expect(passkey.cancelForWallet()).toBe(true)
    expect([asked[0]?.isOver(), passkey.getSnapshot().at]).toEqual([true, 'ready'])
    await last().sign()
    expect(sent).toEqual([])

    passkey.start()
    await settle()
    await last().sign()
    expect(passkey.cancelForWallet()).toBe(false)
    expect(passkey.getSnapshot().at).toBe('done')
  })

  test('gives way even before there was anything to sign', async () => {
    const { passkey, asked, settle } = createTestContext()
    passkey.start()
    passkey.cancelForWallet()
    await settle()
    expect([asked, passkey.getSnapshot().at]).toEqual([[], 'ready'])
  })
})

test('with one that was just made somebody is in at once, and what was open in the background is over', async () => {
  const { passkey, left, openNow, settle, after } = createTestContext()
  passkey.startAutofill()
  await settle()
  expect(passkey.cancelForWallet()).toBe(true)
  expect(openNow()).toEqual([])
  passkey.completeSignIn(answer)
  expect(passkey.getSnapshot()).toEqual({ at: 'done', answer })
  await after(1_400)
  expect(left).toEqual(['/account'])
})

describe('by the browser’s own list', () => {
  test('a request is open from the start, and one that is chosen signs in', async () => {
    const { passkey, openNow, last, settle } = createTestContext()
    passkey.startAutofill()
    await settle()
    expect([openNow(), passkey.getSnapshot().at]).toEqual([['conditional c1'], 'ready'])
    await last().sign()
    expect(passkey.getSnapshot().at).toBe('done')
  })

  test('gives way to the button, which signs the same challenge, and comes back afterwards', async () => {
    const { passkey, openNow, last, settle } = createTestContext()
    passkey.startAutofill()
    await settle()
    passkey.start()
    await settle()
    expect(openNow()).toEqual(['modal c1'])
    await last().fail('cancelled')
    expect(openNow().at(-1)).toBe('conditional c1')
    expect(passkey.getSnapshot()).toEqual({ at: 'stopped', code: 'cancelled', until: Date.now() })
  })

  test('comes back with another challenge some time after a refusal, and later after each further one', async () => {
    const { passkey, asked, signInProblems, last, settle, after } = createTestContext()
    signInProblems.push({ code: 'passkey.refused' }, { code: 'passkey.refused' })
    passkey.startAutofill()
    await settle()
    await last().sign()
    expect(passkey.getSnapshot()).toEqual({ at: 'stopped', code: 'passkey.refused', until: Date.now() })
    await after(3_999)
    expect(asked).toHaveLength(1)
    await after(1)
    expect(asked.map(({ challenge, mediation }) => `${mediation} ${challenge}`)).toEqual([
      'conditional c1',
      'conditional c2',
    ])
    await last().sign()
    await after(7_999)
    expect(asked).toHaveLength(2)
    await after(1)
    expect(asked).toHaveLength(3)
  })

  test('does not come back after a refusal where the person has gone on by the button, or to a wallet', async () => {
    const { passkey, asked, openNow, signInProblems, last, settle, after } = createTestContext()
    signInProblems.push({ code: 'passkey.refused' }, { code: 'passkey.refused' })
    const end = passkey.startAutofill()
    await settle()
    await last().sign()
    passkey.start()
    await after(10_000)
    expect(openNow().at(-1)).toBe('modal c2')
    await last().sign()
    end()
    await after(life)
    expect(asked).toHaveLength(2)
  })

  test('ends when it is not offered any more, and leaves the button alone', async () => {
    const { passkey, openNow, settle } = createTestContext()
    passkey.startAutofill()()
    await settle()
    const end = passkey.startAutofill()
    await settle()
    expect(openNow()).toEqual(['conditional c1'])
    end()
    expect(openNow()).toEqual([])
    const endAgain = passkey.startAutofill()
    await settle()
    passkey.start()
    endAgain()
    await settle()
    expect([openNow(), passkey.getSnapshot().at]).toEqual([['modal c1'], 'waiting'])
  })

  test('is renewed before its challenge expires, unseen by the person', async () => {
    const { passkey, openNow, settle, after } = createTestContext()
    passkey.startAutofill()
    await settle()
    await after(life * 0.8)
    expect([openNow(), passkey.getSnapshot().at]).toEqual([['conditional c2'], 'ready'])
    await after(life * 0.8)
    expect(openNow()).toEqual(['conditional c3'])
  })

  test('asks the server for nothing while the page is not seen', async () => {
    const { passkey, page, openNow, settle, after } = createTestContext()
    page.hide()
    passkey.startAutofill()
    await after(10 * life)
    expect(openNow()).toEqual([])
    page.see()
    await settle()
    expect(openNow()).toEqual(['conditional c1'])
  })

  test('leaves it to the wallets to say that the server has none to give, and comes back with them', async () => {
    const { passkey, requestProblems, openNow, settle, after } = createTestContext()
    requestProblems.push({ code: 'network.unreachable' })
    const end = passkey.startAutofill()
    await after(life)
    expect([openNow(), passkey.getSnapshot().at]).toEqual([[], 'ready'])
    end()
    passkey.startAutofill()
    await settle()
    expect(openNow()).toEqual(['conditional c1'])
  })

  test('comes back where the person put the browser’s question away', async () => {
    const { passkey, asked, last, settle, after } = createTestContext()
    passkey.startAutofill()
    await settle()
    await after(5_000)
    await last().fail('cancelled')
    expect(asked.map(({ mediation }) => mediation)).toEqual(['conditional', 'conditional'])
  })

  test.each(['cancelled', 'failed', 'unsupported'] as const)(
    'does not go round and round in a browser that ends it at once: %s',
    async (reason) => {
      const { passkey, asked, last, settle, after } = createTestContext()
      passkey.startAutofill()
      await settle()
      await last().fail(reason)
      await after(life)
      expect([asked.length, passkey.getSnapshot().at]).toEqual([1, 'ready'])
    },
  )
})
