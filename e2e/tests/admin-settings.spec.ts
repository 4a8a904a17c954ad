// Tests the settings page: visible to owners only, with settings that can be edited, and the
// environment variables of those that cannot.
import { expectAccessible, expectNoHorizontalScroll } from '../src/expect-accessible.ts'
import { signInWithRole } from '../src/admin-role-browser-test-steps.ts'
import { findStepUpDialog } from '../src/find-step-up-dialog.ts'
import { firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import { chooseWalletInDialog } from '../src/wallets-page-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

test('an owner views and searches the settings and creates the next signing keys', async ({ page, server, key }) => {
  test.slow()
  await signInWithRole(page, server, key, 'owner')
  await page.goto('/admin/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  const tabs = page.getByRole('navigation', { name: 'Parts of the settings' })
  const set = page.getByRole('list', { name: 'Server settings' })
  await tabs.getByRole('link', { name: 'Server' }).click()
  await expect(page).toHaveURL(/\/admin\/settings\/server$/)
  const database = set.getByRole('listitem').filter({ has: page.getByText('COUNTERSIGN_DATABASE', { exact: true }) })
  await expect(database).toContainText('Changed')
  await database.locator('summary').click()
  await expect(database.getByText('The environment')).toBeVisible()
  // A search finds the settings of all tabs, and keeps the open tab.
  const search = page.getByRole('searchbox', { name: 'Server settings' })
  await search.fill('smtp_host')
  await expect(set.getByText('Mail server', { exact: true })).toBeVisible()
  await search.fill('')
  await expect(set.getByText('Public address', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  // Changed limits are listed; the others appear on request.
  await tabs.getByRole('link', { name: 'Limits' }).click()
  const limits = page.getByRole('list', { name: 'Sign-in' })
  await expect(limits.getByText('Sign-ins in total')).toBeVisible()
  await expect(page.getByText('Wallets per person', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: /^Show all \d+ limits$/ }).click()
  await expect(
    page.getByRole('list', { name: 'People' }).getByText('Wallets per person', { exact: true }),
  ).toBeVisible()
  await tabs.getByRole('link', { name: 'Signing keys' }).click()
  await page.getByRole('button', { name: 'Create next keys' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create next keys' }).click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await expect(page.getByText(/^(Created \d+ keys?|The next keys already exist)\.$/).first()).toBeVisible()
  await page.goBack()
  await expect(limits).toBeVisible()
})

test('links to a part of the settings open its tab', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'owner')
  await page.goto('/admin/settings#chains')
  await expect(page).toHaveURL(/\/admin\/settings\/chains$/)
  await expect(page.getByRole('heading', { name: 'Chains', exact: true })).toBeVisible()
  await page.goto('/admin/settings/limits#COUNTERSIGN_WALLETS_PER_PERSON')
  await expect(page.getByText('COUNTERSIGN_WALLETS_PER_PERSON', { exact: true })).toBeInViewport()
  await page.goto('/admin/settings/nothing')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
})

test('an accent color with too little contrast is flagged while typing and not saved', async ({
  page,
  server,
  key,
}) => {
  await signInWithRole(page, server, key, 'owner')
  await page.goto('/admin/settings')
  const light = page.getByRole('textbox', { name: 'Color in light mode' })
  await light.fill('#ffee00')
  await expect(page.getByText(/^Contrast 1\.\d+; it must be at least 4\.5\./)).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(light).toBeFocused()
  await light.fill('#7a1fa2')
  await expect(page.getByText(/^Contrast \d+\.?\d*: readable\./)).toBeVisible()
})

test('the sign-in preview follows every change in both modes and is not interactive', async ({ page, server, key }) => {
  test.slow()
  await signInWithRole(page, server, key, 'owner')
  await page.goto('/admin/settings')
  const preview = page.getByRole('figure', { name: 'Preview of the sign-in page' })
  const shown = preview.frameLocator('iframe').locator('body')
  await expect(shown).toContainText('Countersign')
  await page.getByRole('textbox', { name: 'Site name' }).fill('Guild of Lamps')
  await page.getByRole('textbox', { name: 'Color in light mode' }).fill('#6a1b4d')
  await page.getByRole('textbox', { name: 'Color in dark mode' }).fill('#f0a8d0')
  await page.getByRole('textbox', { name: 'Link to the terms' }).fill('https://guild.example/terms')
  for (const [mode, color] of [
    ['Dark', 'rgb(240, 168, 208)'],
    ['Light', 'rgb(106, 27, 77)'],
  ] as const) {
    await preview.getByRole('radio', { name: mode }).check()
    await expect(shown).toContainText('Guild of Lamps')
    await expect(shown).toContainText('Terms')
    await expect(shown).toContainText('Deutsch')
    await expect(shown.getByText('Lost your wallet?')).toHaveCSS('color', color)
  }
  await page.getByRole('checkbox', { name: 'Deutsch' }).uncheck()
  await expect(shown).not.toContainText('Deutsch')
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoHorizontalScroll(page)
  // Keyboard focus skips the preview, and the tab keeps the title of the settings page.
  await preview.getByRole('radio', { name: 'Phone' }).focus()
  await page.keyboard.press('Tab')
  await expect(preview.locator(':focus')).toHaveCount(0)
  await expect(page).toHaveTitle(/^Settings · /)
  await page.goto('/sign-in')
  await expect(page.getByRole('contentinfo')).toContainText('Countersign')
})

test('N11: only owners can see the settings; other roles see the reason', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'administrator')
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/admin/settings') && asked.push(request.url()))
  await page.goto('/admin/settings')
  await expect(page.getByText('Only owners can see the settings')).toBeVisible()
  await expect(page.getByText('Only an owner can do this. Your role: Administrator.')).toBeVisible()
  expect(asked).toEqual([])
  await expectAccessible(page)
})
