import { interfaceLanguages } from '@countersign/api/interface-languages'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectRenderedPageAccessible, renderAdminPage } from '../../../testing/render-admin-page-for-tests.tsx'
import type { ServerSetting, ServerSettingsResponse } from './server-settings-response-type.ts'

const setting = (name: ServerSetting['name'], variable: string, given: Partial<ServerSetting> = {}): ServerSetting => ({
  name,
  variable,
  value: '20',
  source: 'default',
  allowed: 'a whole number from 1 to 100',
  allowedBy: { code: 'number', values: { min: '1', max: '100' } },
  about: '',
  ...given,
})

const settings: ServerSettingsResponse = {
  settings: [
    setting('smtpHost', 'COUNTERSIGN_SMTP_HOST', { value: '' }),
    setting('walletsPerPerson', 'COUNTERSIGN_WALLETS_PER_PERSON'),
    setting('sessionLifetimeSeconds', 'COUNTERSIGN_SESSION_LIFETIME_SECONDS', { source: 'environment' }),
    setting('logLevel', 'COUNTERSIGN_LOG_LEVEL', {
      value: 'debug',
      source: 'file',
      allowedBy: { code: 'one_of', values: { values: 'info, debug' } },
    }),
  ],
  keys: [],
  chains: [],
  branding: {
    name: null,
    colors: { light: null, dark: null },
    languages: [...interfaceLanguages],
    termsUrl: null,
    privacyUrl: null,
    helpUrl: null,
    logo: null,
  },
  database: { kind: 'sqlite', schema: '0001', backup: null, replica: null },
  version: '1.0.0',
}

const row = (text: RegExp) => page.getByRole('listitem').filter({ hasText: text })

test('each tab shows the names and values of its settings, and the details on request', async () => {
  await renderAdminPage('/admin/settings/email', { readSettings: settings })
  await expect.element(row(/^Mail server\s*Not set/)).toBeVisible()
  await expect.element(row(/Log level/)).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Server', exact: true }).click()
  await expect
    .element(
      row(/Log level/)
        .getByText('debug')
        .first(),
    )
    .toBeVisible()
  await expect.element(row(/Log level/).getByText('Changed')).toBeVisible()
  await expect.element(page.getByText('COUNTERSIGN_LOG_LEVEL')).not.toBeVisible()
  await page.getByText('Log level').click()
  await expect.element(page.getByText('COUNTERSIGN_LOG_LEVEL')).toBeVisible()
  await expect.element(page.getByText('The settings file')).toBeVisible()
  await expect.element(page.getByText('SQLite, embedded')).toBeVisible()
  await expectRenderedPageAccessible()
})

test('the limits tab lists changed limits, and all limits in groups on request', async () => {
  await renderAdminPage('/admin/settings/limits', { readSettings: settings })
  await expect.element(page.getByRole('heading', { name: 'Changed limits' })).toBeVisible()
  await expect.element(page.getByText('Set on the server')).toBeVisible()
  await expect.element(row(/^Session lifetime\s*20 seconds/)).toBeVisible()
  await expect.element(row(/Wallets per person/)).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Show all 2 limits' }).click()
  await expect.element(page.getByRole('list', { name: 'People' }).getByText('Wallets per person')).toBeVisible()
  await expectRenderedPageAccessible()
})

test('a link to a limit that has its default opens the limit', async () => {
  await renderAdminPage('/admin/settings/limits#COUNTERSIGN_WALLETS_PER_PERSON', { readSettings: settings })
  await expect.element(page.getByText('COUNTERSIGN_WALLETS_PER_PERSON')).toBeVisible()
  await page.getByRole('button', { name: 'Show only changed limits' }).click()
  await expect.element(row(/Wallets per person/)).not.toBeInTheDocument()
})

test('a tab opened during a search ends the search', async () => {
  await renderAdminPage('/admin/settings', { readSettings: settings })
  const search = page.getByRole('searchbox', { name: 'Server settings' })
  await search.fill('log_level')
  await expect.element(row(/Log level/)).toBeVisible()
  await page.getByRole('link', { name: 'Email', exact: true }).click()
  await expect.element(row(/^Mail server/)).toBeVisible()
  await expect.element(search).toHaveValue('')
})

test('a limit has its unit, and the value of its variable and the allowed values on request', async () => {
  const limit = setting('challengesPerMinute', 'COUNTERSIGN_CHALLENGES_PER_MINUTE', {
    value: '1000000',
    source: 'environment',
    allowedBy: { code: 'number', values: { min: '10', max: '10000000' } },
  })
  await renderAdminPage('/admin/settings/limits', { readSettings: { ...settings, settings: [limit] } })
  await expect.element(page.getByText(/^Default [\d,]+ per minute$/)).toBeVisible()
  await page.getByText('1,000,000 per minute').click()
  await expect.element(page.getByText('1000000', { exact: true })).toBeVisible()
  await expect.element(page.getByText('a whole number from 10 to 10,000,000')).toBeVisible()
})

test('a list of values is shortened', async () => {
  const wallets = setting('featuredWallets', 'COUNTERSIGN_FEATURED_WALLETS', {
    value: 'metamask,trust,coinbase,phantom,okx,xverse,solflare,bitget,backpack,imtoken',
    allowedBy: { code: 'any_of', values: {} },
  })
  await renderAdminPage('/admin/settings/sign-in', { readSettings: { ...settings, settings: [wallets] } })
  await expect.element(page.getByText(/^MetaMask, /).first()).toBeVisible()
  await expect.element(page.getByText('+2 more')).toBeVisible()
})

test('without chains, their tab has one instruction', async () => {
  const chains = setting('chains', 'COUNTERSIGN_CHAINS', { value: '', allowedBy: { code: 'chains', values: {} } })
  await renderAdminPage('/admin/settings/chains', { readSettings: { ...settings, settings: [chains] } })
  await expect.element(page.getByRole('heading', { name: 'No chains connected yet' })).toBeVisible()
  await expect.element(page.getByText('docs/guides/chains.md')).toBeVisible()
  await expect.element(page.getByText('Set on the server')).not.toBeInTheDocument()
})

test('the open tab is in sight on a phone', async () => {
  await page.viewport(390, 844)
  await renderAdminPage('/admin/settings/limits', { readSettings: settings })
  await expect.element(page.getByRole('link', { name: 'Limits', exact: true })).toBeInViewport({ ratio: 1 })
})

test('an old link to the chains opens their tab', async () => {
  const { history } = await renderAdminPage('/admin/settings#chains', { readSettings: settings })
  await expect.element(page.getByRole('heading', { name: 'Chains', exact: true })).toBeVisible()
  expect(history.location.pathname).toBe('/admin/settings/chains')
})

test('a search finds settings of every tab, and keeps unsaved changes of the open one', async () => {
  await renderAdminPage('/admin/settings', { readSettings: settings })
  const name = page.getByRole('textbox', { name: 'Site name' })
  await name.fill('Guild of Lamps')
  const search = page.getByRole('searchbox', { name: 'Server settings' })
  await search.fill('log_level')
  await expect.element(row(/Log level/)).toBeVisible()
  await expect.element(name).not.toBeInTheDocument()
  await search.fill('nothing like this')
  await expect.element(page.getByText(/^No setting matches\./)).toBeVisible()
  await search.fill('')
  await userEvent.keyboard('{Enter}')
  await expect.element(name).toHaveValue('Guild of Lamps')
})

test('saving the branding confirms it, shows the new color, and keeps focus and scroll position', async () => {
  const colors = { light: '#6a1b4d', dark: '#f0a8d0' }
  const saved = { ...settings, branding: { ...settings.branding, colors } }
  const { setResponses } = await renderAdminPage('/admin/settings', {
    readSettings: settings,
    changeBranding: saved.branding,
  })
  const sealColor = () => getComputedStyle(document.documentElement).getPropertyValue('--color-seal')
  await page.getByRole('textbox', { name: 'Color in light mode' }).fill(colors.light)
  await page.getByRole('textbox', { name: 'Color in dark mode' }).fill(colors.dark)
  setResponses({ readSettings: saved })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect.element(save).not.toHaveAttribute('aria-disabled')
  ;(save.element() as HTMLElement).focus({ preventScroll: true })
  const { scrollY } = window
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('group', { name: /^Saved\./ })).toBeVisible()
  expect(sealColor()).toBe(matchMedia('(prefers-color-scheme: dark)').matches ? colors.dark : colors.light)
  await expect.element(save).toHaveAttribute('aria-disabled', 'true')
  await expect.element(save).toHaveFocus()
  expect(window.scrollY).toBe(scrollY)
})

test('a logo change keeps unsaved branding changes', async () => {
  const logo = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
  const { setResponses } = await renderAdminPage('/admin/settings', {
    readSettings: { ...settings, branding: { ...settings.branding, logo } },
    removeSiteLogo: settings.branding,
  })
  const name = page.getByRole('textbox', { name: 'Site name' })
  await name.fill('Guild of Lamps')
  setResponses({ readSettings: settings })
  const remove = page.getByRole('button', { name: 'Remove' })
  await remove.click()
  await expect.element(remove).not.toBeInTheDocument()
  await expect.element(name).toHaveValue('Guild of Lamps')
})

test('the preview has one frame, which follows the chosen color mode', async () => {
  await renderAdminPage('/admin/settings', { readSettings: settings })
  const preview = page.getByRole('figure', { name: 'Preview of the sign-in page' })
  const frame = () => preview.element().querySelectorAll('iframe')
  const colorScheme = () => {
    const inside = frame()[0]?.contentDocument
    return inside && getComputedStyle(inside.documentElement).colorScheme
  }
  for (const mode of ['Dark', 'Light']) {
    await preview.getByRole('radio', { name: mode }).click()
    await expect.poll(colorScheme).toBe(mode.toLowerCase())
    expect(frame()).toHaveLength(1)
  }
})
