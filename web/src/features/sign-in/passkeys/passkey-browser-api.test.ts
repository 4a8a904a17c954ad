// The browser side of WebAuthn against a browser that answers as it is told: what it is asked, and what becomes of every
// answer. What a real one does is tested in e2e.
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@countersign/api/api-endpoints'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { requestPasskeyAssertion } from './request-passkey-assertion.ts'
import { canAutofillPasskeys, canUsePasskeys } from './can-use-passkeys.ts'
import { createPasskey } from './create-passkey.ts'

afterEach(() => vi.unstubAllGlobals())

const bytes = (...values: number[]): ArrayBuffer => new Uint8Array(values).buffer

const request: PasskeyRequestOptions = {
  challenge: 'AQID',
  rpId: 'site.example',
  allow: [{ id: 'BAU', transports: ['internal'] }],
  timeoutMs: 60_000,
}
const creation: PasskeyCreationOptions = {
  challenge: 'AQID',
  rpId: 'site.example',
  rpName: 'Site',
  userHandle: 'CQ',
  username: 'alice',
  algorithms: [-7, -8],
  exclude: [{ id: 'BAU', transports: [] }],
  timeoutMs: 60_000,
}

const assertionResponse = {
  clientDataJSON: bytes(1),
  authenticatorData: bytes(2),
  signature: bytes(3),
  userHandle: bytes(9),
}
const attestationResponse = {
  clientDataJSON: bytes(1),
  attestationObject: bytes(2),
  getTransports: () => ['internal', 'hybrid'],
}

/** A browser that gives one answer, whatever it is asked, or throws what is an error. */
function browserWith(answer: unknown) {
  const give = async (_asked?: object) => {
    if (answer instanceof Error) throw answer
    return answer
  }
  const credentials = { get: vi.fn(give), create: vi.fn(give) }
  return { credentials, container: credentials as unknown as CredentialsContainer }
}

const failureNamed = (name: string) => new DOMException('', name)

describe('asking a passkey', () => {
  test('asks for this site, this challenge and a verified person', async () => {
    const { credentials, container } = browserWith({ rawId: bytes(4, 5), response: assertionResponse })
    const signal = new AbortController().signal
    expect(await requestPasskeyAssertion(request, { mediation: 'conditional', signal }, container)).toEqual({
      ok: true,
      assertion: { id: 'BAU', clientDataJSON: 'AQ', authenticatorData: 'Ag', signature: 'Aw', userHandle: 'CQ' },
    })
    expect(credentials.get).toHaveBeenCalledExactlyOnceWith({
      mediation: 'conditional',
      signal,
      publicKey: {
        challenge: new Uint8Array([1, 2, 3]),
        rpId: 'site.example',
        allowCredentials: [{ type: 'public-key', id: new Uint8Array([4, 5]), transports: ['internal'] }],
        userVerification: 'required',
        timeout: 60_000,
      },
    })
  })

  test.each([null, bytes()])('takes no user handle for none: %j', async (userHandle) => {
    const { container } = browserWith({ rawId: bytes(4), response: { ...assertionResponse, userHandle } })
    expect(await requestPasskeyAssertion(request, {}, container)).toMatchObject({
      ok: true,
      assertion: { userHandle: null },
    })
  })

  test.each([
    ['NotAllowedError', 'cancelled'],
    ['AbortError', 'cancelled'],
    ['SecurityError', 'unsupported'],
    ['NotSupportedError', 'unsupported'],
    ['UnknownError', 'failed'],
    ['toString', 'failed'],
  ])('%s means that it is %s', async (name, reason) => {
    expect(await requestPasskeyAssertion(request, {}, browserWith(failureNamed(name)).container)).toEqual({
      ok: false,
      reason,
    })
  })

  test.each([null, {}, { rawId: bytes(4) }, { rawId: bytes(4), response: attestationResponse }])(
    'an answer that is no assertion counts as failed: %j',
    async (answer) => {
      expect(await requestPasskeyAssertion(request, {}, browserWith(answer).container)).toEqual({
        ok: false,
        reason: 'failed',
      })
    },
  )

  test('a request that cannot be read counts as failed, and a browser without credentials as unsupported', async () => {
    const { credentials, container } = browserWith(null)
    expect(await requestPasskeyAssertion({ ...request, challenge: '*' }, {}, container)).toEqual({
      ok: false,
      reason: 'failed',
    })
    expect(credentials.get).not.toHaveBeenCalled()
    vi.stubGlobal('navigator', {})
    expect(await requestPasskeyAssertion(request)).toEqual({ ok: false, reason: 'unsupported' })
  })
})

describe('making a passkey', () => {
  test('asks for one that signs in by itself and verifies the person', async () => {
    const { credentials, container } = browserWith({ rawId: bytes(4, 5), response: attestationResponse })
    expect(await createPasskey(creation, container)).toEqual({
      ok: true,
      attestation: { id: 'BAU', clientDataJSON: 'AQ', attestationObject: 'Ag', transports: ['internal', 'hybrid'] },
      isElsewhere: false,
    })
    expect(credentials.create).toHaveBeenCalledExactlyOnceWith({
      publicKey: {
        challenge: new Uint8Array([1, 2, 3]),
        rp: { id: 'site.example', name: 'Site' },
        user: { id: new Uint8Array([9]), name: 'alice', displayName: 'alice' },
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -8 },
        ],
        excludeCredentials: [{ type: 'public-key', id: new Uint8Array([4, 5]), transports: [] }],
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        attestation: 'none',
        timeout: 60_000,
      },
    })
  })

  test('says that it was made on something else than this device', async () => {
    const { container } = browserWith({
      rawId: bytes(4),
      authenticatorAttachment: 'cross-platform',
      response: attestationResponse,
    })
    expect(await createPasskey(creation, container)).toMatchObject({ ok: true, isElsewhere: true })
  })

  test('does without transports, and hands on no more of them than the server takes', async () => {
    const { getTransports: _, ...without } = attestationResponse
    expect(await createPasskey(creation, browserWith({ rawId: bytes(4), response: without }).container)).toMatchObject({
      attestation: { transports: [] },
    })
    const many = {
      ...without,
      getTransports: () => ['x'.repeat(33), ...Array.from({ length: 9 }, (_, index) => `t${index}`)],
    }
    expect(await createPasskey(creation, browserWith({ rawId: bytes(4), response: many }).container)).toMatchObject({
      attestation: { transports: ['t0', 't1', 't2', 't3', 't4', 't5', 't6', 't7'] },
    })
  })

  test.each([
    ['NotAllowedError', 'cancelled'],
    ['InvalidStateError', 'registered-already'],
    ['ConstraintError', 'unsupported'],
    ['DataError', 'failed'],
  ])('%s means that it is %s', async (name, reason) => {
    expect(await createPasskey(creation, browserWith(failureNamed(name)).container)).toEqual({ ok: false, reason })
  })

  test('an answer that is no attestation counts as failed', async () => {
    expect(
      await createPasskey(creation, browserWith({ rawId: bytes(4), response: assertionResponse }).container),
    ).toEqual({ ok: false, reason: 'failed' })
  })
})

describe('what the browser can do', () => {
  /** @param question what it says when it is asked for autofill; nothing where it does not know the question */
  const playBrowser = (question?: () => Promise<boolean>, hostname = 'sign-in.example') => {
    vi.stubGlobal('location', { hostname })
    vi.stubGlobal('navigator', { credentials: {} })
    vi.stubGlobal(
      'PublicKeyCredential',
      Object.assign(() => undefined, question ? { isConditionalMediationAvailable: question } : {}),
    )
  }

  test('nothing, in a browser without passkeys', async () => {
    vi.stubGlobal('location', { hostname: 'sign-in.example' })
    expect(canUsePasskeys()).toBe(false)
    expect(await canAutofillPasskeys()).toBe(false)
  })

  test('passkeys, and no autofill where the browser does not know it, cannot, or fails to say', async () => {
    for (const question of [undefined, async () => false, () => Promise.reject(new Error('no'))]) {
      playBrowser(question)
      expect(canUsePasskeys()).toBe(true)
      expect(await canAutofillPasskeys()).toBe(false)
    }
  })

  test.each(['192.0.2.1', '127.0.0.1', '[2001:db8::1]'])('no passkeys at the IP address %s', (hostname) => {
    playBrowser(undefined, hostname)
    expect(canUsePasskeys()).toBe(false)
  })

  test.each(['localhost', 'auth1', 'x.y2.example', '1.2.3.4.example'])('passkeys at the host name %s', (hostname) => {
    playBrowser(undefined, hostname)
    expect(canUsePasskeys()).toBe(true)
  })

  test('both', async () => {
    playBrowser(async () => true)
    expect(await canAutofillPasskeys()).toBe(true)
  })
})
