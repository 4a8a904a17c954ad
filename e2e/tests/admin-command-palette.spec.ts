// Tests the command palette: opened anywhere, used only by keyboard, and closed again.
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { expectAccessible } from '../src/expect-accessible.ts'
import { signInWithRole } from '../src/admin-role-browser-test-steps.ts'
import { signInWithHttpTestBrowser } from '../src/http-test-browser.ts'
import { shortenAddress } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

test('the command palette finds pages, people and actions by keyboard and lists recent ones', async ({
  page,
  server,
  key,
}) => {
  const other = createEthereumTestKey(83)
  await signInWithHttpTestBrowser(server.origin, other)
  await signInWithRole(page, server, key, 'owner')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/admin/people')
  const list = page.getByRole('searchbox')
  await list.focus()
  expect(asked.filter((url) => url.includes('alette'))).toEqual([])
  await page.keyboard.press('Control+k')
  // Keys typed before the palette has loaded are not lost.
  await page.keyboard.type('new app')
  const palette = page.getByRole('dialog', { name: 'Search everything' })
  const field = palette.getByRole('combobox')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('new app')
  await expect(palette.getByRole('option', { name: 'New application' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)
  await expect(list).toBeFocused()

  await page.keyboard.press('Control+k')
  await page.keyboard.type(`suspend ${other.address.toUpperCase().replace('0X', '0x')}`)
  const found = palette.getByRole('option', { name: `Suspend ${shortenAddress(other.address)}` })
  await expect(found).toHaveAttribute('aria-selected', 'true')
  await expect(palette.getByRole('status')).toHaveText('1 result')
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: `Suspend ${shortenAddress(other.address)}` })
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: shortenAddress(other.address) })).toBeVisible()

  // Outside text fields, a single key opens the palette.
  await page.keyboard.press('/')
  await expect(palette.getByRole('group', { name: 'Recently opened' }).getByRole('option')).toHaveCount(1)
  await page.keyboard.type('backup')
  await expect(palette.getByRole('option', { name: 'Back up the database' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(palette.getByRole('option').last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
})
