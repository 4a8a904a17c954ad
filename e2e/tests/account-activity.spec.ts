// Tests a person's activity list: wording, filters, details, inspector, export, and speed with
// thousands of entries.
import type { ApiActivityEvent } from '@countersign/api/api-endpoints'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/expect-accessible.ts'
import { createHttpTestBrowser, signTestChallenge } from '../src/http-test-browser.ts'
import { findStepUpDialog } from '../src/find-step-up-dialog.ts'
import { pressControlByKeyboard } from '../src/press-control-by-keyboard.ts'
import { testUserAgents } from '../src/public-page-test-cases.ts'
import { confirmStepUpByWallet } from '../src/passkey-page-test-steps.ts'
import { xssPayloads } from '../src/xss-payloads.ts'
import { createApiEndpointUrlMatcher, mockApiEndpointResponse } from '../src/api-response-mocking-test-steps.ts'
import { shortenAddress, openAccountWithFakeWallet } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

async function openActivity(page: Page, search = ''): Promise<void> {
  await page.goto(`/account/activity${search}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Your activity' })).toBeVisible()
}

const lines = (page: Page) => page.locator('main').getByRole('listitem')
const line = (page: Page, sentence: string) => lines(page).filter({ hasText: sentence })

const event = (sequence: number, parts: Partial<ApiActivityEvent>): ApiActivityEvent => ({
  sequence,
  at: '2026-03-01T12:00:00.000Z',
  type: 'session.ended',
  outcome: 'success',
  application: null,
  details: {},
  evidence: {},
  ...parts,
})

test('activity is described in plain words, including a refused sign-in attempt', async ({ page, server, key }) => {
  await openAccountWithFakeWallet(page, key)
  // The signature comes from a different browser than the one that requested the challenge.
  const asked = await createHttpTestBrowser(server.origin).createChallenge()
  const other = createHttpTestBrowser(server.origin, { 'user-agent': testUserAgents.firefoxOnWindows })
  await other.createChallenge()
  const elsewhere = await other.signIn(signTestChallenge(asked, key))
  expect(elsewhere.status).toBe(401)
  await openActivity(page)
  await expect(page.getByRole('heading', { level: 2, name: /^Today · / })).toBeVisible()
  await expect(line(page, 'You signed in here for the first time.')).toBeVisible()
  const refused = line(page, `A sign-in with the wallet ${shortenAddress(key.address)} was refused.`)
  await expect(refused).toContainText('It came from a different browser than the one that requested it.')
  await expect(refused).toContainText('Firefox on Windows')
  await expectAccessible(page)
})

test('a signed message opens in the inspector and is verified without leaving the browser', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  await openActivity(page)
  const signedIn = line(page, `Signed in with the wallet ${shortenAddress(key.address)}.`)
  await signedIn.getByRole('button', { name: /^Details/ }).click()
  await expect(signedIn).toContainText('Log entry')
  await expectAccessible(page)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url() + (request.postData() ?? '')))
  await signedIn.getByRole('link', { name: 'View signed message' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Inspector' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(
    new RegExp(`wants you to sign in[^]*${key.address}`),
  )
  await expect(page.getByText(/the signature of|signed by/i).first()).toBeVisible()
  // The message and its signature stay in this browser.
  expect(requests.filter((request) => request.includes(key.address))).toEqual([])
})

test('activity filters work by keyboard, are kept in the URL, and can be cleared', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  await openActivity(page)
  await expect(line(page, 'Signed in with')).toBeVisible()
  const filters = page.getByRole('button', { name: 'Filters', exact: true })
  await expect(page.getByRole('combobox', { name: 'Type' })).toBeHidden()
  await pressControlByKeyboard(page, filters)
  await pressControlByKeyboard(page, page.getByRole('combobox', { name: 'Type' }), 'w')
  await expect(line(page, 'Linked the wallet')).toBeVisible()
  await expect(line(page, 'Signed in with')).toHaveCount(0)
  await expect(page).toHaveURL(/\?kind=wallets$/)
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Type' })).toHaveValue('wallets')
  await expect(line(page, 'Signed in with')).toHaveCount(0)
  await expect(line(page, 'Linked the wallet')).toBeVisible()

  await page.getByRole('combobox', { name: 'Outcome' }).selectOption('Refused')
  await expect(page.getByText('No matching activity')).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('status')).toHaveText('No activity matches your filters.')
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Clear filters' }).first())
  await expect(filters).toBeFocused()
  await expect(page.getByRole('status')).toHaveText(/^\d+ entries shown\.$/)
  await expect(line(page, 'Signed in with')).toBeVisible()
  await expect(page).toHaveURL(/\/account\/activity$/)
})

test('keyboard focus moves to the heading after a successful retry', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  let isAway = true
  for (const name of ['readSession', 'listActivity'] as const)
    await page.route(createApiEndpointUrlMatcher(name), (route) => (isAway ? route.abort() : route.continue()))
  await page.goto('/account/activity')
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  isAway = false
  await pressControlByKeyboard(page, again)
  await expect(line(page, 'Signed in with')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Your activity' })).toBeFocused()
})

test('date filters cover whole days, and invalid filters in the URL are ignored', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  await openActivity(page)
  const today = new Date().toISOString().slice(0, 10)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByLabel('From').fill(today)
  await expect(page).toHaveURL(new RegExp(`from=${today}`))
  await page.getByLabel('To', { exact: true }).fill(today)
  await expect(page).toHaveURL(new RegExp(`to=${today}`))
  await expect(line(page, 'Signed in with')).toBeVisible()
  await openActivity(page, '?from=2026-01-01&to=2026-01-02')
  await expect(page.getByText('No matching activity')).toBeVisible()
  await openActivity(page, '?from=2026-01-02&to=2026-01-01')
  await expect(page.getByText('The dates are in the wrong order')).toBeVisible()
  await openActivity(page, `?kind=__proto__&outcome=%3Cscript%3E&from=2026-02-30&lang=en`)
  await expect(line(page, 'Signed in with')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Clear filters' })).toHaveCount(0)
})

test('the filtered activity is exported as CSV and JSON Lines after step-up', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  await openActivity(page, '?kind=wallets')
  await expect(line(page, 'Linked the wallet')).toBeVisible()
  const take = async (name: string): Promise<{ name: string; text: string }> => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name }).click()
    const download = await downloading
    return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
  }
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  // The export contains signed messages, so it needs a step-up. Canceling that is not an error.
  await expect(findStepUpDialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(findStepUpDialog(page)).toBeHidden()
  await expect(page.getByRole('alert')).toHaveCount(0)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  await confirmStepUpByWallet(page)
  await downloading
  const table = await take('Export as CSV')
  expect(table.name).toMatch(/^countersign-activity-.+\.csv$/)
  expect(table.text.trim().split('\r\n')).toHaveLength(2)
  expect(table.text).toContain('wallet.linked')
  const all = await take('Export as JSON Lines')
  expect(all.name).toMatch(/\.jsonl$/)
  expect(
    all.text
      .trim()
      .split('\n')
      .map((text) => (JSON.parse(text) as ApiActivityEvent).type),
  ).toEqual(['wallet.linked'])
  await expect(page.getByRole('paragraph').filter({ hasText: 'Your browser saved the file.' })).toBeVisible()
})

test('N4: attacker-controlled text in the activity is shown as text', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  const items = xssPayloads.map((payload, index) =>
    event(100 - index, {
      type: 'sign_in.refused',
      outcome: 'refused',
      details: { reason: payload },
      evidence: { userAgent: payload, networkPrefix: payload, label: payload },
      application: { id: payload, name: payload, logo: null, uri: null },
    }),
  )
  await mockApiEndpointResponse(page, 'listActivity', { items, nextCursor: null })
  await openActivity(page)
  await expect(lines(page)).toHaveCount(xssPayloads.length)
  for (const button of await page.getByRole('button', { name: /^Details/ }).all()) await button.click()
  await expect(page.getByText('Reason in the log')).toHaveCount(xssPayloads.length)
  expect(await page.evaluate(() => 'taken' in window)).toBe(false)
  await expectAccessible(page)
})

test('loading more activity stays fast with 3,000 entries', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  const [total, size] = [10_000, 50]
  await page.route(createApiEndpointUrlMatcher('listActivity'), (route) => {
    const before = Number(new URL(route.request().url()).searchParams.get('cursor') ?? total + 1)
    const items = Array.from({ length: size }, (_, index) => {
      const sequence = before - 1 - index
      return event(sequence, {
        at: new Date(Date.UTC(2026, 2, 1) - (total - sequence) * 600_000).toISOString(),
        details: { reason: 'replaced' },
        evidence: { sessionId: '0'.repeat(26) },
      })
    })
    return route.fulfill({ json: { items, nextCursor: String(before - size) } })
  })
  await openActivity(page)
  await expect(lines(page)).toHaveCount(size)
  const slowest = await page.evaluate(async (size) => {
    const times: number[] = []
    const count = () => document.querySelectorAll('main li').length
    for (let wanted = 2 * size; wanted <= 60 * size; wanted += size) {
      const startedAt = performance.now()
      const more = [...document.querySelectorAll('button')].find(
        ({ textContent, ariaBusy }) => textContent === 'Show more' && ariaBusy === null,
      )
      more?.click()
      while (count() < wanted) await new Promise(requestAnimationFrame)
      times.push(performance.now() - startedAt)
    }
    return times.slice(-5).reduce((sum, time) => sum + time) / 5
  }, size)
  await expect(page.getByRole('status')).toHaveText('3,000 entries shown.')
  test
    .info()
    .annotations.push({ type: 'measured', description: `${Math.round(slowest)} ms for 50 more lines after 2750` })
  // Generous, because the machine may be busy; an inefficient list would take many seconds.
  expect(slowest).toBeLessThan(1500)
  // Nothing is fetched again when the person returns to the tab.
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/activity') && asked.push(request.url()))
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await expect.poll(() => asked).toEqual([])
})
