// A person's activity: in plain words, narrowed down, in detail, in the inspector, as a file; and quick with thousands of lines.
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

/** An event as the server sends it. */
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

test('what happened is said in plain words, also an attempt in one’s name that was refused', async ({
  page,
  server,
  key,
}) => {
  await openAccountWithFakeWallet(page, key)
  // Somebody shows a signature in another browser than the one that asked for it.
  const asked = await createHttpTestBrowser(server.origin).createChallenge()
  const other = createHttpTestBrowser(server.origin, { 'user-agent': testUserAgents.firefoxOnWindows })
  await other.createChallenge()
  const elsewhere = await other.signIn(signTestChallenge(asked, key))
  expect(elsewhere.status).toBe(401)
  await openActivity(page)
  await expect(page.getByRole('heading', { level: 2, name: /^Today · / })).toBeVisible()
  await expect(line(page, 'You signed in here for the first time.')).toBeVisible()
  const refused = line(page, `A sign-in with the wallet ${shortenAddress(key.address)} was refused.`)
  await expect(refused).toContainText('It came from another browser than the one that had asked for it.')
  await expect(refused).toContainText('Firefox on Windows, from the network you are on now')
  await expectAccessible(page)
})

test('what was signed opens in the inspector, which finds it sound', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  await openActivity(page)
  const signedIn = line(page, `Signed in with the wallet ${shortenAddress(key.address)}.`)
  await signedIn.getByRole('button', { name: /^Details/ }).click()
  await expect(signedIn).toContainText('Line of the log')
  await expectAccessible(page)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url() + (request.postData() ?? '')))
  await signedIn.getByRole('link', { name: 'What was signed' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Inspector' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(
    new RegExp(`wants you to sign in[^]*${key.address}`),
  )
  await expect(page.getByText(/is the signature of|signed by|was made by/i).first()).toBeVisible()
  // The message and its signature stay in this browser.
  expect(requests.filter((request) => request.includes(key.address))).toEqual([])
})

test('by keyboard alone: narrowed down, kept in the address, and widened again', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  await openActivity(page)
  await expect(line(page, 'Signed in with')).toBeVisible()
  await pressControlByKeyboard(page, page.getByRole('combobox', { name: 'What' }), 'w')
  await expect(line(page, 'Linked the wallet')).toBeVisible()
  await expect(line(page, 'Signed in with')).toHaveCount(0)
  await expect(page).toHaveURL(/\?kind=wallets$/)
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'What' })).toHaveValue('wallets')
  await expect(line(page, 'Signed in with')).toHaveCount(0)
  await expect(line(page, 'Linked the wallet')).toBeVisible()

  await page.getByRole('combobox', { name: 'How it ended' }).selectOption('Refused')
  await expect(page.getByText('Nothing like that')).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('status')).toHaveText('No line of your activity fits what you chose.')
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Show everything' }).first())
  await expect(page.getByRole('combobox', { name: 'What' })).toBeFocused()
  await expect(page.getByRole('status')).toHaveText(/^\d+ lines are shown\.$/)
  await expect(line(page, 'Signed in with')).toBeVisible()
  await expect(page).toHaveURL(/\/account\/activity$/)
})

test('by keyboard alone: tried again after the server was away, the focus goes on at the heading', async ({
  page,
  key,
}) => {
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

test('days are whole ones, and an address of a stranger narrows to nothing unknown', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  await openActivity(page)
  const today = new Date().toISOString().slice(0, 10)
  await page.getByLabel('From').fill(today)
  await expect(page).toHaveURL(new RegExp(`from=${today}`))
  await page.getByLabel('Up to').fill(today)
  await expect(page).toHaveURL(new RegExp(`to=${today}`))
  await expect(line(page, 'Signed in with')).toBeVisible()
  await openActivity(page, '?from=2026-01-01&to=2026-01-02')
  await expect(page.getByText('Nothing like that')).toBeVisible()
  await openActivity(page, '?from=2026-01-02&to=2026-01-01')
  await expect(page.getByText('The days are the wrong way round')).toBeVisible()
  await openActivity(page, `?kind=__proto__&outcome=%3Cscript%3E&from=2026-02-30&lang=en`)
  await expect(line(page, 'Signed in with')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show everything' })).toHaveCount(0)
})

test('it is taken along as a table and as JSON lines, as far as it is shown', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  await openActivity(page, '?kind=wallets')
  await expect(line(page, 'Linked the wallet')).toBeVisible()
  const take = async (name: string): Promise<{ name: string; text: string }> => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name }).click()
    const download = await downloading
    return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
  }
  await page.getByRole('button', { name: 'Table (CSV)' }).click()
  // The file has signed messages in it. Who does not confirm gets none, and nothing has failed.
  await expect(findStepUpDialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(findStepUpDialog(page)).toBeHidden()
  await expect(page.getByRole('alert')).toHaveCount(0)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Table (CSV)' }).click()
  await confirmStepUpByWallet(page)
  await downloading
  const table = await take('Table (CSV)')
  expect(table.name).toMatch(/^countersign-activity-.+\.csv$/)
  expect(table.text.trim().split('\r\n')).toHaveLength(2)
  expect(table.text).toContain('wallet.linked')
  const all = await take('JSON lines')
  expect(all.name).toMatch(/\.jsonl$/)
  expect(
    all.text
      .trim()
      .split('\n')
      .map((text) => (JSON.parse(text) as ApiActivityEvent).type),
  ).toEqual(['wallet.linked'])
  await expect(
    page.getByRole('paragraph').filter({ hasText: 'The file has been saved by your browser.' }),
  ).toBeVisible()
})

test('N4 what strangers wrote into the log stands on the page as text', async ({ page, key }) => {
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

test('three thousand lines stay quick', async ({ page, key }) => {
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
      const begun = performance.now()
      const more = [...document.querySelectorAll('button')].find(
        ({ textContent, ariaBusy }) => textContent === 'Show more' && ariaBusy === null,
      )
      more?.click()
      while (count() < wanted) await new Promise(requestAnimationFrame)
      times.push(performance.now() - begun)
    }
    return times.slice(-5).reduce((sum, time) => sum + time) / 5
  }, size)
  await expect(page.getByRole('status')).toHaveText('3,000 lines are shown.')
  test
    .info()
    .annotations.push({ type: 'measured', description: `${Math.round(slowest)} ms for 50 more lines after 2750` })
  // Generous, because the machine does other things as well: without care it would be many seconds.
  expect(slowest).toBeLessThan(1500)
  // What is there is not fetched again when the person comes back to the tab.
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/activity') && asked.push(request.url()))
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await expect.poll(() => asked).toEqual([])
})
