import type { PasskeyAttestation, PasskeyCreationOptions } from '@countersign/api/api-endpoints'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { PasskeyCreationResult } from '../sign-in/passkeys/create-passkey.ts'
import { canCreatePasskeysInBackground, createPasskeyInBackground } from './create-passkey-in-background.ts'
import type { BackgroundPasskeySteps } from './create-passkey-in-background.ts'

afterEach(() => vi.unstubAllGlobals())

const options = { challenge: 'AQID' } as PasskeyCreationOptions
const attestation: PasskeyAttestation = { id: 'BAU', clientDataJSON: 'AQ', attestationObject: 'Ag', transports: [] }
const made: PasskeyCreationResult = { ok: true, attestation, isElsewhere: false }

function playSteps(changes: Partial<BackgroundPasskeySteps> = {}) {
  const calls: unknown[] = []
  const steps: BackgroundPasskeySteps = {
    createOptions: async () => ({ ok: true, answer: options }),
    create: async (given) => {
      calls.push(given)
      return made
    },
    add: async (given) => {
      calls.push(given)
      return { ok: true, answer: {} }
    },
    ...changes,
  }
  return { calls, run: () => createPasskeyInBackground(steps) }
}

describe('creating a passkey in the background', () => {
  test('adds what the browser created', async () => {
    const { calls, run } = playSteps()
    expect(await run()).toBe('created')
    expect(calls).toEqual([options, attestation])
  })

  test('P20: does not ask the browser if the server requires a proof', async () => {
    const { calls, run } = playSteps({ createOptions: async () => ({ ok: false }) })
    expect([await run(), calls]).toEqual(['not-created', []])
  })

  test.each([
    ['cancelled', 'not-created'],
    ['failed', 'not-created'],
    ['unsupported', 'not-created'],
    ['registered-already', 'exists'],
  ] as const)('ends silently when the browser reports %s', async (reason, outcome) => {
    const { calls, run } = playSteps({ create: async () => ({ ok: false, reason }) })
    expect([await run(), calls]).toEqual([outcome, []])
  })

  test('reports no passkey if the server refuses it', async () => {
    expect(await playSteps({ add: async () => ({ ok: false }) }).run()).toBe('not-created')
  })
})

describe('support for creating passkeys in the background', () => {
  const playBrowser = (functions: object) => {
    vi.stubGlobal('location', { hostname: 'sign-in.example' })
    vi.stubGlobal(
      'PublicKeyCredential',
      Object.assign(() => undefined, functions),
    )
  }

  test.each([
    ['reports it', { getClientCapabilities: async () => ({ conditionalCreate: true }) }, true],
    ['denies it', { getClientCapabilities: async () => ({ conditionalCreate: false }) }, false],
    ['does not know it', { getClientCapabilities: async () => ({}) }, false],
    ['fails to report', { getClientCapabilities: () => Promise.reject(new Error('no')) }, false],
    ['reports no capabilities', {}, false],
  ])('depends on the browser: it %s', async (_how, functions, isSupported) => {
    playBrowser(functions)
    expect(await canCreatePasskeysInBackground()).toBe(isSupported)
  })

  test('is missing in a browser without WebAuthn', async () => {
    vi.stubGlobal('location', { hostname: 'sign-in.example' })
    expect(await canCreatePasskeysInBackground()).toBe(false)
  })
})
