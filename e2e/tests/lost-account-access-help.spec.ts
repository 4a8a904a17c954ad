// The page for whoever lost something: open to everybody, says what helps before and after, and to who is signed in whether
// they have a second way in.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { expectAccessible } from '../src/expect-accessible.ts'
import { pressControlByKeyboard } from '../src/press-control-by-keyboard.ts'
import { mockApiEndpointResponse } from '../src/api-response-mocking-test-steps.ts'
import { openAccountWithFakeWallet } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

test('is open without signing in, and asks nothing that is refused', async ({ page }) => {
  const refused: string[] = []
  page.on('response', (response) => response.status() >= 400 && refused.push(response.url()))
  await page.goto('/lost')
  await expect(page.getByRole('heading', { level: 1, name: 'If you lose something' })).toBeVisible()
  await expect(page.getByText('There is no password and no e-mail by which anybody could let you in.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'To the sign-in page' })).toHaveAttribute('href', '/sign-in')
  await expect(page.getByText(/^You have/)).toHaveCount(0)
  await expectAccessible(page)
  expect(refused).toEqual([])
})

test('by keyboard alone: what has happened opens, and says what to do', async ({ page }) => {
  await page.goto('/lost')
  await pressControlByKeyboard(page, page.locator('summary', { hasText: 'I lost everything' }))
  await expect(
    page.getByText('They can neither sign in as you nor give your identity to another wallet.'),
  ).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('They can neither sign in as you nor give your identity to another wallet.')).toBeHidden()
  for (const summary of await page.locator('summary').all()) await summary.click()
  await expectAccessible(page)
})

test('a link can name what has happened', async ({ page }) => {
  await page.goto('/lost#stolen-wallet')
  await expect(page.getByText('this site cannot tell the two of you apart')).toBeInViewport()
  await expect(page.getByText('it is gone with the device')).toBeHidden()
})

test('says to who is signed in whether they have a second way in', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  await page.getByRole('link', { name: 'What if you lose something?' }).click()
  await expect(page.getByText('You have 1 wallet and no passkey.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add a passkey' })).toHaveAttribute('href', '/account/passkeys')
  await expect(page.getByRole('link', { name: 'To your account' })).toBeVisible()
  await expectAccessible(page)

  const passkey: ApiEndpointOutput<'listPasskeys'>['items'][number] = {
    id: '0'.repeat(26),
    label: null,
    isSynced: true,
    backedUp: true,
    createdAt: new Date().toISOString(),
    lastUsedAt: new Date().toISOString(),
  }
  await mockApiEndpointResponse(page, 'listPasskeys', { items: [passkey], nextCursor: null, most: 10 })
  await page.reload()
  await expect(page.getByText('You have 1 wallet and 1 passkey.')).toBeVisible()
  await expect(page.getByText('Losing one of them does not lock you out.')).toBeVisible()

  await mockApiEndpointResponse(page, 'listWallets', { items: [], nextCursor: null, most: 10 })
  await page.reload()
  await expect(page.getByText('You have no wallet and 1 passkey.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add another passkey' })).toHaveAttribute('href', '/account/passkeys')
  await expect(page.getByRole('link', { name: 'Link a wallet' })).toHaveAttribute('href', '/account/wallets')
})
