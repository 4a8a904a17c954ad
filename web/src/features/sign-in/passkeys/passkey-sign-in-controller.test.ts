// The whole way with a passkey as a person lives it, with a browser and a server that do as they are told and a clock that
// the test moves.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  passkeyAssertionFixture,
  fakePasskeySignInResponse,
  createPasskeyTestContext,
} from '../../../testing/passkey-sign-in-test-context.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00.000Z') }))
afterEach(() => void vi.useRealTimers())

describe('by the button', () => {
  test('waits, checks, says who it is, and goes on', async () => {
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

  test('goes on at once where the person does not want to wait, and only once', async () => {
    const { passkey, left, last, settle, after } = createPasskeyTestContext()
    passkey.start()
    await settle()
    await last().sign()
    passkey.proceed()
    await after(5_000)
    expect(left).toEqual(['/account'])
  })

  test('asks once, however often it is pressed', async () => {
    const { passkey, asked, settle } = createPasskeyTestContext()
    passkey.start()
    passkey.start()
    await settle()
    passkey.start()
    expect(asked).toHaveLength(1)
  })

  test.each(['cancelled', 'unsupported', 'failed'] as const)(
    'says that it was %s, and uses the same request once more',
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
    'M1 says that the server answered %s, and signs another challenge then',
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

  test('says why there is nothing to sign', async () => {
    const { passkey, asked, requestProblems, settle } = createPasskeyTestContext()
    requestProblems.push({ code: 'network.offline' })
    passkey.start()
    await settle()
    expect(passkey.getSnapshot()).toEqual({ at: 'stopped', code: 'network.offline', until: Date.now() })
    expect(asked).toEqual([])
  })

  test('counts the time down that the server asks for', async () => {
    const { passkey, signInProblems, last, settle } = createPasskeyTestContext()
    signInProblems.push({ code: 'rate.limited', retryAfterSeconds: 7 })
    passkey.start()
    await settle()
    await last().sign()
    expect(passkey.getSnapshot()).toEqual({ at: 'stopped', code: 'rate.limited', until: Date.now() + 7_000 })
  })

  test('gives way to a wallet as long as the server is not looking at it', async () => {
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

  test('gives way even before there was anything to sign', async () => {
    const { passkey, asked, settle } = createPasskeyTestContext()
    passkey.start()
    passkey.cancelForWallet()
    await settle()
    expect([asked, passkey.getSnapshot().at]).toEqual([[], 'ready'])
  })
})

test('with one that was just made somebody is in at once, and what was open in the background is over', async () => {
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
