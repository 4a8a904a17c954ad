// Tests the overview: its counts are visible and accessible, and link to the lists.
import { busyServerMetrics } from '../src/admin-overview-fixtures.ts'
import { expectAccessible, expectNoHorizontalScroll } from '../src/expect-accessible.ts'
import { signInWithRole } from '../src/admin-role-browser-test-steps.ts'
import { pressControlByKeyboard } from '../src/press-control-by-keyboard.ts'
import { waitUntilPageLoaded } from '../src/wait-until-page-loaded.ts'
import {
  createApiEndpointUrlMatcher,
  mockApiEndpointResponse,
  mockHangingApiEndpoint,
  mockApiEndpointError,
} from '../src/api-response-mocking-test-steps.ts'
import { signInWithHttpTestBrowser } from '../src/http-test-browser.ts'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { Locator } from '@playwright/test'
import { expect, test } from './server-playwright-fixtures.ts'

const dayMs = 86_400_000
const dayOf = (daysAgo: number): string => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10)

test('the overview counts real sign-ins and links each figure to its list', async ({ page, server, key }) => {
  for (const number of [91, 92, 93]) await signInWithHttpTestBrowser(server.origin, createEthereumTestKey(number))
  await signInWithRole(page, server, key, 'auditor')
  await page.goto('/admin')
  const signIns = page.getByRole('region', { name: 'Sign-ins per day' })
  await expect(signIns.getByRole('listitem').filter({ hasText: 'Plain wallet' })).toHaveText(
    /Plain wallet\s*([4-9]|[1-9]\d+)$/,
  )
  const now = page.getByRole('region', { name: 'Now' })
  await expect(now.getByRole('link', { name: /^People/ })).toHaveAttribute('href', '/admin/people?status=active')
  await expect(now.getByRole('link', { name: /^Live sessions/ })).toHaveAttribute('href', '/admin/sessions')
  await expect(now.getByRole('link', { name: /^Applications/ })).toHaveAttribute(
    'href',
    '/admin/applications?enabled=yes',
  )
  await expect(now.getByRole('link', { name: /^Groups/ })).toHaveAttribute('href', '/admin/groups')
  const today = dayOf(0)
  const bar = signIns.getByRole('link', { name: / × Plain wallet/ }).last()
  const tomorrow = new Date(Date.parse(today) + dayMs).toISOString()
  await expect(bar).toHaveAttribute(
    'href',
    `/admin/activity?${new URLSearchParams({ type: 'session.started,sign_in.refused', from: `${today}T00:00:00.000Z`, to: tomorrow })}`,
  )
  await waitUntilPageLoaded(page)
  await expectAccessible(page)
})

test('each linked list has as many rows as its figure on the overview', async ({ page, server, key }) => {
  for (const number of [94, 95]) await signInWithHttpTestBrowser(server.origin, createEthereumTestKey(number))
  await signInWithRole(page, server, key, 'auditor')
  const figureOf = async (link: Locator): Promise<number> =>
    Number(/[\d,]+/.exec(await link.innerText())?.[0].replaceAll(',', ''))
  const now = page.getByRole('region', { name: 'Now' })
  const figures = [
    [() => now.getByRole('link', { name: /^People/ }), 'People'],
    [() => now.getByRole('link', { name: /^Live sessions/ }), 'Live sessions'],
    [() => page.getByRole('link', { name: /in this range$/ }), 'Activity'],
  ] as const
  for (const [linkTo, title] of figures) {
    // Statistics are cached for some seconds, so they may lag behind.
    await expect(async () => {
      await page.goto('/admin?days=7')
      const link = linkTo()
      const figure = await figureOf(link)
      expect(figure).toBeGreaterThan(1)
      await link.click()
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      const more = page.getByRole('button', { name: 'Show more' })
      const rows = page.getByRole('main').getByRole('table').first().locator('tbody tr')
      await expect(rows.first()).toBeVisible()
      while (await more.isVisible()) {
        const before = await rows.count()
        await more.click()
        await expect.poll(() => rows.count()).toBeGreaterThan(before)
      }
      expect(await rows.count(), title).toBe(figure)
    }).toPass({ timeout: 60_000 })
  }
})

test('live sessions can be searched by wallet address, also on a phone', async ({ page, server, key }) => {
  await signInWithHttpTestBrowser(server.origin, createEthereumTestKey(96))
  await signInWithRole(page, server, key, 'auditor')
  await page.goto('/admin/sessions')
  const list = page.getByRole('table', { name: 'Live sessions' })
  await expect(list.getByRole('row')).not.toHaveCount(0)
  await page.getByRole('searchbox').fill(key.address)
  await page.waitForURL('**/admin/sessions?search=*')
  await expect(list.getByRole('row')).toHaveCount(2)
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoHorizontalScroll(page)
  await page.getByRole('searchbox').fill('nobody at all')
  await expect(page.getByRole('button', { name: 'Clear search and filters' }).first()).toBeVisible()
  await expect(list).toHaveCount(0)
})

test('the date range is kept in the URL and sent to the metrics API; invalid dates are ignored', async ({
  page,
  server,
  key,
}) => {
  await signInWithRole(page, server, key, 'auditor')
  const asked: string[] = []
  page.on(
    'request',
    (request) => request.url().includes('/api/admin/metrics') && asked.push(new URL(request.url()).search),
  )
  await mockApiEndpointResponse(page, 'readMetrics', busyServerMetrics)
  await page.goto('/admin')
  await page.getByRole('link', { name: '7 days' }).click()
  await page.waitForURL('**/admin?days=7')
  await expect.poll(() => asked.at(-1)).toBe(`?from=${dayOf(6)}&to=${dayOf(0)}`)
  await page.getByRole('link', { name: 'Custom', exact: true }).click()
  await page.getByLabel('First day').fill('2026-01-01')
  await expect(page).toHaveURL(new RegExp(`/admin\\?from=2026-01-01&to=${dayOf(0)}$`))
  await expect.poll(() => asked.at(-1)).toBe(`?from=2026-01-01&to=${dayOf(0)}`)
  await page.goBack()
  await page.goto('/admin?from=2026-02-30&to=javascript:alert(1)')
  await expect(page.getByRole('link', { name: '30 days' })).toHaveAttribute('aria-current', 'true')
})

test('N4: the overview stays accessible with large numbers and hostile text, also on a phone', async ({
  page,
  server,
  key,
}) => {
  await signInWithRole(page, server, key, 'owner')
  await mockApiEndpointResponse(page, 'readMetrics', busyServerMetrics)
  await page.goto('/admin')
  await expect(page.getByRole('link', { name: 'People 123,456' })).toBeVisible()
  await expect(page.getByRole('link', { name: '12 suspended' })).toHaveAttribute(
    'href',
    '/admin/people?status=suspended',
  )
  await expect(page.getByRole('link', { name: '2 disabled' })).toHaveAttribute('href', '/admin/applications?enabled=no')
  const refusals = page.getByRole('table', { name: 'Refusals by reason' })
  await expect(refusals.getByRole('row', { name: 'Expired 900' })).toBeVisible()
  await expect(refusals.getByRole('link', { name: '<img src=x onerror=alert(1)>' })).toBeVisible()
  await expect(refusals.locator('img')).toHaveCount(0)
  await expect(page.getByText(/^Last backup/)).toBeVisible()
  await expect(page.getByText('7 sessions are waiting for it')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Show as a table' }).first().click()
  await expectNoHorizontalScroll(page)
})

test('the overview lists alerts with a link to act on each, or says that there are none', async ({
  page,
  server,
  key,
}) => {
  await signInWithRole(page, server, key, 'auditor')
  await mockApiEndpointResponse(page, 'readMetrics', busyServerMetrics)
  await mockApiEndpointResponse(page, 'listAlerts', { items: [] })
  await page.goto('/admin')
  const news = page.getByRole('region', { name: 'Needs attention' })
  await expect(news.getByText('No alerts.')).toBeVisible()
  const from = `${dayOf(0)}T00:00:00.000Z`
  await mockApiEndpointResponse(page, 'listAlerts', {
    items: [
      {
        kind: 'sign_ins_stopped',
        way: 'metamask',
        walletName: 'MetaMask',
        since: from,
        usual: 45,
        adminSignIns: 0,
        failures: 31,
        failureReason: 'wallet-failed',
      },
      { kind: 'logouts', count: 41, hasMore: false, application: { id: 'shop', name: 'a\u202Eb' }, from },
      { kind: 'chain', id: '8453', name: 'Base', sessions: 7 },
      { kind: 'key', algorithm: 'ES256', until: from, isOver: true },
      { kind: 'refusals', count: 900, usual: 12, from },
      { kind: 'held', count: 2 },
      { kind: 'backup', lastAt: new Date(Date.now() - 9 * dayMs).toISOString() },
    ],
  })
  await page.reload()
  // The most severe first.
  await expect(news.getByRole('listitem')).toHaveText([
    'The ES256 signing key has expired and has no successorRenew keys',
    /^No sign-in with MetaMask since .*; 45 a day are usualIn the last day, browsers reported 31 errors before they sent anything\. Most frequent: the wallet failed\.View sign-ins$/,
    'Base is unreachable; 7 sessions are waiting for itCheck nodes',
    '900 sign-ins refused today; the daily average is 12View sources',
    /^The last backup is 9 days old/,
    '41 logouts couldn’t be delivered to ab in the last seven daysView failed logouts',
    '2 wallets are on hold because their contracts changed owners or codeView wallets',
  ])
  await expect(news.getByRole('link', { name: 'View sources' })).toHaveAttribute(
    'href',
    `/admin/activity?${new URLSearchParams({ type: 'sign_in.refused', from, by: 'network' })}`,
  )
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoHorizontalScroll(page)
})

test('chart values are reachable by keyboard and as a table', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'auditor')
  await mockApiEndpointResponse(page, 'readMetrics', busyServerMetrics)
  await page.goto('/admin')
  const signIns = page.getByRole('region', { name: 'Sign-ins per day' })
  const bars = signIns.getByRole('link', { name: / × Plain wallet/ })
  await expect(bars).toHaveCount(30)
  await bars.last().focus()
  await expect(bars.last()).toHaveAccessibleName(
    /: 1,200 × Plain wallet, 80 × Contract wallet, 300 × Passkey, 40 × Refused$/,
  )
  await page.keyboard.press('ArrowLeft')
  await expect(bars.nth(28)).toBeFocused()
  await expect(signIns.getByText('1,201 × Plain wallet', { exact: false })).toBeVisible()
  await page.keyboard.press('Home')
  await expect(bars.first()).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(bars.first()).toBeFocused()
  // The whole chart is one tab stop.
  await page.keyboard.press('Tab')
  await expect(signIns.getByRole('link', { name: 'View in activity' })).toBeFocused()
  await pressControlByKeyboard(page, signIns.getByRole('button', { name: 'Show as a table' }))
  const table = signIns.getByRole('table', { name: 'Sign-ins per day' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'Day',
    'Plain wallet',
    'Contract wallet',
    'Passkey',
    'Refused',
  ])
  await expect(table.getByRole('row').last().getByRole('cell')).toHaveText(['1,200', '80', '300', '40'])
  await page.keyboard.press('Enter')
  await expect(table).toHaveCount(0)
  await expect(bars).toHaveCount(30)

  await signIns.getByRole('button', { name: 'Show as a table' }).evaluate(async (button: HTMLButtonElement) => {
    button.click()
    for (let turns = 0; turns < 100 && button.textContent === 'Show as a table'; turns += 1) await Promise.resolve()
    button.click()
  })
  await expect(table, 'a press after the label changed counts, even before any timer has run').toHaveCount(0)
})

test('the overview shows a loading state, and offers a retry when metrics fail', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'auditor')
  const readMetrics = createApiEndpointUrlMatcher('readMetrics')
  await mockHangingApiEndpoint(page, readMetrics)
  await page.goto('/admin')
  await expect(page.getByRole('status').filter({ hasText: 'Loading…' })).toBeVisible()
  await page.unroute(readMetrics)
  await mockApiEndpointError(page, readMetrics, 'server.error')
  await page.reload()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.unroute(readMetrics)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'Health' })).toBeVisible()
})

test('the overview in German uses German text and number formats', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'owner')
  await mockApiEndpointResponse(page, 'readMetrics', busyServerMetrics)
  await page.goto('/admin?lang=de')
  await expect(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Personen 123.456' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Abgelaufen 900' })).toBeVisible()
  await expectAccessible(page)
})
