// Filters of the list of live sessions, and ending sessions from it.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FakeErrorResponse } from '../../../testing/fake-api-server.ts'
import { expectRenderedPageAccessible, renderAdminPage } from '../../../testing/render-admin-page-for-tests.tsx'

type LiveSession = AdminApiEndpointOutput<'listLiveSessions'>['items'][number]

const at = '2026-11-30T10:00:00.000Z'

const createSession = (number: number): LiveSession => ({
  id: `s${String(number).padStart(25, '0')}`,
  person: {
    id: `p${String(number).padStart(25, '0')}`,
    displayName: `Person ${number}`,
    address: null,
    walletName: null,
  },
  wallet: null,
  contract: null,
  passkey: { id: 'k', label: null },
  createdAt: at,
  lastSeenAt: at,
  newBrowser: number === 1,
  expiresAt: at,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  networkPrefix: '203.0.113.0/24',
  applications: ['Wiki'],
})

const list = (numbers: readonly number[]) => ({ items: numbers.map(createSession), nextCursor: null, total: null })
const noApplications = { items: [], nextCursor: null, total: 0 }

test('filters are kept in the URL, and a network in the search field filters by network', async () => {
  const { history } = await renderAdminPage('/admin/sessions', {
    listLiveSessions: list([1, 2]),
    listApplications: noApplications,
  })
  await page.getByLabelText('Browser').selectOptions('New browser')
  await expect.poll(() => history.location.search).toBe('?newBrowser=true')
  await page.getByLabelText('Age', { exact: true }).selectOptions('Older than 7 days')
  await expect.poll(() => history.location.search).toBe('?newBrowser=true&olderThanDays=7')
  await page.getByRole('searchbox').fill('203.0.113.9')
  await expect.poll(() => history.location.search).toBe('?network=203.0.113.0%2F24&newBrowser=true&olderThanDays=7')
  await expectRenderedPageAccessible()
})

test('the confirmation says how many sessions end, and a failure names the person', async () => {
  const server = await renderAdminPage('/admin/sessions', {
    listLiveSessions: list([1, 2, 3]),
    listApplications: noApplications,
    endPersonSession: ({ params }: { params: { id: string } }) =>
      params.id.endsWith('2') ? new FakeErrorResponse('permission.denied') : undefined,
  })
  for (const number of [1, 2]) await page.getByLabelText(`Select Person ${number}, Firefox on Linux`).click()
  await page
    .getByRole('region', { name: 'Actions for the selection' })
    .getByRole('button', { name: 'End sessions' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'End 2 sessions?' })
  await expect.element(dialog.getByText('Person 1: Firefox on Linux')).toBeVisible()
  await expect.element(dialog.getByText('Person 2: Firefox on Linux')).toBeVisible()
  await expect.element(dialog.getByText(/This can’t be undone\.$/)).toBeVisible()
  server.setResponses({ listLiveSessions: list([2, 3]) })
  await dialog.getByRole('button', { name: 'End 2 sessions' }).click()
  await expect.element(page.getByRole('dialog').getByText('1 session ended.')).toBeVisible()
  await expect.element(page.getByRole('dialog').getByText(/^Person 2: /)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await expect.element(page.getByRole('link', { name: 'Person 1' })).not.toBeInTheDocument()
})

test('one session ends from its row', async () => {
  const server = await renderAdminPage('/admin/sessions', {
    listLiveSessions: list([1, 2]),
    listApplications: noApplications,
    endPersonSession: undefined,
  })
  await page.getByRole('button', { name: 'End the session of Person 2 in Firefox on Linux' }).click()
  const dialog = page.getByRole('dialog', { name: 'End the session of Person 2 in Firefox on Linux?' })
  server.setResponses({ listLiveSessions: list([1]) })
  await dialog.getByRole('button', { name: 'End 1 session' }).click()
  await expect.element(page.getByRole('link', { name: 'Person 2' })).not.toBeInTheDocument()
})

test('an auditor sees sessions but cannot end them', async () => {
  await renderAdminPage(
    '/admin/sessions',
    { listLiveSessions: list([1]), listApplications: noApplications },
    { role: 'auditor', viewport: [360, 740] },
  )
  await expect.element(page.getByRole('link', { name: 'Person 1' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^End the session/ })).not.toBeInTheDocument()
})

test('devices, networks and applications are readable at 1440 px', async () => {
  const [first] = list([1]).items
  const session = {
    ...first!,
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
    networkPrefix: '203.104.131.0/24',
    applications: ['Calendar (staging)', 'Library (staging)', 'Maps', 'Files'],
  }
  await renderAdminPage(
    '/admin/sessions',
    { listLiveSessions: { ...list([]), items: [session] }, listApplications: noApplications },
    { viewport: [1440, 900] },
  )
  await expect.element(page.getByRole('table').getByText('Chrome on Windows', { exact: true })).toBeVisible()
  for (const text of ['Chrome on Windows', '203.104.131.0/24', 'Calendar (staging), Library (staging)']) {
    const element = page.getByRole('table').getByText(text, { exact: true }).last().element()
    expect(element.scrollWidth, text).toBeLessThanOrEqual(element.clientWidth)
    expect(element.scrollHeight, text).toBeLessThanOrEqual(element.clientHeight)
  }
  const network = page.getByText('203.104.131.0/24').last().element()
  expect(network.getClientRects()[0]!.height).toBeLessThan(30)
  await expect.element(page.getByText('+2', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('table').getByText('Maps, Files')).toBeInTheDocument()
})

test.each([
  ['en', 390],
  ['de', 560],
  ['de', 1440],
] as const)('the row action fits and is a large enough target, in %s at %i px', async (language, width) => {
  await renderAdminPage(
    '/admin/sessions',
    { listLiveSessions: list([2]), listApplications: noApplications },
    { language, viewport: [width, 844] },
  )
  const button = page.getByRole('table').getByRole('button', { name: /Person 2/ })
  await expect.element(button).toBeVisible()
  const element = button.element()
  const cell = element.closest('td')!.getBoundingClientRect()
  const { left, right, width: buttonWidth, height } = element.getBoundingClientRect()
  expect(left).toBeGreaterThanOrEqual(cell.left)
  expect(right).toBeLessThanOrEqual(cell.right)
  expect(Math.min(buttonWidth, height)).toBeGreaterThanOrEqual(24)
  if (width === 390) expect(element.closest('tr')!.getBoundingClientRect().height).toBeLessThan(85)
})
