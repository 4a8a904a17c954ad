import { supportedOAuthScopes } from '@countersign/api/api-endpoints'
import type {
  ApiApplication,
  ApiEndpointOutput,
  ApiConsentItem,
  ConsentableScope,
  ApiApplicationGrant,
  ApiApplicationWalletChoices,
} from '@countersign/api/api-endpoints'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'

export const registeredApplicationFixture: ApiApplication = {
  id: 'ledger-notes',
  name: 'Ledger Notes',
  logo: null,
  uri: 'https://notes.example',
}

export const unregisteredApplicationFixture: ApiApplication = {
  id: 'https://agent.example/oauth/client-metadata.json',
  name: 'agent.example',
  logo: null,
  uri: null,
  unregistered: { claimedName: 'Helpful Agent' },
}

/** All items except the first are optional. */
export function createConsentItemFixtures(...asked: readonly ConsentableScope[]): ApiConsentItem[] {
  return asked.map((scope) => ({ scope, required: scope === 'openid', withheld: false, sameElsewhere: false }))
}

export const signedInSessionFixture: ApiEndpointOutput<'readSession'> = {
  person: {
    id: '0'.repeat(26),
    displayName: null,
    picture: null,
    address: ethereumTestKeys.alice.address,
    walletName: null,
    walletPicture: null,
    createdAt: '2026-01-05T09:00:00.000Z',
  },
  session: {
    id: '1'.repeat(26),
    current: true,
    wallet: { namespace: 'eip155', address: ethereumTestKeys.alice.address, chain: null, name: null },
    contract: null,
    createdAt: '2026-01-05T09:00:00.000Z',
    lastSeenAt: '2026-01-05T09:00:00.000Z',
    passkey: null,
    stepUpValidUntil: null,
    newBrowser: false,
    sameNetwork: true,
    expiresAt: '2036-01-05T09:00:00.000Z',
    userAgent: '',
    networkPrefix: '198.51.100.0/24',
  },
}
export const signedOutSessionFixture: ApiEndpointOutput<'readSession'> = { person: null, session: null }

/** The first wallet is the one used to sign in. */
export function createWalletChoiceFixtures(...keys: readonly { address: string }[]): ApiApplicationWalletChoices {
  const wallets = keys.map((key, index) => ({
    ...pickWallet(key),
    kind: 'key' as const,
    picture: null,
    primary: index === 0,
    linkedAt: '2026-01-05T09:00:00.000Z',
    lastUsedAt: '2026-01-05T09:00:00.000Z',
    hold: null,
  }))
  return { wallets, known: null, chosen: wallets[0]?.id ?? null, paused: null, signedInWith: wallets[0]?.id ?? null }
}

const pickWallet = ({ address }: { address: string }) => ({
  id: address.slice(2, 28).toLowerCase(),
  namespace: 'eip155' as const,
  address,
  chain: null,
  name: null,
  label: null,
})

export function createOidcInteractionFixture(
  given: Partial<ApiEndpointOutput<'readInteraction'>> = {},
): ApiEndpointOutput<'readInteraction'> {
  return {
    id: 'Xk3_test',
    prompt: 'consent',
    application: registeredApplicationFixture,
    destination: 'notes.example',
    items: createConsentItemFixtures(...supportedOAuthScopes),
    wallet: createWalletChoiceFixtures(ethereumTestKeys.alice),
    resources: [],
    consentFingerprint: 'seen',
    expectedAddress: null,
    missingGroups: null,
    groups: [],
    requestedMethod: 'any',
    accepts: null,
    accents: { light: null, dark: null },
    ...given,
  }
}

export function createChallengeFixture(now: Date): ApiEndpointOutput<'createChallenge'> {
  const issuedAt = now.toISOString()
  const expiresAt = new Date(now.getTime() + 300_000).toISOString()
  const message = {
    domain: 'localhost',
    statement: 'Sign in to Ledger Notes.',
    uri: 'http://localhost',
    version: '1',
  } as const
  return {
    id: '2'.repeat(26),
    message: { ...message, nonce: 'abcdefgh01234567', issuedAt, expirationTime: expiresAt },
    chainIds: ['1'],
    keyChains: {},
    readChains: [],
    expiresAt,
  }
}

export function createDeviceRequestFixture(
  given: Partial<ApiEndpointOutput<'readDeviceRequest'>> = {},
): ApiEndpointOutput<'readDeviceRequest'> {
  return {
    userCode: 'WDJB-MJHT',
    application: { ...registeredApplicationFixture, id: 'ledger-cli', name: 'Ledger CLI' },
    items: createConsentItemFixtures('openid', 'wallet'),
    wallet: createWalletChoiceFixtures(ethereumTestKeys.alice),
    resources: [],
    consentFingerprint: 'seen',
    userAgent: 'ledger-cli/1.4',
    networkPrefix: '198.51.100.0/24',
    sameNetwork: true,
    requestedAt: new Date(Date.now() - 40_000).toISOString(),
    expiresAt: new Date(Date.now() + 560_000).toISOString(),
    ...given,
  }
}

/** `number` makes the application unique. */
export function createApplicationGrantFixture(
  number: number,
  given: Partial<ApiApplicationGrant> = {},
): ApiApplicationGrant {
  const before = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  return {
    id: String(number).padStart(26, '0'),
    application:
      number === 0
        ? registeredApplicationFixture
        : { ...registeredApplicationFixture, id: `application-${number}`, name: `Application ${number}` },
    allowedAt: before(40 + number),
    lastUsedAt: before(number),
    active: number === 0,
    disclosures: [
      { scope: 'openid', firstAt: before(40 + number), lastAt: before(number) },
      { scope: 'wallet', firstAt: before(3 + number), lastAt: before(3 + number) },
    ],
    withheld: number % 2 === 0 ? ['profile', 'proof'] : [],
    wallet: { ...pickWallet(ethereumTestKeys.alice), linked: number !== 1 },
    sharesWallet: true,
    selectableWalletIds: Object.values(ethereumTestKeys).map((key) => pickWallet(key).id),
    resources: number % 3 === 0 ? [{ resource: 'https://api.notes.example', scopes: ['read', 'write'] }] : [],
    ...given,
  }
}
