// WebAuthn §11. While the user is present, the browser also answers conditional requests
// immediately, as if the person had chosen a passkey.
import type { Page } from '@playwright/test'

interface StoredPasskey {
  credentialId: string
  isResidentCredential: boolean
  rpId?: string
  privateKey: string
  userHandle?: string
  signCount: number
  backupEligibility?: boolean
  backupState?: boolean
}

export interface VirtualAuthenticator {
  setUserPresent: (isPresent: boolean) => Promise<void>
  /** User verification, such as a fingerprint or PIN. */
  setUserVerified: (isVerified: boolean) => Promise<void>
  passkeys: () => Promise<StoredPasskey[]>
  /** Adds an existing passkey, as a thief with a copy would. */
  add: (passkey: StoredPasskey) => Promise<void>
  clear: () => Promise<void>
  remove: () => Promise<void>
}

interface AuthenticatorOptions {
  /** Built into the device, or a plugged-in key. */
  transport?: 'internal' | 'usb'
  isSynced?: boolean
}

/** The user is present and verified. */
export async function addVirtualAuthenticator(
  page: Page,
  { transport = 'internal', isSynced = false }: AuthenticatorOptions = {},
): Promise<VirtualAuthenticator> {
  await page.addInitScript(recordPasskeyRequests)
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: isSynced,
      defaultBackupState: isSynced,
    },
  })
  return {
    setUserPresent: async (enabled) =>
      void (await browser.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })),
    setUserVerified: async (isUserVerified) =>
      void (await browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })),
    passkeys: async () => (await browser.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    add: async (credential) => void (await browser.send('WebAuthn.addCredential', { authenticatorId, credential })),
    clear: async () => void (await browser.send('WebAuthn.clearCredentials', { authenticatorId })),
    remove: async () => void (await browser.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })),
  }
}

/** Records in the page how each passkey was requested: modal or conditional. */
function recordPasskeyRequests(): void {
  const asked: string[] = []
  Reflect.set(globalThis, 'askedForPasskeys', asked)
  const { credentials } = navigator
  const get = credentials.get.bind(credentials)
  credentials.get = (options) => {
    asked.push(options?.mediation === 'conditional' ? 'field' : 'question')
    return get(options)
  }
}

export const readPasskeyRequestsOfPage = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { askedForPasskeys: string[] }).askedForPasskeys)

/** Removes conditional mediation, as in older browsers. */
export const disableConditionalMediation = (page: Page): Promise<unknown> =>
  page.addInitScript(() =>
    Reflect.set(PublicKeyCredential, 'isConditionalMediationAvailable', () => Promise.resolve(false)),
  )
