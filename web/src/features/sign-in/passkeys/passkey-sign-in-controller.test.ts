// Tests the passkey sign-in end to end, with a fake browser, server and clock.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  passkeyAssertionFixture,
  fakePasskeySignInResponse,
  createPasskeyTestContext,
} from '../../../testing/passkey-sign-in-test-context.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00.000Z') }))
afterEach(() => void vi.useRealTimers())

describe('passkey sign-in with the button', () => {
  test('waits, checks, shows the signed-in person, then leaves the page', async () => {
    const { passkey, sent, left, last, settle, after } = createPasskeyTestContext()
    const phases: string[] = []
    passkey.subscribe(() => phases.push(passkey.getSnapshot().at))
    passkey.start()
    await settle()
    expect(last().mediation).toBe('modal')
    await last().sign()
    expect(phases).toEqual(['waiting', 'checking', 'done'])
    expect(passkey.getSnapshot()).toEqual({ at: 'done', answer: fakePasskeySignInResponse })
    expect([sent, left]).toEqual([[passkeyAssertionFixture], []])
    await after(1_400)
    expect(left).toEqual(['/account'])
  })

  test('leaves the page immediately on request, and only once', async () => {
    const { passkey, left, last, settle, after } = createPasskeyTestContext()
    passkey.start()
    await settle()
    await last().sign()
    passkey.proceed()
    await after(5_000)
    expect(left).toEqual(['/account'])
  })

  test('sends one request however often the button is pressed', async () => {
    const { passkey, asked, settle } = createPasskeyTestContext()
    passkey.start()
    passkey.start()
    await settle()
    passkey.start()
    expect(asked).toHaveLength(1)
  })

  test.each(['cancelled', 'unsupported', 'failed'] as const)(
    'shows that the request was %s and reuses the challenge on the next attempt',
    async (code) => {
      const { passkey, asked, sent, last, settle } = createPasskeyTestContext()
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

  test.each(['passkey.refused', 'challenge.invalid', 'person.suspended', 'network.unreachable'])(
    'M1: shows the server error %s and signs a new challenge on the next attempt',
    async (code) => {
      const { passkey, asked, signInProblems, last, settle } = createPasskeyTestContext()
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

  test('shows why no challenge could be fetched', async () => {
    const { passkey, asked, requestProblems, settle } = createPasskeyTestContext()
    requestProblems.push({ code: 'network.offline' })
    passkey.start()
    await settle()
    expect(passkey.getSnapshot()).toEqual({ at: 'stopped', code: 'network.offline', until: Date.now() })
    expect(asked).toEqual([])
  })

  test('counts down the retry delay requested by the server', async () => {
    const { passkey, signInProblems, last, settle } = createPasskeyTestContext()
    signInProblems.push({ code: 'rate.limited', retryAfterSeconds: 7 })
    passkey.start()
    await settle()
    await last().sign()
    expect(passkey.getSnapshot()).toEqual({ at: 'stopped', code: 'rate.limited', until: Date.now() + 7_000 })
  })

  test('can be cancelled in favor of a wallet until the assertion is submitted', async () => {
    const { passkey, asked, sent, last, settle } = createPasskeyTestContext()
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

  test('can be cancelled in favor of a wallet before the challenge arrives', async () => {
    const { passkey, asked, settle } = createPasskeyTestContext()
    passkey.start()
    passkey.cancelForWallet()
    await settle()
    expect([asked, passkey.getSnapshot().at]).toEqual([[], 'ready'])
  })
})

test('a newly created passkey completes the sign-in after the autofill request is cancelled', async () => {
  const { passkey, left, openNow, settle, after } = createPasskeyTestContext()
  passkey.startAutofill()
  await settle()
  expect(passkey.cancelForWallet()).toBe(true)
  expect(openNow()).toEqual([])
  passkey.completeSignIn(fakePasskeySignInResponse)
  expect(passkey.getSnapshot()).toEqual({ at: 'done', answer: fakePasskeySignInResponse })
  await after(1_400)
  expect(left).toEqual(['/account'])
})
