// Tests the master-detail layout: list and panel next to each other, used by pointer and keyboard,
// and navigation back to the list.
import type { Page } from '@playwright/test'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { expectAccessible, expectNoHorizontalScroll } from '../src/expect-accessible.ts'
import { signInWithRole } from '../src/admin-role-browser-test-steps.ts'
import { signInWithHttpTestBrowser } from '../src/http-test-browser.ts'
import type { RunningTestServer } from '../src/start-server-for-tests.ts'
import { expect, test } from './server-playwright-fixtures.ts'

const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const people = 40

async function seedPeople(server: RunningTestServer): Promise<void> {
  for (let number = 0; number < people; number += 1)
    await signInWithHttpTestBrowser(server.origin, createEthereumTestKey(900 + number))
}

const rows = (page: Page) => page.getByRole('table', { name: 'People' }).locator('tbody tr')
const scrolled = (page: Page) => page.evaluate(() => scrollY)
const countVisibleRows = (page: Page) =>
  rows(page).evaluateAll(
    (all) =>
      all.filter((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      }).length,
  )

test('details open next to the list, follow the arrow keys, and preserve the scroll position', async ({
  page,
  server,
  key,
}) => {
  await seedPeople(server)
  await signInWithRole(page, server, key, 'owner')
  await page.setViewportSize(desktop)
  await page.goto('/admin/people?status=active')
  await expect.poll(() => rows(page).count()).toBeGreaterThan(people)
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('radio', { name: 'Compact' }).check()
  await page.keyboard.press('Escape')
  expect(await countVisibleRows(page)).toBeGreaterThanOrEqual(20)
  expect(await rows(page).locator(':is(a, button, input):not([tabindex="-1"])').count()).toBe(await rows(page).count())

  await page.mouse.move(700, 600)
  await page.mouse.wheel(0, 200)
  await expect.poll(() => scrolled(page)).toBeGreaterThan(100)
  const place = await scrolled(page)
  const link = (row: number) => rows(page).nth(row).getByRole('link')
  const addressOf = async (row: number) => `${server.origin}${await link(row).getAttribute('href')}?status=active`
  const top = async (row: number) => Math.round((await rows(page).nth(row).boundingBox())?.y ?? -1)
  const pressed = await top(15)
  await rows(page).nth(15).locator('td').last().click()
  await page.waitForURL(await addressOf(15))
  const panel = page.locator('#panel')
  await expect(panel.getByRole('heading', { level: 2, name: (await link(15).innerText()).trim() })).toBeVisible()
  await expect(link(15)).toHaveAttribute('aria-current', 'true')
  // Rows next to a panel are taller; the selected one stays in place.
  expect(Math.abs((await top(15)) - pressed)).toBeLessThanOrEqual(16)

  await page.keyboard.press('ArrowDown')
  await page.waitForURL(await addressOf(16))
  await expect(link(16)).toBeFocused()
  await panel.getByRole('button', { name: 'Next', exact: true }).click()
  await page.waitForURL(await addressOf(17))
  await panel.getByRole('link', { name: 'Sessions' }).click()
  await page.waitForURL(/\/sessions\?status=active$/)
  // However many entries and tabs were opened, the list is one step back.
  await page.keyboard.press('Escape')
  await page.waitForURL('**/admin/people?status=active')
  await expect(panel).toHaveCount(0)
  expect(await scrolled(page)).toBe(place)

  await link(18).focus()
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('heading', { level: 2 }).first()).toBeFocused()
  const address = page.url()
  await page.goBack()
  await expect(panel).toHaveCount(0)
  expect(await scrolled(page)).toBe(place)

  // Opened directly, the same address is a full page.
  const other = await page.context().newPage()
  await other.goto(address)
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(other.getByRole('table', { name: 'People' })).toHaveCount(0)
  await other.close()

  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('checkbox', { name: 'Last seen' }).uncheck()
  await page.waitForURL('**/admin/people?hide=seen&status=active')
  await expect(page.getByRole('columnheader', { name: 'Last seen' })).toHaveCount(0)
  // Hidden by default, because everyone signs in with one wallet.
  await page.getByRole('checkbox', { name: 'Signs in with' }).check()
  await expect(page.getByRole('columnheader', { name: 'Signs in with' })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await rows(page).nth(3).locator('td').last().click()
  await expect(panel).toBeVisible()
  await expectAccessible(page)
})

test('on a phone, lists start above the fold, and Back restores the scroll position', async ({ page, server, key }) => {
  await seedPeople(server)
  await signInWithRole(page, server, key, 'owner')
  await page.setViewportSize(phone)
  for (const list of ['people', 'applications', 'groups', 'activity', 'sessions']) {
    await page.goto(`/admin/${list}`)
    await expect(page.getByRole('searchbox')).toBeVisible()
    await expectNoHorizontalScroll(page)
  }
  await page.goto('/admin/people')
  await expect.poll(() => rows(page).count()).toBeGreaterThan(people)
  expect((await rows(page).first().boundingBox())?.y).toBeLessThan(300)
  for (const height of await rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height)))
    expect(height).toBeLessThanOrEqual(72)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Status').selectOption('active')
  await page.waitForURL('**/admin/people?status=active')
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize(phone)

  await rows(page).nth(25).scrollIntoViewIfNeeded()
  const place = await scrolled(page)
  expect(place).toBeGreaterThan(500)
  const link = rows(page).nth(25).getByRole('link')
  const name = (await link.innerText()).trim()
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(rows(page)).toHaveCount(0)
  expect(await scrolled(page)).toBe(0)
  await page.goBack()
  await expect.poll(() => rows(page).count()).toBeGreaterThan(people)
  await expect.poll(() => scrolled(page)).toBe(place)
  await expect(page.getByLabel('Status')).toHaveValue('active')
  // On the narrowest screen not all tabs fit; the current one must.
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`${await link.getAttribute('href')}/activity`)
  await expect(page.getByRole('link', { name: 'Activity' }).and(page.locator('[aria-current=page]'))).toBeInViewport({
    ratio: 0.9,
  })
})

test('on a phone, rows are selected by a checkbox above the list and sorted in a menu', async ({
  page,
  server,
  key,
}) => {
  await seedPeople(server)
  await signInWithRole(page, server, key, 'owner')
  await page.setViewportSize(phone)
  await page.goto('/admin/people')
  await expect.poll(() => rows(page).count()).toBeGreaterThan(people)
  // One visible checkbox, without a hidden duplicate for keyboards.
  const all = page.getByRole('checkbox', { name: 'Select all rows' })
  const { height } = (await page.locator('label', { has: all }).boundingBox()) ?? { height: 0 }
  expect(height).toBeGreaterThanOrEqual(40)
  await page.getByText('Select all rows').click()
  await expect(all).toBeChecked()
  await expect(page.getByRole('region', { name: 'Actions for the selection' })).toContainText(
    `${await rows(page).count()} selected`,
  )
  await all.uncheck()
  await expect(page.getByRole('region', { name: 'Actions for the selection' })).toHaveCount(0)

  const table = page.getByRole('table', { name: 'People' })
  await expect(table.getByRole('columnheader', { name: 'Person' })).toHaveCount(1)
  await expect(table.locator('thead').getByRole('button')).toHaveCount(0)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByLabel('Sorted by').selectOption('Person')
  await page.getByLabel('Order').selectOption('Ascending')
  await page.waitForURL(/sort=name/)
  await expect(table.getByRole('columnheader', { name: 'Person' })).toHaveAttribute('aria-sort', 'ascending')
})

test('narrow tables and cards do not cut off times', async ({ page, server, key }) => {
  await seedPeople(server)
  await signInWithRole(page, server, key, 'owner')
  for (const size of [{ width: 768, height: 1024 }, phone]) {
    await page.setViewportSize(size)
    for (const list of ['people', 'sessions', 'activity']) {
      await page.goto(`/admin/${list}`)
      const times = page.locator('tbody tr time:visible')
      await expect(times.first()).toBeVisible()
      // The longest German time text.
      const lost = await times.evaluateAll((all) => {
        for (const time of all) time.textContent = 'vor 59 Minuten'
        // Entries of one sign-in show their time only to screen readers.
        const shown = all.filter((time) => time.closest('.sr-only') === null)
        return shown.map((time) => {
          const { right, bottom } = time.getBoundingClientRect()
          const [cell, row] = [time.closest('td'), time.closest('tr')].map((around) => around?.getBoundingClientRect())
          return cell && row ? Math.max(right - cell.right, bottom - row.bottom) : Infinity
        })
      })
      expect(Math.max(...lost), `${list} at ${size.width}`).toBeLessThanOrEqual(0.5)
      await expectNoHorizontalScroll(page)
    }
  }
})

test('filters wrap and stay in sight, however many there are', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'owner')
  await page.setViewportSize({ width: 1240, height: 900 })
  await page.goto('/admin/people?status=active&role=auditor&group=a-group-of-some-name&application=an-application')
  const controls = [
    page.getByRole('searchbox'),
    page.getByLabel('Application'),
    page.getByRole('button', { name: 'Display' }),
  ]
  for (const control of controls) await expect(control).toBeInViewport({ ratio: 1 })
  await expectNoHorizontalScroll(page)
})
