// Tests sign-up with a passkey on a server that enables it and lists no wallets.
import { devices } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/expect-accessible.ts'
import {
  createOidcInteractionFixture,
  createConsentItemFixtures,
  registeredApplicationFixture,
} from '../src/consent-and-connected-application-fixtures.ts'
import { addVirtualAuthenticator } from '../src/virtual-authenticator.ts'
import type { VirtualAuthenticator } from '../src/virtual-authenticator.ts'
import { expectAccountPageComplete, returnToSignInPage, findUsePasskeyButton } from '../src/passkey-page-test-steps.ts'
import {
  createApiEndpointUrlMatcher,
  mockApiEndpointResponse,
  mockApiEndpointError,
  mockDemonstrationWalletNotFound,
} from '../src/api-response-mocking-test-steps.ts'
import { expectAccountPage } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

test.use({
  serverSettings: {
    COUNTERSIGN_PASSKEY_SIGN_UP: 'on',
    COUNTERSIGN_FEATURED_WALLETS: '',
    COUNTERSIGN_SIGN_UPS_PER_NETWORK_PER_MINUTE: '1000',
    COUNTERSIGN_SIGN_UPS_PER_MINUTE: '1000',
  },
})

const getCreatePasskeyButton = (page: Page) => page.getByRole('button', { name: 'Create a passkey' })

async function openNoWalletPage(page: Page, path = '/sign-in'): Promise<VirtualAuthenticator> {
  const authenticator = await addVirtualAuthenticator(page)
  await mockDemonstrationWalletNotFound(page)
  await page.goto(path)
  await page.getByRole('button', { name: 'I don’t have a wallet' }).click()
  await expect(page.getByRole('heading', { name: 'What is a wallet?' })).toBeFocused()
  return authenticator
}

async function completeSignUp(page: Page): Promise<void> {
  const authenticator = await openNoWalletPage(page)
  await expect(page.getByRole('heading', { name: 'Get a wallet' })).toHaveCount(0)
  await expectAccessible(page)
  await authenticator.setUserVerified(false)
  await getCreatePasskeyButton(page).click()
  await expect(page.getByRole('main').getByText('No passkey was created.')).toBeVisible()
  await expect(page.getByRole('status')).toContainText('No passkey was created.')
  await expectAccessible(page)
  expect(await authenticator.passkeys()).toEqual([])

  await authenticator.setUserVerified(true)
  await getCreatePasskeyButton(page).click()
  await expect(page.getByRole('heading', { name: 'Signed in with your passkey.' })).toBeFocused()
  await expectAccountPage(page)
  await expectAccessible(page)
  await page.goto('/account/wallets')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Your wallets' }).getByRole('listitem')).toHaveCount(0)
  await page.goto('/account')
  await expectAccountPageComplete(page)

  const [passkey] = await authenticator.passkeys()
  expect(passkey).toMatchObject({ isResidentCredential: true, rpId: 'localhost' })
  await page.context().clearCookies()
  await page.goto('/')
  await returnToSignInPage(page, authenticator)
  await findUsePasskeyButton(page).click()
  await expectAccountPage(page)
}

test('a person without a wallet signs up with a passkey on a computer', async ({ page }) => {
  test.slow()
  await completeSignUp(page)
})

test.describe(() => {
  const { userAgent, deviceScaleFactor, viewport } = devices['Pixel 7']
  test.use({ userAgent, deviceScaleFactor, viewport, isMobile: true, hasTouch: true })

  test('a person without a wallet signs up with a passkey on a phone', async ({ page }) => {
    test.slow()
    await completeSignUp(page)
  })

  test('no wallet links are shown on a phone if the operator features no wallets', async ({ page }) => {
    await mockDemonstrationWalletNotFound(page)
    await page.goto('/sign-in')
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Open in / })).toHaveCount(0)
  })
})

for (const [code, title] of [
  ['passkey.refused', 'This passkey wasn’t accepted.'],
  ['challenge.invalid', 'That took too long.'],
  ['sign_up.disabled', 'You can no longer create an identity with a passkey here.'],
  ['rate.limited', 'Too many attempts.'],
] as const)
  test(`passkey sign-up shows the server’s refusal: ${code}`, async ({ page }) => {
    await openNoWalletPage(page)
    await mockApiEndpointError(
      page,
      createApiEndpointUrlMatcher('signUpWithPasskey'),
      code,
      code === 'rate.limited' ? 8 : undefined,
    )
    await getCreatePasskeyButton(page).click()
    await expect(page.getByRole('main').getByText(title)).toBeVisible()
    if (code === 'rate.limited') await expect(page.getByRole('button', { name: /^Try again in \d s$/ })).toBeVisible()
    await expectAccessible(page)
  })

test('passkey sign-up warns that the application asks for a wallet and may refuse', async ({ page }) => {
  await mockApiEndpointResponse(
    page,
    'readInteraction',
    createOidcInteractionFixture({
      application: registeredApplicationFixture,
      items: createConsentItemFixtures('openid', 'wallet'),
    }),
  )
  await page.route(createApiEndpointUrlMatcher('createChallenge'), (route) =>
    route.fallback({ postData: '{"purpose":"sign-in"}' }),
  )
  await openNoWalletPage(page, '/sign-in?interaction=abc')
  await expect(
    page.getByText('Ledger Notes asks for a wallet. You can continue without one, but it may refuse you.'),
  ).toBeVisible()
  await expect(getCreatePasskeyButton(page)).toBeVisible()
  await expectAccessible(page)
})

test('passkey sign-up is not offered for an application that accepts no passkeys', async ({ page }) => {
  await mockApiEndpointResponse(
    page,
    'readInteraction',
    createOidcInteractionFixture({
      application: registeredApplicationFixture,
      accepts: { signInMethods: ['key', 'contract'], chains: [] },
      requestedMethod: 'wallet',
    }),
  )
  await page.route(createApiEndpointUrlMatcher('createChallenge'), (route) =>
    route.fallback({ postData: '{"purpose":"sign-in"}' }),
  )
  await openNoWalletPage(page, '/sign-in?interaction=abc')
  await expect(page.getByText('Ledger Notes requires a wallet. A passkey isn’t enough.')).toBeVisible()
  await expect(getCreatePasskeyButton(page)).toHaveCount(0)
  await expectAccessible(page)
})
