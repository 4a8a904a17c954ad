// Every state of the pages on which a person decides about an application, and how to get there: the tests walk this
// table, and so do the pictures. The server's part is played by answers in its place.
import type { EndpointOutput } from '@countersign/api/api-endpoints'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { installFakeWallets } from '@countersign/testing/fake-ethereum-wallet'
import { testKeys } from '@countersign/testing/test-keys'
import {
  unregisteredApplication,
  createChallengeResponse,
  createDeviceRequest,
  createGrant,
  createInteraction,
  createConsentItems,
  signedOutResponse,
  registeredApplication,
  createWalletOffer,
  signedInResponse,
} from './application-fixtures.ts'
import {
  matchCallUrl,
  mockCallResponse,
  mockHangingCall,
  mockCallError,
  disableDemonstrationWallet,
} from './mock-responses.ts'

export interface ConsentState {
  readonly name: string
  readonly reach: (page: Page) => Promise<unknown>
  /** The heading of the page. */
  readonly title: string
  /** More of what is read. */
  readonly text: string | RegExp
  /** Is made of the same parts as another one: its words are looked at, but not once more how it is built. */
  readonly isVariant?: true
}

const interactionId = 'Xk3_test'

/** Opens the sign-in page that an application asks for. */
export async function openApplicationSignIn(
  page: Page,
  given: Parameters<typeof createInteraction>[0] = {},
): Promise<void> {
  await disableDemonstrationWallet(page)
  await installFakeWallets(page, [{ behavior: 'good' }])
  await mockCallResponse(page, 'readInteraction', createInteraction({ prompt: 'sign-in', ...given }))
  await mockCallResponse(page, 'createChallenge', createChallengeResponse(new Date()))
  await mockCallResponse(page, 'createPasskeySignIn', {
    challenge: 'AAAA',
    rpId: 'localhost',
    allow: [],
    timeoutMs: 300_000,
  })
  await page.goto(`/sign-in?interaction=${interactionId}`)
}

/** Opens the page that asks for consent, as somebody who is signed in. */
export async function openConsentPage(page: Page, given: Parameters<typeof createInteraction>[0] = {}): Promise<void> {
  await mockCallResponse(page, 'readSession', signedInResponse)
  await mockCallResponse(page, 'readInteraction', createInteraction(given))
  await page.goto(`/consent?interaction=${interactionId}`)
}

/** Opens the page that asks for consent to the user name, as somebody who has none, and is offered two. */
export async function openUsernameConsent(page: Page): Promise<void> {
  const proposals: EndpointOutput<'readUserNames'>['proposals'] = [
    { name: 'calm-otter-42', from: 'words' },
    { name: 'ada', from: 'wallet-name' },
  ]
  await mockCallResponse(page, 'readUserNames', { name: null, former: [], left: 5, proposals })
  await openConsentPage(page, { items: createConsentItems('openid', 'profile', 'user_name') })
}

/** Opens the question whether a device may sign in. */
export async function openDeviceRequest(
  page: Page,
  given: Parameters<typeof createDeviceRequest>[0] = {},
): Promise<void> {
  await mockCallResponse(page, 'readDeviceRequest', createDeviceRequest(given))
  await page.goto('/device?user_code=wdjbmjht')
}

/** Opens the question whether to sign out, as somebody who is signed in or as nobody. */
export async function openSignOutQuestion(page: Page, here = signedInResponse): Promise<void> {
  await mockCallResponse(page, 'readSession', here)
  await mockCallResponse(page, 'readSignOutRequest', { application: registeredApplication })
  await page.goto('/sign-out?request=Rq1_test')
}

/** Answers what every page of the account asks: who is signed in, without a role, and that there is nothing new. */
export async function mockAccountCalls(page: Page): Promise<void> {
  await mockCallResponse(page, 'readSession', signedInResponse)
  await mockCallResponse(page, 'listNewBrowsers', { items: [], nextCursor: null, pendingMerges: 0 })
  await mockCallResponse(page, 'readAdmin', { roles: [], permissions: [], trusted: true })
}

/** Opens the list of applications. */
export async function openConnectedApplications(
  page: Page,
  count: number,
  nextCursor: string | null = null,
): Promise<void> {
  await mockAccountCalls(page)
  await mockCallResponse(page, 'listGrants', {
    items: Array.from({ length: count }, (_, number) => createGrant(number)),
    nextCursor,
  })
  await page.goto('/account/applications')
}

export const consentStates: readonly ConsentState[] = [
  {
    name: 'sign-in for an application',
    reach: (page) => openApplicationSignIn(page),
    title: 'Sign in',
    text: 'to continue to Ledger Notes',
  },
  {
    name: 'sign-in for an application that expects a wallet',
    reach: (page) => openApplicationSignIn(page, { expectedAddress: '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1' }),
    title: 'Sign in',
    text: 'Ledger Notes expects the wallet 0x90F8…c9C1.',
  },
  {
    name: 'sign-in for an application that asks for a passkey',
    reach: (page) => openApplicationSignIn(page, { wanted: 'passkey' }),
    title: 'Sign in',
    text: 'Ledger Notes asks you to use a passkey.',
  },
  {
    name: 'sign-in for an application that asks for a wallet',
    reach: (page) => openApplicationSignIn(page, { wanted: 'wallet' }),
    title: 'Sign in',
    text: 'Ledger Notes asks you to sign with a wallet.',
    isVariant: true,
  },
  {
    name: 'sign-in for an application, unusable',
    reach: async (page) => {
      await mockCallError(page, matchCallUrl('readInteraction'), 'interaction.unusable')
      await page.goto(`/sign-in?interaction=${interactionId}`)
    },
    title: 'This application’s sign-in has ended or expired.',
    text: 'Return to the application',
  },
  {
    name: 'consent',
    reach: (page) => openConsentPage(page),
    title: 'Ledger Notes wants to know',
    text: 'You go on to notes.example.',
  },
  {
    name: 'consent with a user name to choose',
    reach: openUsernameConsent,
    title: 'Ledger Notes wants to know',
    text: 'It is one name for all applications that you show it to.',
  },
  {
    name: 'consent with a user name of one’s wallet',
    reach: async (page) => {
      await openUsernameConsent(page)
      await page.getByRole('button', { name: 'Take “ada”' }).click()
    },
    title: 'Ledger Notes wants to know',
    text: 'whoever reads it can look up what the wallet holds and has done',
    isVariant: true,
  },
  {
    name: 'consent with a required name that the person does not have, offered again',
    reach: (page) =>
      openConsentPage(page, {
        items: [
          ...createConsentItems('openid', 'wallet'),
          {
            scope: 'profile',
            required: true,
            withheld: false,
            sameElsewhere: false,
            reason: 'Your name is shown next to what you write.',
            missing: true,
          },
        ],
        offeredAgain: true,
      }),
    title: 'Ledger Notes wants to know',
    text: 'Your name is shown next to what you write.',
  },
  {
    name: 'consent with something left out and other services',
    reach: async (page) => {
      await openConsentPage(page, {
        items: createConsentItems('openid', 'wallet', 'proof'),
        resources: [
          {
            resource: 'https://api.notes.example',
            scopes: ['read', 'write'],
            name: 'Notes in the cloud',
            descriptions: [{ scope: 'read', description: 'Read your notes' }],
            claims: ['wallet', 'groups'],
          },
        ],
      })
      await page.getByRole('checkbox', { name: 'Your wallet address' }).uncheck()
    },
    title: 'Ledger Notes wants to know',
    text: 'Left out together with the address.',
  },
  {
    name: 'consent after signing in with another wallet than the one that is known',
    reach: async (page) => {
      const offer = createWalletOffer(testKeys.alice, testKeys.bob)
      const known = offer.wallets[1]?.id ?? null
      await openConsentPage(page, { wallet: { ...offer, known, chosen: known } })
    },
    title: 'Ledger Notes wants to know',
    text: 'Which of your wallets may Ledger Notes know?',
  },
  {
    name: 'consent to nothing but being let in',
    reach: (page) => openConsentPage(page, { items: [], wallet: null }),
    title: 'Ledger Notes wants to be let in',
    text: 'Nothing about you',
  },
  {
    name: 'consent for an application that nobody registered',
    reach: (page) =>
      openConsentPage(page, { application: unregisteredApplication, destination: 'callback.agent.example' }),
    title: 'agent.example wants to know',
    text: '“Helpful Agent”, which nobody has checked',
  },
  {
    name: 'consent for a program on this device that nobody registered',
    reach: (page) =>
      openConsentPage(page, { application: unregisteredApplication, destination: '127.0.0.1:33418', staysHere: true }),
    title: 'agent.example wants to know',
    text: 'Any program on this device can say that it is agent.example.',
  },
  {
    name: 'consent of somebody without a wallet',
    reach: (page) => openConsentPage(page, { wallet: createWalletOffer() }),
    title: 'Ledger Notes wants to know',
    text: 'You have no wallet here that it accepts, so none is shared.',
    isVariant: true,
  },
  {
    name: 'consent under way',
    reach: async (page) => {
      await mockHangingCall(page, matchCallUrl('consent'))
      await openConsentPage(page)
      await page.getByRole('button', { name: 'Allow and continue' }).click()
    },
    title: 'Ledger Notes wants to know',
    text: 'Going on…',
    isVariant: true,
  },
  {
    name: 'consent not taken',
    reach: async (page) => {
      await mockCallError(page, matchCallUrl('consent'), 'database.unavailable')
      await openConsentPage(page)
      await page.getByRole('button', { name: 'Allow and continue' }).click()
    },
    title: 'Ledger Notes wants to know',
    text: 'Nothing was changed. Try again in a moment.',
  },
  {
    name: 'consent unusable',
    reach: async (page) => {
      await mockCallResponse(page, 'readSession', signedInResponse)
      await mockCallError(page, matchCallUrl('readInteraction'), 'interaction.unusable')
      await page.goto(`/consent?interaction=${interactionId}`)
    },
    title: 'This application’s sign-in has ended or expired.',
    text: 'Return to the application',
    isVariant: true,
  },
  {
    name: 'device code',
    reach: (page) => page.goto('/device'),
    title: 'Sign in a device',
    text: 'Such as WDJB-MJHT or 7KQM-RTWX',
  },
  {
    name: 'device code wrong',
    reach: async (page) => {
      await mockCallError(page, matchCallUrl('readDeviceRequest'), 'device.unusable')
      await page.goto('/device?user_code=wdjb-mjht')
    },
    title: 'Sign in a device',
    text: 'This code is wrong, has expired or was already used.',
  },
  {
    name: 'device on the same network',
    reach: (page) => openDeviceRequest(page),
    title: 'Ledger CLI wants to sign in a device',
    text: 'Does your device show exactly this code?',
    isVariant: true,
  },
  {
    name: 'device on another network',
    reach: (page) => openDeviceRequest(page, { sameNetwork: false, networkPrefix: '203.0.113.0/24' }),
    title: 'Ledger CLI wants to sign in a device',
    text: 'The request came from another network than yours.',
  },
  {
    name: 'device signed in',
    reach: async (page) => {
      await mockCallResponse(page, 'approveDevice', undefined)
      await openDeviceRequest(page)
      await page.getByRole('button', { name: 'Sign in this device' }).click()
    },
    title: 'Your device is signed in',
    text: 'Done. You can go back to your device.',
  },
  {
    name: 'device refused',
    reach: async (page) => {
      await mockCallResponse(page, 'denyDevice', undefined)
      await openDeviceRequest(page)
      await page.getByRole('button', { name: 'This was not me' }).click()
    },
    title: 'The device was refused',
    text: 'It is not signed in, and nothing was shared.',
    isVariant: true,
  },
  {
    name: 'sign-out asked for',
    reach: (page) => openSignOutQuestion(page),
    title: 'Sign out of localhost',
    text: 'Ledger Notes asks for it.',
  },
  {
    name: 'sign-out asked for by somebody who is out',
    reach: (page) => openSignOutQuestion(page, signedOutResponse),
    title: 'You are signed out already',
    text: 'There is nothing left to end in this browser.',
  },
  {
    name: 'sign-out unusable',
    reach: async (page) => {
      await mockCallError(page, matchCallUrl('readSignOutRequest'), 'sign_out.unusable')
      await page.goto('/sign-out?request=Rq1_test')
    },
    title: 'This request to sign out has expired or was already used.',
    text: 'You can sign out on your account page.',
    isVariant: true,
  },
  {
    name: 'applications none',
    reach: (page) => openConnectedApplications(page, 0),
    title: 'Your applications',
    text: 'When you sign in to one with this site, it appears here.',
    isVariant: true,
  },
  {
    name: 'applications some',
    reach: (page) => openConnectedApplications(page, 3),
    title: 'Your applications',
    text: 'Ledger Notes',
  },
  {
    name: 'applications many',
    reach: (page) => openConnectedApplications(page, 12, '1.00000000000000000000000000'),
    title: 'Your applications',
    text: 'Show more',
  },
  {
    name: 'applications withdraw',
    reach: async (page) => {
      await openConnectedApplications(page, 2)
      await page.getByRole('button', { name: 'Withdraw what Ledger Notes was allowed' }).click()
    },
    title: 'Your applications',
    text: 'Withdraw from Ledger Notes?',
  },
  {
    name: 'applications change wallet',
    reach: async (page) => {
      await mockCallResponse(page, 'listWallets', {
        items: createWalletOffer(testKeys.alice, testKeys.bob).wallets,
        nextCursor: null,
        most: 20,
      })
      await openConnectedApplications(page, 2)
      await page.getByRole('button', { name: 'Change which wallet Ledger Notes knows' }).click()
      await page.getByRole('radio').nth(1).check()
    },
    title: 'Your applications',
    text: 'Ledger Notes will know that both wallets are yours.',
  },
  {
    name: 'applications change wallet, where some are of other chains',
    reach: async (page) => {
      const { wallets } = createWalletOffer(testKeys.alice, testKeys.bob)
      await mockCallResponse(page, 'listWallets', { items: wallets, nextCursor: null, most: 20 })
      await mockAccountCalls(page)
      const grant = createGrant(0, { choosable: wallets.slice(0, 1).map(({ id }) => id) })
      await mockCallResponse(page, 'listGrants', { items: [grant], nextCursor: null })
      await page.goto('/account/applications')
      await page.getByRole('button', { name: 'Change which wallet Ledger Notes knows' }).click()
    },
    title: 'Your applications',
    text: 'Your other wallets are of chains that Ledger Notes does not accept.',
  },
  {
    name: 'applications unreachable',
    reach: async (page) => {
      await mockAccountCalls(page)
      await mockCallError(page, matchCallUrl('listGrants'), 'database.in_doubt', 30)
      await page.goto('/account/applications')
    },
    title: 'Your applications',
    text: 'The database failed while saving.',
  },
  {
    name: 'error of an application',
    reach: (page) => page.goto('/error?code=application.address_unregistered&request=01k4x9q0e5m3h7t2v8b6n1c0da'),
    title: 'The application’s return address isn’t registered.',
    text: '01k4x9q0e5m3h7t2v8b6n1c0da',
  },
]

/** Brings an empty page into a state, and waits until what is read in it is there. */
export async function reachConsentState(page: Page, { reach, title, text }: ConsentState): Promise<void> {
  await reach(page)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
}
