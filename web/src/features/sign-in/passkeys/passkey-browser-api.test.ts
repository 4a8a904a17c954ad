// Tests the WebAuthn wrappers with a fake browser. The e2e tests use a real one.
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@countersign/api/api-endpoints'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { requestPasskeyAssertion } from './request-passkey-assertion.ts'
import { canAutofillPasskeys, canUsePasskeys } from './can-use-passkeys.ts'
import { createPasskey } from './create-passkey.ts'
import { signalRemovedPasskey } from './signal-removed-passkey.ts'

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

function browserWith(answer: unknown) {
  const give = async (_asked?: object) => {
    if (answer instanceof Error) throw answer
    return answer
  }
  const credentials = { get: vi.fn(give), create: vi.fn(give) }
  return { credentials, container: credentials as unknown as CredentialsContainer }
}

const failureNamed = (name: string) => new DOMException('', name)

describe('requesting a passkey assertion', () => {
  test('passes the site and the challenge, and requires user verification', async () => {
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

  test.each([null, bytes()])('treats a missing user handle as null: %j', async (userHandle) => {
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
  ])('maps %s to the reason %s', async (name, reason) => {
    expect(await requestPasskeyAssertion(request, {}, browserWith(failureNamed(name)).container)).toEqual({
      ok: false,
      reason,
    })
  })

  test.each([null, {}, { rawId: bytes(4) }, { rawId: bytes(4), response: attestationResponse }])(
    'fails when the response is not an assertion: %j',
    async (answer) => {
      expect(await requestPasskeyAssertion(request, {}, browserWith(answer).container)).toEqual({
        ok: false,
        reason: 'failed',
      })
    },
  )

  test('fails for a malformed request, and reports no support without the credentials API', async () => {
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

describe('creating a passkey', () => {
  test('requires a discoverable credential with user verification', async () => {
    const { credentials, container } = browserWith({ rawId: bytes(4, 5), response: attestationResponse })
    expect(await createPasskey(creation, {}, container)).toEqual({
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

  test('requires no user verification in the background, where no one can be verified', async () => {
    const { credentials, container } = browserWith({ rawId: bytes(4), response: attestationResponse })
    expect(await createPasskey(creation, { mediation: 'conditional' }, container)).toMatchObject({ ok: true })
    expect(credentials.create.mock.calls[0]?.[0]).toMatchObject({
      mediation: 'conditional',
      publicKey: { authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' } },
    })
  })

  test('ends a creation in the background that the browser has not completed', async () => {
    const { credentials, container } = browserWith({ rawId: bytes(4), response: attestationResponse })
    await createPasskey(creation, { mediation: 'conditional' }, container)
    const [background] = credentials.create.mock.calls
    const isAborted = () => (background?.[0] as { signal?: AbortSignal } | undefined)?.signal?.aborted
    expect(isAborted()).toBe(false)
    await createPasskey(creation, {}, container)
    expect(isAborted()).toBe(true)
    expect(credentials.create.mock.calls[1]?.[0]).not.toHaveProperty('signal')
  })

  test('reports that the passkey was created on another device', async () => {
    const { container } = browserWith({
      rawId: bytes(4),
      authenticatorAttachment: 'cross-platform',
      response: attestationResponse,
    })
    expect(await createPasskey(creation, {}, container)).toMatchObject({ ok: true, isElsewhere: true })
  })

  test('works without transports and passes only as many as the server accepts', async () => {
    const { getTransports: _, ...without } = attestationResponse
    const { container } = browserWith({ rawId: bytes(4), response: without })
    expect(await createPasskey(creation, {}, container)).toMatchObject({
      attestation: { transports: [] },
    })
    const many = {
      ...without,
      getTransports: () => ['x'.repeat(33), ...Array.from({ length: 9 }, (_, index) => `t${index}`)],
    }
    const { container: withMany } = browserWith({ rawId: bytes(4), response: many })
    expect(await createPasskey(creation, {}, withMany)).toMatchObject({
      attestation: { transports: ['t0', 't1', 't2', 't3', 't4', 't5', 't6', 't7'] },
    })
  })

  test.each([
    ['NotAllowedError', 'cancelled'],
    ['InvalidStateError', 'registered-already'],
    ['ConstraintError', 'no-user-verification'],
    ['DataError', 'failed'],
  ])('maps %s to the reason %s', async (name, reason) => {
    expect(await createPasskey(creation, {}, browserWith(failureNamed(name)).container)).toEqual({ ok: false, reason })
  })

  test('fails when the response is not an attestation', async () => {
    expect(
      await createPasskey(creation, {}, browserWith({ rawId: bytes(4), response: assertionResponse }).container),
    ).toEqual({ ok: false, reason: 'failed' })
  })
})

describe('signaling a removed passkey', () => {
  const playBrowser = (functions: object) => {
    vi.stubGlobal('location', { hostname: 'sign-in.example' })
    vi.stubGlobal(
      'PublicKeyCredential',
      Object.assign(() => undefined, functions),
    )
  }

  test('P19: names exactly this passkey and this site', async () => {
    const signalUnknownCredential = vi.fn(async () => {})
    playBrowser({ signalUnknownCredential })
    await signalRemovedPasskey('BAU')
    expect(signalUnknownCredential).toHaveBeenCalledExactlyOnceWith({ rpId: 'sign-in.example', credentialId: 'BAU' })
  })

  test('does nothing in a browser without the Signal API or WebAuthn, or if the signal fails', async () => {
    await signalRemovedPasskey('BAU')
    playBrowser({})
    await signalRemovedPasskey('BAU')
    playBrowser({ signalUnknownCredential: () => Promise.reject(failureNamed('SecurityError')) })
    await expect(signalRemovedPasskey('BAU')).resolves.toBeUndefined()
  })
})

describe('passkey support in the browser', () => {
  const playBrowser = (question?: () => Promise<boolean>, hostname = 'sign-in.example') => {
    vi.stubGlobal('location', { hostname })
    vi.stubGlobal('navigator', { credentials: {} })
    vi.stubGlobal(
      'PublicKeyCredential',
      Object.assign(() => undefined, question ? { isConditionalMediationAvailable: question } : {}),
    )
  }

  test('is missing in a browser without WebAuthn', async () => {
    vi.stubGlobal('location', { hostname: 'sign-in.example' })
    expect(canUsePasskeys()).toBe(false)
    expect(await canAutofillPasskeys()).toBe(false)
  })

  test('excludes autofill when the browser lacks it, reports no support or fails to report', async () => {
    for (const question of [undefined, async () => false, () => Promise.reject(new Error('no'))]) {
      playBrowser(question)
      expect(canUsePasskeys()).toBe(true)
      expect(await canAutofillPasskeys()).toBe(false)
    }
  })

  test.each(['192.0.2.1', '127.0.0.1', '[2001:db8::1]'])('is missing at the IP address %s', (hostname) => {
    playBrowser(undefined, hostname)
    expect(canUsePasskeys()).toBe(false)
  })

  test.each(['localhost', 'auth1', 'x.y2.example', '1.2.3.4.example'])('exists at the host name %s', (hostname) => {
    playBrowser(undefined, hostname)
    expect(canUsePasskeys()).toBe(true)
  })

  test('includes autofill when the browser reports support', async () => {
    playBrowser(async () => true)
    expect(await canAutofillPasskeys()).toBe(true)
  })
})
