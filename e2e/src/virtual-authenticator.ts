// An authenticator of a test's own in the browser: it makes passkeys and signs with them as it is told (WebAuthn §11, by
// Chromium's own commands). Where one is put in, the browser also lists passkeys by itself, and answers a request for that at
// once as if the person had chosen from the list; as long as nobody is present, it answers nothing.
import type { Page } from '@playwright/test'

/** A passkey as the authenticator keeps it. */
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
  /** Whether somebody is there to touch it. */
  setUserPresent: (isPresent: boolean) => Promise<void>
  /** Whether it knows who is there, by a finger or a code. */
  setUserVerified: (isVerified: boolean) => Promise<void>
  passkeys: () => Promise<StoredPasskey[]>
  /** Puts in a passkey from elsewhere, as a thief would a copy. */
  add: (passkey: StoredPasskey) => Promise<void>
  clear: () => Promise<void>
  /** Takes it away. */
  remove: () => Promise<void>
}

interface AuthenticatorOptions {
  /** A part of this device, or a key that is plugged in. */
  transport?: 'internal' | 'usb'
  /** Whether its passkeys are on several devices. */
  isSynced?: boolean
}

/** Puts an authenticator into a tab, with somebody present whom it knows. */
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

/** Keeps in the page how each passkey was asked for: by a question, or under a field. */
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

/** How passkeys were asked for since the page was loaded. */
export const readPasskeyRequestsOfPage = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { askedForPasskeys: string[] }).askedForPasskeys)

/** Takes away what lists passkeys under a field, as in an older browser. */
export const disableConditionalMediation = (page: Page): Promise<unknown> =>
  page.addInitScript(() =>
    Reflect.set(PublicKeyCredential, 'isConditionalMediationAvailable', () => Promise.resolve(false)),
  )
