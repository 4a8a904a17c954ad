// Tests admin API tokens: created with at most the creator's permissions, shown once, listed and
// revoked.
import { expectAccessible, expectNoHorizontalScroll } from '../src/expect-accessible.ts'
import { signInWithRole } from '../src/admin-role-browser-test-steps.ts'
import { findStepUpDialog } from '../src/find-step-up-dialog.ts'
import { pressControlByKeyboard } from '../src/press-control-by-keyboard.ts'
import { deceptiveDisplayNames, xssPayloads } from '../src/xss-payloads.ts'
import {
  createApiEndpointUrlMatcher,
  mockApiEndpointResponse,
  mockApiEndpointError,
} from '../src/api-response-mocking-test-steps.ts'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { shortenAddress, firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import { chooseWalletInDialog } from '../src/wallets-page-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

test('a token is created by keyboard, shown once, works, and is refused after revocation', async ({
  page,
  server,
  key,
}) => {
  await signInWithRole(page, server, key, 'administrator')
  await page.goto('/admin/tokens')
  await expect(page.getByText('No tokens yet')).toBeVisible()
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Create token' }))
  const dialog = page.getByRole('dialog', { name: 'Create token' })
  await pressControlByKeyboard(page, dialog.getByRole('button', { name: 'Create token' }))
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expect(dialog.getByText('Enter a name, so that you recognize it later.')).toBeVisible()
  await expect(dialog.getByText('Choose at least one permission.')).toBeVisible()
  await page.keyboard.type('Nightly report')
  await pressControlByKeyboard(page, dialog.getByRole('checkbox', { name: 'Read people' }), 'Space')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  const notice = page.getByText('“Nightly report” was created.')
  await expect(notice).toBeVisible()
  const secret = await page.locator('main code.select-all').innerText()
  const ask = (path: string) =>
    page
      .context()
      .request.get(`${server.origin}${path}`, { headers: { authorization: `Bearer ${secret}`, cookie: '' } })
  expect((await ask('/api/admin/people')).status()).toBe(200)
  expect((await ask('/api/admin/applications')).status()).toBe(403)
  await page.getByRole('button', { name: 'I’ve saved it' }).click()
  await expect(page.getByText(secret)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('row', { name: /Nightly report/ })).toContainText('Read people')
  await expect(page.getByText(secret)).toHaveCount(0)
  await page.getByRole('button', { name: 'Revoke Nightly report' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('row', { name: /Nightly report/ })).toContainText('Revoked')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect((await ask('/api/admin/people')).status()).toBe(401)
  await expect(findStepUpDialog(page)).toHaveCount(0)
})

test('token permissions beyond the creator’s role cannot be selected, and the reason is shown', async ({
  page,
  server,
  key,
}) => {
  await signInWithRole(page, server, key, 'auditor')
  await page.goto('/admin/tokens')
  await page.getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create token' })
  const box = dialog.getByRole('checkbox', { name: 'Change groups' })
  await box.click({ force: true })
  await expect(box).not.toBeChecked()
  await expect(box).toHaveAccessibleDescription('Only an administrator or an owner can do this. Your role: Auditor.')
  await dialog.getByRole('checkbox', { name: 'Read people' }).check()
  // Permissions that would let a token renew itself are not offered.
  await expect(dialog.getByRole('checkbox', { name: 'Create tokens' })).toHaveCount(0)
  await expectAccessible(page)
})

test('owners see and revoke tokens of all creators; other roles see only their own', async ({
  page,
  browser,
  server,
  key,
}) => {
  test.slow()
  const other = await browser.newContext({ baseURL: server.origin })
  const theirs = await other.newPage()
  const makerKey = createEthereumTestKey(7301)
  await signInWithRole(theirs, server, makerKey, 'auditor')
  await theirs.goto('/admin/tokens')
  await theirs.getByRole('button', { name: 'Create token' }).click()
  const dialog = theirs.getByRole('dialog', { name: 'Create token' })
  await dialog.getByLabel('Name').fill('Audit of the night')
  await dialog.getByRole('checkbox', { name: 'Read everyone’s activity' }).check()
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await chooseWalletInDialog(findStepUpDialog(theirs), firstFakeWalletName)
  await expect(theirs.getByText('“Audit of the night” was created.')).toBeVisible()

  await signInWithRole(page, server, key, 'owner')
  await page.goto('/admin/tokens')
  await expect(page.getByText('As an owner, you see everyone’s tokens')).toBeVisible()
  await page.getByRole('searchbox').fill('audit of')
  const row = page.getByRole('row', { name: /Audit of the night/ })
  await expect(row).toContainText(shortenAddress(makerKey.address))
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Revoke Audit of the night' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await expect(row).toContainText('Revoked')

  await theirs.reload()
  await expect(theirs.getByRole('row', { name: /Audit of the night/ })).toContainText('Revoked')
  await expect(theirs.getByText('As an owner, you see everyone’s tokens')).toHaveCount(0)
  await other.close()
})

test('N4: hostile token names are shown as text', async ({ page, server, key }) => {
  const id = await signInWithRole(page, server, key, 'owner')
  const now = Date.now()
  const at = (days: number) => new Date(now + days * 86_400_000).toISOString()
  await mockApiEndpointResponse(page, 'listApiTokens', {
    items: [...xssPayloads, ...deceptiveDisplayNames].map((name, index) => ({
      id: `t${String(index).padStart(25, '0')}`,
      name,
      permissions: ['people.read', name.slice(0, 60)],
      isLogin: index % 2 === 0,
      createdBy: { id, displayName: name, address: key.address, walletName: name },
      createdAt: at(-2),
      expiresAt: at(index % 3 === 0 ? -1 : 30),
      lastUsedAt: null,
      revokedAt: index % 3 === 1 ? at(-1) : null,
    })),
    nextCursor: null,
    total: null,
  })
  await page.goto('/admin/tokens')
  await expect(page.getByRole('row')).toHaveCount(xssPayloads.length + deceptiveDisplayNames.length + 1)
  await expect(page.getByText('Expired').first()).toBeVisible()
  expect(await page.evaluate(() => 'taken' in window)).toBe(false)
  await expect(page.getByRole('table').locator('img, iframe, script, style, base, meta')).toHaveCount(0)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
})

test('the token list in German offers a retry after an error', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'auditor')
  const list = createApiEndpointUrlMatcher('listApiTokens')
  await mockApiEndpointError(page, list, 'server.error')
  await page.goto('/admin/tokens?lang=de')
  await expect(page.getByRole('heading', { level: 1, name: 'Token' })).toBeVisible()
  const retry = page.getByRole('button', { name: 'Noch einmal versuchen' })
  await expect(retry).toBeVisible()
  await page.unroute(list)
  await retry.click()
  await expect(page.getByText('Noch keine Tokens')).toBeVisible()
  await expectAccessible(page)
})
