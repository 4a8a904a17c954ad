// Tests chunk load failures (code splitting): "Try again" reloads the chunk, and no wallet
// disappears silently.
import type { Page } from '@playwright/test'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { signInWithRole } from '../src/admin-role-browser-test-steps.ts'
import { chooseDemonstrationWallet } from '../src/demonstration-wallet-test-steps.ts'
import { clickAnotherDeviceButton } from '../src/cross-device-page-test-steps.ts'
import {
  expectAccountPage,
  installFakeWallet,
  openAccountWithFakeWallet,
  signInByApi,
} from '../src/wallet-sign-in-test-steps.ts'
import {
  findLinkWalletButton,
  openAccountWalletsPage,
  signInWithFakeFoxWallet,
} from '../src/wallets-page-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

test.use({ allowedErrors: /503 \/assets\// })

/**
 * Responds with 503 while `isFailing` returns true.
 * @param pattern file name without folder and extension
 * @returns the number of failed requests
 */
async function failWhile(page: Page, pattern: string, isFailing: (failed: number) => boolean): Promise<() => number> {
  let failed = 0
  await page.route(`**/assets/${pattern}.js`, (route) => {
    if (!isFailing(failed)) return route.fallback()
    failed += 1
    return route.fulfill({ status: 503, headers: { 'cache-control': 'no-store' } })
  })
  return () => failed
}

const failFirst = (page: Page, pattern: string) => failWhile(page, pattern, (failed) => failed === 0)

const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again', exact: true })
const openArea = (page: Page, name: string) =>
  page.getByRole('navigation').first().getByRole('link', { name, exact: true }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

const accountFiles = [
  { kind: 'a screen', pattern: 'PasskeysScreen-*', area: 'Passkeys', title: 'Passkeys' },
  { kind: 'a shared chunk', pattern: 'account-screens-*', area: 'Passkeys', title: 'Passkeys' },
  { kind: 'a screen’s messages', pattern: 'messages/*/en/consent', area: 'Applications', title: 'Your applications' },
]

for (const { kind, pattern, area, title } of accountFiles)
  test(`account: "Try again" reloads ${kind} that failed to load once`, async ({ page, key }) => {
    await openAccountWithFakeWallet(page, key)
    const failed = await failFirst(page, pattern)
    await openArea(page, area)
    await tryAgain(page).click()
    await expect(heading(page, title)).toBeVisible()
    expect(failed()).toBe(1)
  })

const adminFiles = [
  { kind: 'a screen', pattern: 'PeopleScreen-*' },
  { kind: 'a shared chunk', pattern: 'use-people-columns-*' },
  { kind: 'a screen’s messages', pattern: 'messages/*/en/admin-screens' },
]

for (const { kind, pattern } of adminFiles)
  test(`admin console: "Try again" reloads ${kind} that failed to load once`, async ({ page, server, key }) => {
    await signInWithRole(page, server, key, 'owner')
    await page.goto('/admin')
    await expect(heading(page, 'Overview')).toBeVisible()
    const failed = await failFirst(page, pattern)
    await openArea(page, 'People')
    await tryAgain(page).click()
    await expect(heading(page, 'People')).toBeVisible()
    expect(failed()).toBe(1)
  })

for (const pattern of ['LinkWalletWizard-*', 'start-signIn-*', 'StepUpForm-*', 'non-ethereum-wallet-discovery-*'])
  test(`the link dialog recovers after ${pattern.slice(0, -2)} failed to load once`, async ({ page, key }) => {
    await signInWithFakeFoxWallet(page, { fox: key, rabbit: createEthereumTestKey(58_001) })
    await openAccountWalletsPage(page)
    const failed = await failFirst(page, pattern)
    await findLinkWalletButton(page).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    if (pattern !== 'non-ethereum-wallet-discovery-*') await tryAgain(page).click()
    await expect(dialog.getByRole('button', { name: 'Fox' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Demonstration wallet' })).toBeVisible()
    expect(failed()).toBe(1)
  })

test('a screen that cannot load offline says so, and loads once the browser is online again', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  await page.context().setOffline(true)
  await openArea(page, 'Passkeys')
  await expect(page.getByText('You’re offline.')).toBeVisible()
  await page.context().setOffline(false)
  await tryAgain(page).click()
  await expect(heading(page, 'Passkeys')).toBeVisible()
})

test('sign-in recovers after the cross-device code failed to load', async ({ page, key }) => {
  await installFakeWallet(page, key)
  let isFailing = true
  await failWhile(page, 'CrossDeviceProofPanel-*', () => isFailing)
  await page.goto('/sign-in')
  await clickAnotherDeviceButton(page)
  await expect(page.getByRole('heading', { name: 'The server isn’t responding.' })).toBeVisible()
  isFailing = false
  await page.getByRole('button', { name: 'Try now' }).click()
  await expect(page.getByRole('img', { name: /^QR code for / })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Test Wallet 1' }).click()
  await expectAccountPage(page)
})

for (const family of ['Solana', 'Bitcoin'] as const)
  test(`a wallet with a ${family} account is offered after its code failed to load once`, async ({ page }) => {
    const failed = await failFirst(page, 'non-ethereum-wallet-discovery-*')
    await page.goto('/sign-in')
    await chooseDemonstrationWallet(page, family)
    await expect(page.getByRole('dialog').getByText(`Your ${family} address here`)).toBeVisible()
    expect(failed()).toBe(1)
  })

test('wallets whose code keeps failing to load are reported missing, and offered after "Try now"', async ({ page }) => {
  let isFailing = true
  await failWhile(page, 'base58-*', () => isFailing)
  // The page retries automatically at first, so the failure lasts until the button is pressed.
  await page.exposeFunction('stopFailing', () => (isFailing = false))
  await page.addInitScript(() => addEventListener('pointerdown', () => Reflect.get(globalThis, 'stopFailing')()))
  await page.goto('/sign-in')
  const missing = page.getByText('Some wallets couldn’t be loaded.')
  await expect(missing).toBeVisible()
  await page.getByRole('button', { name: 'Try now' }).click()
  await chooseDemonstrationWallet(page, 'Solana')
  await expect(missing).toBeHidden()
})

test('a page whose first chunk failed to load recovers through its reload link', async ({ page }) => {
  const failed = await failFirst(page, 'PublicHomeScreen-*')
  await page.goto('/')
  await page.getByRole('link', { name: 'Reload page' }).click()
  await expect(heading(page, 'Sign in without a password')).toBeVisible()
  expect(failed()).toBe(1)
})

test.describe('Chunk load failures in German', () => {
  test.use({ locale: 'de-DE' })

  test('the offline notice is translated', async ({ page, context, server, key }) => {
    await signInByApi(context, server.origin, key)
    await page.goto('/account')
    await expect(heading(page, 'Ihre Identität')).toBeVisible()
    await context.setOffline(true)
    await openArea(page, 'Passkeys')
    await expect(page.getByText('Sie sind offline.')).toBeVisible()
  })
})
