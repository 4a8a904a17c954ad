import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  testPasskeyRequestLifetimeMilliseconds,
  createPasskeyTestContext,
} from '../../../testing/passkey-sign-in-test-context.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00.000Z') }))
afterEach(() => void vi.useRealTimers())

describe('passkey autofill', () => {
  test('opens a request at the start, and choosing a passkey signs in', async () => {
    const { passkey, openNow, last, settle } = createPasskeyTestContext()
    passkey.startAutofill()
    await settle()
    expect([openNow(), passkey.getSnapshot().at]).toEqual([['conditional c1'], 'ready'])
    await last().sign()
    expect(passkey.getSnapshot().at).toBe('done')
  })

  test('yields to the button, which signs the same challenge, and resumes afterwards', async () => {
    const { passkey, openNow, last, settle } = createPasskeyTestContext()
    passkey.startAutofill()
    await settle()
    passkey.start()
    await settle()
    expect(openNow()).toEqual(['modal c1'])
    await last().fail('cancelled')
    expect(openNow().at(-1)).toBe('conditional c1')
    expect(passkey.getSnapshot()).toEqual({ at: 'stopped', code: 'cancelled', until: Date.now() })
  })

  test('resumes with a new challenge after a refusal, with a growing delay', async () => {
    const { passkey, asked, signInProblems, last, settle, after } = createPasskeyTestContext()
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

  test('does not resume after a refusal when the person continued with the button or a wallet', async () => {
    const { passkey, asked, openNow, signInProblems, last, settle, after } = createPasskeyTestContext()
    signInProblems.push({ code: 'passkey.refused' }, { code: 'passkey.refused' })
    const end = passkey.startAutofill()
    await settle()
    await last().sign()
    passkey.start()
    await after(10_000)
    expect(openNow().at(-1)).toBe('modal c2')
    await last().sign()
    end()
    await after(testPasskeyRequestLifetimeMilliseconds)
    expect(asked).toHaveLength(2)
  })

  test('ends when it is no longer offered, without cancelling a request from the button', async () => {
    const { passkey, openNow, settle } = createPasskeyTestContext()
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

  test('is renewed silently before its challenge expires', async () => {
    const { passkey, openNow, settle, after } = createPasskeyTestContext()
    passkey.startAutofill()
    await settle()
    await after(testPasskeyRequestLifetimeMilliseconds * 0.8)
    expect([openNow(), passkey.getSnapshot().at]).toEqual([['conditional c2'], 'ready'])
    await after(testPasskeyRequestLifetimeMilliseconds * 0.8)
    expect(openNow()).toEqual(['conditional c3'])
  })

  test('requests no challenge while the page is hidden', async () => {
    const { passkey, page, openNow, settle, after } = createPasskeyTestContext()
    page.hide()
    passkey.startAutofill()
    await after(10 * testPasskeyRequestLifetimeMilliseconds)
    expect(openNow()).toEqual([])
    page.see()
    await settle()
    expect(openNow()).toEqual(['conditional c1'])
  })

  test('shows no error when no challenge can be fetched, and resumes when offered again', async () => {
    const { passkey, requestProblems, openNow, settle, after } = createPasskeyTestContext()
    requestProblems.push({ code: 'network.unreachable' })
    const end = passkey.startAutofill()
    await after(testPasskeyRequestLifetimeMilliseconds)
    expect([openNow(), passkey.getSnapshot().at]).toEqual([[], 'ready'])
    end()
    passkey.startAutofill()
    await settle()
    expect(openNow()).toEqual(['conditional c1'])
  })

  test('resumes after the person dismissed the browser prompt', async () => {
    const { passkey, asked, last, settle, after } = createPasskeyTestContext()
    passkey.startAutofill()
    await settle()
    await after(5_000)
    await last().fail('cancelled')
    expect(asked.map(({ mediation }) => mediation)).toEqual(['conditional', 'conditional'])
  })

  test('restarts after an unexpected error, later each time and at most three times', async () => {
    const { passkey, asked, last, settle, after } = createPasskeyTestContext()
    passkey.startAutofill()
    await settle()
    for (const [index, delay] of [5_000, 10_000, 20_000].entries()) {
      await last().fail('failed')
      await after(delay - 1)
      expect(asked).toHaveLength(index + 1)
      await after(1)
      expect(asked).toHaveLength(index + 2)
    }
    await last().fail('failed')
    await after(testPasskeyRequestLifetimeMilliseconds)
    expect([asked.length, passkey.getSnapshot().at]).toEqual([4, 'ready'])
  })

  test('restarts the count of unexpected errors after a request lasted until its renewal', async () => {
    const { passkey, asked, last, settle, after } = createPasskeyTestContext()
    passkey.startAutofill()
    await settle()
    await last().fail('failed')
    await after(5_000)
    await after(testPasskeyRequestLifetimeMilliseconds * 0.8)
    const count = asked.length
    await last().fail('failed')
    await after(4_999)
    expect(asked).toHaveLength(count)
    await after(1)
    expect(asked).toHaveLength(count + 1)
  })

  test('restarts after an unexpected error only while the page is visible', async () => {
    const { passkey, page, asked, last, settle, after } = createPasskeyTestContext()
    passkey.startAutofill()
    await settle()
    page.hide()
    await last().fail('failed')
    await after(testPasskeyRequestLifetimeMilliseconds)
    expect(asked).toHaveLength(1)
    page.see()
    await settle()
    expect(asked.map(({ mediation }) => mediation)).toEqual(['conditional', 'conditional'])
  })

  test('does not restart after an unexpected error when the person continued with a wallet', async () => {
    const { passkey, asked, last, settle, after } = createPasskeyTestContext()
    passkey.startAutofill()
    await settle()
    await last().fail('failed')
    passkey.cancelForWallet()
    await after(testPasskeyRequestLifetimeMilliseconds)
    expect(asked).toHaveLength(1)
  })

  test.each(['cancelled', 'unsupported'] as const)(
    'does not loop in a browser that ends the request immediately: %s',
    async (reason) => {
      const { passkey, asked, last, settle, after } = createPasskeyTestContext()
      passkey.startAutofill()
      await settle()
      await last().fail(reason)
      await after(testPasskeyRequestLifetimeMilliseconds)
      expect([asked.length, passkey.getSnapshot().at]).toEqual([1, 'ready'])
    },
  )
})
