// The one search for everything: opened from anywhere, by the keyboard alone, leading to what was meant, and back.
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { expectAccessible } from '../src/expect-accessible.ts'
import { signInWithRole } from '../src/admin-role-browser-test-steps.ts'
import { signInWithHttpTestBrowser } from '../src/http-test-browser.ts'
import { shortenAddress } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

test('everything is found by the keyboard alone, and what was opened is there again', async ({ page, server, key }) => {
  const other = createEthereumTestKey(83)
  await signInWithHttpTestBrowser(server.origin, other)
  await signInWithRole(page, server, key, 'owner')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/admin/people')
  const list = page.getByRole('searchbox')
  await list.focus()
  expect(asked.filter((url) => url.includes('alette'))).toEqual([])
  // Also while somebody types.
  await page.keyboard.press('Control+k')
  // Nor is what is typed before it is there lost.
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

  // A verb before whom it is done to leads to the question on their page.
  await page.keyboard.press('Control+k')
  await page.keyboard.type(`suspend ${other.address.toUpperCase().replace('0X', '0x')}`)
  const found = palette.getByRole('option', { name: `Suspend ${shortenAddress(other.address)}` })
  await expect(found).toHaveAttribute('aria-selected', 'true')
  await expect(palette.getByRole('status')).toHaveText('1 entry')
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: `Suspend ${shortenAddress(other.address)}` })
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: shortenAddress(other.address) })).toBeVisible()

  // Where nobody types, one key is enough; arrows go through what there is.
  await page.keyboard.press('/')
  await expect(palette.getByRole('group', { name: 'Opened last' }).getByRole('option')).toHaveCount(1)
  await page.keyboard.type('backup')
  await expect(palette.getByRole('option', { name: 'Make a backup' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(palette.getByRole('option').last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
})
