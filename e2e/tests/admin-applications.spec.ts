// Applications in the console: connected, with what to paste into them told at once, looked after, and removed; by each role what it may.
import type { AdminAnswer } from '@countersign/api/admin-calls'
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../src/accessibility.ts'
import { asRole } from '../src/admin.ts'
import { openTab } from '../src/admin-applications.ts'
import { confirmDialog } from '../src/confirm-dialog.ts'
import { press } from '../src/keyboard.ts'
import { answer } from '../src/server-answers.ts'
import { walletName } from '../src/sign-in.ts'
import { choose } from '../src/wallets-page.ts'
import { expect, test } from './test.ts'

const application: AdminAnswer<'listApplications'>['items'][number] = {
  id: 'wiki',
  name: 'Wiki',
  kind: 'web',
  enabled: true,
  origin: 'operator',
  logo: null,
  uri: null,
  people: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  changedAt: '2026-01-01T00:00:00.000Z',
  lastUsedAt: null,
  signInsByDay: [],
}

test('an application is connected: checked as it is typed, pasted from at once, its secret told once', async ({
  page,
  server,
  key,
}) => {
  await asRole(page, server, key, 'administrator')
  await page.goto('/admin/applications')
  await page.getByRole('button', { name: 'Connect an application' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Connect an application' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Team Wiki')
  await expect(page.getByRole('textbox', { name: 'Id', exact: true })).toHaveValue('team-wiki')
  const redirect = page.getByRole('textbox', { name: 'Redirect addresses', exact: true })
  await redirect.fill('http://wiki.example/callback')
  await expect(redirect).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('It appears here as soon as everything above is right.')).toBeVisible()
  await redirect.fill('https://wiki.example/callback')
  await expect(redirect).toHaveAttribute('aria-invalid', 'false')
  await expect(page.getByRole('button', { name: 'Copy: client id' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Connect it' }).click()
  await choose(confirmDialog(page), walletName)
  await expect(page.getByText('“Team Wiki” is connected.')).toBeVisible()
  await expect(page.getByText('Client secret', { exact: true })).toBeVisible()
  await expect(page.getByText(`${server.origin}/.well-known/openid-configuration`)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await page.waitForURL('**/admin/applications/team-wiki')
  await expect(page.getByRole('heading', { level: 1, name: 'Team Wiki' })).toBeVisible()
  await expect(page.getByText('Client secret', { exact: true })).toHaveCount(0)
  await expectAccessible(page)
})

test('a known program asks only for its address, and gets its own names for the settings', async ({
  page,
  server,
  key,
}) => {
  await asRole(page, server, key, 'administrator')
  await page.goto('/admin/new-application')
  await page.getByRole('combobox', { name: 'What is it?' }).selectOption('Grafana')
  await page.getByRole('textbox', { name: /The address at which people open it/ }).fill('https://dash.example/')
  await expect(page.getByRole('textbox', { name: 'Redirect addresses', exact: true })).toHaveValue(
    'https://dash.example/login/generic_oauth',
  )
  await page.getByRole('button', { name: 'Connect it' }).click()
  await choose(confirmDialog(page), walletName)
  await expect(page.getByText('“Grafana” is connected.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy: auth_url' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy: client_secret' })).toBeVisible()
})

test('what is missing is said at its field once somebody tries, and the first of it has the focus', async ({
  page,
  server,
  key,
}) => {
  await asRole(page, server, key, 'administrator')
  await page.goto('/admin/new-application')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await expect(name).toHaveAttribute('aria-invalid', 'false')
  await page.getByRole('button', { name: 'Connect it' }).click()
  await expect(name).toBeFocused()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText(/not right yet/)).toBeVisible()
})

test('an application is changed, given another secret, disabled, enabled and removed', async ({
  page,
  server,
  key,
}) => {
  await asRole(page, server, key, 'owner')
  await connect(page, 'Shop')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const save = page.getByRole('button', { name: 'Save the changes' })
  await expect(save).toHaveCount(0)
  await name.fill('Corner Shop')
  // What is changed in one tab lasts while another is shown, and is saved with it or taken back.
  await openTab(page, 'Access')
  await page.getByRole('checkbox', { name: 'A contract wallet' }).uncheck()
  await page.getByRole('button', { name: 'Discard the changes' }).click()
  await expect(save).toHaveCount(0)
  await expect(page.getByRole('checkbox', { name: 'A contract wallet' })).toBeChecked()
  await openTab(page, 'Overview')
  await expect(name).toHaveValue('Shop')
  await name.fill('Corner Shop')
  await openTab(page, 'Access')
  await page.getByRole('checkbox', { name: 'A contract wallet' }).uncheck()
  await save.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Corner Shop' })).toBeVisible()
  await expect(save).toHaveCount(0)
  await expect(page.getByRole('checkbox', { name: 'A contract wallet' })).not.toBeChecked()

  // What is wrong in a tab that is not shown leads to that tab.
  await openTab(page, 'Connect')
  const redirect = page.getByRole('textbox', { name: 'Redirect addresses', exact: true })
  await redirect.fill('http://shop.example/back')
  await openTab(page, 'Access')
  await save.click()
  await expect(redirect).toBeFocused()
  await page.getByRole('button', { name: 'Discard the changes' }).click()

  await page.getByRole('button', { name: 'Make another secret' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'The old one works on for' }).selectOption('An hour')
  await dialog.getByRole('button', { name: 'Make another secret' }).click()
  await expect(page.getByText('Another secret was made.').first()).toBeVisible()
  await page.getByRole('button', { name: 'End the old one now' }).click()
  await dialog.getByRole('button', { name: 'End the old one now' }).click()
  await expect(page.getByText('Two secrets work now')).toHaveCount(0)
  await page.getByRole('button', { name: 'I have kept it' }).click()

  await openTab(page, 'Danger')
  await page.getByRole('button', { name: 'Disable' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Disable' }).click()
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText('Disabled', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Enable' }).click()
  await expect(page.getByRole('button', { name: 'Disable' })).toBeVisible()

  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(dialog.getByText('That is not “shop”.')).toBeVisible()
  await dialog.getByRole('textbox').fill('shop')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.waitForURL('**/admin/applications')
  await expect(page.getByRole('link', { name: 'Corner Shop' })).toHaveCount(0)
})

test('the JSON view says the same as the fields, both ways, and survives what is no JSON', async ({
  page,
  server,
  key,
}) => {
  await asRole(page, server, key, 'administrator')
  await page.goto('/admin/new-application')
  await page.getByText(/^Everything else/).click()
  await page.getByText('The definition as JSON').click()
  const json = page.getByRole('textbox', { name: 'Definition' })
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Notes')
  await expect(json).toHaveValue(/"name": "Notes"/)
  const definition = JSON.parse(await json.inputValue()) as Record<string, unknown>
  await json.fill(JSON.stringify({ ...definition, name: 'More notes', redirectUris: ['https://notes.example/back'] }))
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('More notes')
  await json.fill('{')
  await expect(page.getByText('That is not a JSON object.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('More notes')
})

test('an accent that cannot be read is told so as it is typed, and one that can is worn by the preview', async ({
  page,
  server,
  key,
}) => {
  await asRole(page, server, key, 'administrator')
  await page.goto('/admin/new-application')
  await page.getByText(/^Everything else/).click()
  const light = page.getByRole('textbox', { name: 'Colour in light mode' })
  await light.fill('#ffee00')
  await expect(page.getByText(/^Contrast 1\.\d+; at least 4\.5 is needed\./)).toBeVisible()
  await light.fill('#7a1fa2')
  await expect(light).toHaveAttribute('aria-invalid', 'false')
  const worn = page
    .getByRole('figure', { name: 'Preview of the sign-in page' })
    .frameLocator('iframe[title="In light mode"]')
    .getByText('Lost yours?')
  await expect(worn).toHaveCSS('color', 'rgb(122, 31, 162)')
})

test('N11 an auditor sees everything and is told why nothing can be changed', async ({ page, server, key }) => {
  await asRole(page, server, key, 'auditor')
  await page.goto('/admin/new-application')
  const connectIt = page.getByRole('button', { name: 'Connect it' })
  await expect(connectIt).toHaveAttribute('aria-disabled', 'true')
  await expect(connectIt).toHaveAccessibleDescription(
    'Only an administrator or an owner can do this. Your role: Auditor.',
  )
  await answer(page, 'listApplications', { items: [], nextCursor: null, total: 0 })
  await page.goto('/admin/applications')
  await expect(page.getByText('No application yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Connect an application' })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
})

test('N4 an application with a name and an address full of script is text and nothing else', async ({
  page,
  server,
  key,
}) => {
  await asRole(page, server, key, 'auditor')
  const name = '<img src=x onerror=alert(1)>‮x'
  await answer(page, 'listApplications', {
    items: [{ ...application, name, uri: 'javascript:alert(1)' }],
    nextCursor: null,
    total: 1,
  })
  await page.goto('/admin/applications')
  await expect(page.getByRole('link', { name: '<img src=x onerror=alert(1)>x' })).toBeVisible()
  await expect(page.locator('a[href^="javascript"]')).toHaveCount(0)
  await expectNoSidewaysScroll(page)
})

test('an overfull list on a phone, by keyboard alone', async ({ page, server, key }) => {
  await asRole(page, server, key, 'auditor')
  const items = Array.from({ length: 50 }, (_, place) => ({
    ...application,
    id: `a${place}`,
    name: `${'Unterkunft'.repeat(5)} ${place}`,
    people: 1_234_567,
    enabled: place % 2 === 0,
    origin: 'registration' as const,
  }))
  await answer(page, 'listApplications', { items, nextCursor: null, total: 50 })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/applications')
  await expect(page.getByRole('row')).toHaveCount(51)
  await expectAccessible(page)
  await press(page, page.getByRole('link', { name: /Unterkunft.* 0$/ }))
  await page.waitForURL('**/admin/applications/a0')
})

/** Connects a website and goes to its page. */
async function connect(page: Page, name: string): Promise<void> {
  await page.goto('/admin/new-application')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page
    .getByRole('textbox', { name: 'Redirect addresses', exact: true })
    .fill(`https://${name.toLowerCase()}.example/callback`)
  await expect(page.getByRole('button', { name: 'Copy: client id' })).toBeVisible()
  await page.getByRole('button', { name: 'Connect it' }).click()
  await choose(confirmDialog(page), walletName)
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await page.waitForURL(`**/admin/applications/${name.toLowerCase()}`)
}
