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

type PasskeySignal = [
  'signalUnknownCredential' | 'signalAllAcceptedCredentials' | 'signalCurrentUserDetails',
  Readonly<Record<string, unknown>>,
]

/** Records in each page what it signals to password managers. The signals still take effect. */
export const recordPasskeySignals = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const sent: [string, object][] = []
    Reflect.set(globalThis, 'passkeySignals', sent)
    for (const name of ['signalUnknownCredential', 'signalAllAcceptedCredentials', 'signalCurrentUserDetails']) {
      const signal = Reflect.get(PublicKeyCredential, name) as ((options: object) => Promise<void>) | undefined
      Reflect.set(PublicKeyCredential, name, async (options: object) => {
        sent.push([name, options])
        await signal?.call(PublicKeyCredential, options)
      })
    }
  })

export const readPasskeySignalsOfPage = (page: Page): Promise<PasskeySignal[]> =>
  page.evaluate(() => (globalThis as unknown as { passkeySignals: PasskeySignal[] }).passkeySignals)

/** Acts like a browser that creates passkeys in the background whenever a page asks for it. */
export const allowConditionalCreation = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Reflect.set(PublicKeyCredential, 'getClientCapabilities', () => Promise.resolve({ conditionalCreate: true }))
    const asked: string[] = []
    Reflect.set(globalThis, 'createdPasskeys', asked)
    const { credentials } = navigator
    const create = credentials.create.bind(credentials)
    credentials.create = (options) => {
      const { mediation = 'modal' } = { ...options } as unknown as { mediation?: string }
      asked.push(mediation)
      return create({ publicKey: options?.publicKey as PublicKeyCredentialCreationOptions })
    }
  })

export const readPasskeyCreationsOfPage = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { createdPasskeys: string[] }).createdPasskeys)
