// Opens the pages on which a person decides about an application; the server’s part is played by answers in its place.
import type { EndpointOutput } from '@countersign/api/api-endpoints'
import type { Page } from '@playwright/test'
import { installFakeEthereumWallets } from '@countersign/testing/fake-ethereum-wallet'
import {
  createChallengeResponse,
  createDeviceRequest,
  createGrant,
  createInteraction,
  createConsentItems,
  registeredApplication,
  signedInSessionResponse,
} from './application-fixtures.ts'
import { mockEndpointResponse, disableDemonstrationWallet } from './mock-responses.ts'

export const interactionId = 'Xk3_test'

/** Opens the sign-in page that an application asks for. */
export async function openApplicationSignIn(
  page: Page,
  given: Parameters<typeof createInteraction>[0] = {},
): Promise<void> {
  await disableDemonstrationWallet(page)
  await installFakeEthereumWallets(page, [{ behavior: 'good' }])
  await mockEndpointResponse(page, 'readInteraction', createInteraction({ prompt: 'sign-in', ...given }))
  await mockEndpointResponse(page, 'createChallenge', createChallengeResponse(new Date()))
  await mockEndpointResponse(page, 'createPasskeySignIn', {
    challenge: 'AAAA',
    rpId: 'localhost',
    allow: [],
    timeoutMs: 300_000,
  })
  await page.goto(`/sign-in?interaction=${interactionId}`)
}

/** Opens the page that asks for consent, as somebody who is signed in. */
export async function openConsentPage(page: Page, given: Parameters<typeof createInteraction>[0] = {}): Promise<void> {
  await mockEndpointResponse(page, 'readSession', signedInSessionResponse)
  await mockEndpointResponse(page, 'readInteraction', createInteraction(given))
  await page.goto(`/consent?interaction=${interactionId}`)
}

/** Opens the page that asks for consent to the user name, as somebody who has none, and is offered two. */
export async function openUsernameConsent(page: Page): Promise<void> {
  const suggestions: EndpointOutput<'readUsernames'>['suggestions'] = [
    { name: 'calm-otter-42', from: 'words' },
    { name: 'ada', from: 'wallet-name' },
  ]
  await mockEndpointResponse(page, 'readUsernames', { name: null, previousUsernames: [], left: 5, suggestions })
  await openConsentPage(page, { items: createConsentItems('openid', 'profile', 'user_name') })
}

/** Opens the question whether a device may sign in. */
export async function openDeviceRequest(
  page: Page,
  given: Parameters<typeof createDeviceRequest>[0] = {},
): Promise<void> {
  await mockEndpointResponse(page, 'readDeviceRequest', createDeviceRequest(given))
  await page.goto('/device?user_code=wdjbmjht')
}

/** Opens the question whether to sign out, as somebody who is signed in or as nobody. */
export async function openSignOutConfirmation(page: Page, here = signedInSessionResponse): Promise<void> {
  await mockEndpointResponse(page, 'readSession', here)
  await mockEndpointResponse(page, 'readSignOutRequest', { application: registeredApplication })
  await page.goto('/sign-out?request=Rq1_test')
}

/** Answers what every page of the account asks: who is signed in, without a role, and that there is nothing new. */
export async function mockAccountEndpoints(page: Page): Promise<void> {
  await mockEndpointResponse(page, 'readSession', signedInSessionResponse)
  await mockEndpointResponse(page, 'listUntrustedBrowsers', { items: [], nextCursor: null, pendingMerges: 0 })
  await mockEndpointResponse(page, 'readAdminSession', { roles: [], permissions: [], trusted: true })
}

/** Opens the list of applications. */
export async function openConnectedApplications(
  page: Page,
  count: number,
  nextCursor: string | null = null,
): Promise<void> {
  await mockAccountEndpoints(page)
  await mockEndpointResponse(page, 'listGrants', {
    items: Array.from({ length: count }, (_, number) => createGrant(number)),
    nextCursor,
  })
  await page.goto('/account/applications')
}
