import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { Page } from '@playwright/test'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { installFakeEthereumWallets } from '@countersign/testing/fake-ethereum-wallet'
import {
  createChallengeFixture,
  createDeviceRequestFixture,
  createApplicationGrantFixture,
  createOidcInteractionFixture,
  createConsentItemFixtures,
  createWalletChoiceFixtures,
  registeredApplicationFixture,
  signedInSessionFixture,
} from './consent-and-connected-application-fixtures.ts'
import { mockApiEndpointResponse, mockDemonstrationWalletNotFound } from './api-response-mocking-test-steps.ts'

export const testOidcInteractionId = 'Xk3_test'

export async function openApplicationSignIn(
  page: Page,
  given: Parameters<typeof createOidcInteractionFixture>[0] = {},
): Promise<void> {
  await mockDemonstrationWalletNotFound(page)
  await installFakeEthereumWallets(page, [{ behavior: 'good' }])
  await mockApiEndpointResponse(page, 'readInteraction', createOidcInteractionFixture({ prompt: 'sign-in', ...given }))
  await mockApiEndpointResponse(page, 'createChallenge', createChallengeFixture(new Date()))
  await mockApiEndpointResponse(page, 'createPasskeySignIn', {
    challenge: 'AAAA',
    rpId: 'localhost',
    allow: [],
    timeoutMs: 300_000,
  })
  await page.goto(`/sign-in?interaction=${testOidcInteractionId}`)
}

export async function openConsentPage(
  page: Page,
  given: Parameters<typeof createOidcInteractionFixture>[0] = {},
): Promise<void> {
  await mockApiEndpointResponse(page, 'readSession', signedInSessionFixture)
  await mockApiEndpointResponse(page, 'readInteraction', createOidcInteractionFixture(given))
  await page.goto(`/consent?interaction=${testOidcInteractionId}`)
}

/** The person has two wallets and a verified email address. */
export async function openSixItemConsentPage(page: Page): Promise<void> {
  await mockApiEndpointResponse(page, 'readEmail', {
    offered: true,
    address: 'ada@example.com',
    verifiedAt: '2026-01-05T09:00:00.000Z',
    awaited: null,
  })
  await openConsentPage(page, {
    items: createConsentItemFixtures('openid', 'profile', 'email', 'wallet', 'groups', 'offline_access'),
    wallet: createWalletChoiceFixtures(ethereumTestKeys.alice, ethereumTestKeys.bob),
  })
}

/** The person has no username and is offered two. */
export async function openUsernameConsentPage(page: Page): Promise<void> {
  const suggestions: ApiEndpointOutput<'readUsernames'>['suggestions'] = [
    { name: 'calm-otter-42', from: 'words' },
    { name: 'ada', from: 'wallet-name' },
  ]
  await mockApiEndpointResponse(page, 'readUsernames', { name: null, previousUsernames: [], left: 5, suggestions })
  await openConsentPage(page, { items: createConsentItemFixtures('openid', 'profile', 'user_name') })
}

export async function openDeviceRequestPage(
  page: Page,
  given: Parameters<typeof createDeviceRequestFixture>[0] = {},
): Promise<void> {
  await mockApiEndpointResponse(page, 'readDeviceRequest', createDeviceRequestFixture(given))
  await page.goto('/device?user_code=wdjbmjht')
}

export async function openSignOutConfirmation(page: Page, here = signedInSessionFixture): Promise<void> {
  await mockApiEndpointResponse(page, 'readSession', here)
  await mockApiEndpointResponse(page, 'readSignOutRequest', { application: registeredApplicationFixture })
  await page.goto('/sign-out?request=Rq1_test')
}

/** Mocks what every account page requests: a session without roles, and an empty list of alerts. */
export async function mockAccountApiEndpoints(page: Page): Promise<void> {
  await mockApiEndpointResponse(page, 'readSession', signedInSessionFixture)
  await mockApiEndpointResponse(page, 'listUntrustedBrowsers', { items: [], nextCursor: null, pendingMerges: 0 })
  await mockApiEndpointResponse(page, 'readAdminSession', { roles: [], permissions: [], trusted: true })
}

export async function openConnectedApplications(
  page: Page,
  count: number,
  nextCursor: string | null = null,
): Promise<void> {
  await mockAccountApiEndpoints(page)
  await mockApiEndpointResponse(page, 'listGrants', {
    items: Array.from({ length: count }, (_, number) => createApplicationGrantFixture(number)),
    nextCursor,
  })
  await page.goto('/account/applications')
}
