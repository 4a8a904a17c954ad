// Tests the public page for lost accounts, and what it shows signed-in people about their second
// sign-in method.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { expectAccessible } from '../src/expect-accessible.ts'
import { pressControlByKeyboard } from '../src/press-control-by-keyboard.ts'
import { mockApiEndpointResponse } from '../src/api-response-mocking-test-steps.ts'
import { openAccountWithFakeWallet } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

test('the help page is public and sends no request that fails', async ({ page }) => {
  const refused: string[] = []
  page.on('response', (response) => response.status() >= 400 && refused.push(response.url()))
  await page.goto('/lost')
  await expect(page.getByRole('heading', { level: 1, name: 'If you lose access' })).toBeVisible()
  await expect(page.getByText('There’s no password or email that could get you back in')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute('href', '/sign-in')
  await expect(page.getByText(/^You have/)).toHaveCount(0)
  await expectAccessible(page)
  expect(refused).toEqual([])
})

test('help topics expand by keyboard', async ({ page }) => {
  await page.goto('/lost')
  await pressControlByKeyboard(page, page.locator('summary', { hasText: 'I lost everything' }))
  await expect(page.getByText('They can’t sign in as you or give your identity to another wallet.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('They can’t sign in as you or give your identity to another wallet.')).toBeHidden()
  for (const summary of await page.locator('summary').all()) await summary.click()
  await expectAccessible(page)
})

test('a link with a fragment opens its help topic', async ({ page }) => {
  await page.goto('/lost#stolen-wallet')
  await expect(page.getByText('this site can’t tell the two of you apart')).toBeInViewport()
  await expect(page.getByText('it’s gone with the device')).toBeHidden()
})

test('the help page shows signed-in people whether they have a second sign-in method', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  await page.getByRole('link', { name: 'What if you lose access?' }).click()
  await expect(page.getByText('You have 1 wallet and no passkey.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add a passkey' })).toHaveAttribute('href', '/account/passkeys')
  await expect(page.getByRole('link', { name: 'Go to your account' })).toBeVisible()
  await expectAccessible(page)

  const passkey: ApiEndpointOutput<'listPasskeys'>['items'][number] = {
    id: '0'.repeat(26),
    label: null,
    isSynced: true,
    backedUp: true,
    createdAt: new Date().toISOString(),
    lastUsedAt: new Date().toISOString(),
  }
  await mockApiEndpointResponse(page, 'listPasskeys', {
    items: [passkey],
    nextCursor: null,
    most: 10,
    acceptedCredentials: null,
  })
  await page.reload()
  await expect(page.getByText('You have 1 wallet and 1 passkey.')).toBeVisible()
  await expect(page.getByText('Losing one of them doesn’t lock you out.')).toBeVisible()

  await mockApiEndpointResponse(page, 'listWallets', { items: [], nextCursor: null, most: 10 })
  await page.reload()
  await expect(page.getByText('You have no wallet and 1 passkey.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add another passkey' })).toHaveAttribute('href', '/account/passkeys')
  await expect(page.getByRole('link', { name: 'Link a wallet' })).toHaveAttribute('href', '/account/wallets')
})
