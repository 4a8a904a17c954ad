import { afterEach, describe, expect, test, vi } from 'vitest'
import { signalAcceptedPasskeys } from './signal-accepted-passkeys.ts'

afterEach(() => vi.unstubAllGlobals())

const accepted = {
  rpId: 'sign-in.example',
  username: 'Alice',
  accounts: [
    { userHandle: 'AQ', credentialIds: ['BAU', 'Bgc'] },
    { userHandle: 'Ag', credentialIds: [] },
  ],
}

const playBrowser = (functions: object) =>
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => undefined, functions),
  )

describe('signaling accepted passkeys', () => {
  test('P19: names all of them for each user handle, and the current user name', async () => {
    const sent: [string, unknown][] = []
    playBrowser({
      signalAllAcceptedCredentials: async (options: unknown) => void sent.push(['all', options]),
      signalCurrentUserDetails: async (options: unknown) => void sent.push(['details', options]),
    })
    await signalAcceptedPasskeys(accepted)
    const rpId = 'sign-in.example'
    const names = { name: 'Alice', displayName: 'Alice' }
    expect(sent).toEqual([
      ['all', { rpId, userId: 'AQ', allAcceptedCredentialIds: ['BAU', 'Bgc'] }],
      ['details', { rpId, userId: 'AQ', ...names }],
      ['all', { rpId, userId: 'Ag', allAcceptedCredentialIds: [] }],
      ['details', { rpId, userId: 'Ag', ...names }],
    ])
  })

  test('continues if a signal fails, or if the browser has only some of the functions', async () => {
    const signalCurrentUserDetails = vi.fn(async () => {})
    playBrowser({
      signalAllAcceptedCredentials: () => Promise.reject(new DOMException('', 'SecurityError')),
      signalCurrentUserDetails,
    })
    await signalAcceptedPasskeys(accepted)
    playBrowser({ signalCurrentUserDetails })
    await signalAcceptedPasskeys(accepted)
    expect(signalCurrentUserDetails).toHaveBeenCalledTimes(4)
  })

  test('does nothing in a browser without WebAuthn', async () => {
    await expect(signalAcceptedPasskeys(accepted)).resolves.toBeUndefined()
  })
})
