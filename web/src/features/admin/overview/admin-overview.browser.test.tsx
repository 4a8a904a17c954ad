import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FakeApiResponses } from '../../../testing/fake-api-server.ts'
import { expectRenderedPageAccessible, renderAdminPage } from '../../../testing/render-admin-page-for-tests.tsx'
import type { AdminAlert } from './format-admin-alert.ts'

const dayMs = 86_400_000
const dayOf = (daysAgo: number): string => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10)

const figures: AdminApiEndpointOutput<'readMetrics'> = {
  from: dayOf(29),
  to: dayOf(0),
  signIns: Array.from({ length: 30 }, (_, daysAgo) => [
    { day: dayOf(daysAgo), signInMethod: 'key' as const, outcome: 'success' as const, count: 40 },
    { day: dayOf(daysAgo), signInMethod: null, outcome: 'refused' as const, count: 3 },
  ]).flat(),
  refusals: [{ reason: 'expired', count: 90, days: [{ day: dayOf(3), count: 90 }] }],
  newPeople: [{ day: dayOf(1), count: 3 }],
  people: { active: 1234, suspended: 1 },
  sessions: { live: 88 },
  applications: { enabled: 4, disabled: 1 },
  groups: 2,
  chains: [],
  keys: [],
  backup: { lastAt: null },
  logouts: { waiting: 0, failed: 0 },
  uncounted: 0,
}

const newServer = {
  ...figures,
  people: { active: 1, suspended: 0 },
  applications: { enabled: 0, disabled: 0 },
  signIns: figures.signIns.slice(0, 1),
}
const backedUp: typeof figures = { ...figures, backup: { lastAt: '2026-03-02T00:00:00.000Z' } }

const stopped: AdminAlert = {
  kind: 'sign_ins_stopped',
  way: null,
  walletName: null,
  since: '2026-03-02T14:05:00.000Z',
  usual: 45,
  adminSignIns: 0,
  failures: 0,
  failureReason: null,
}
const noBackup: AdminAlert = { kind: 'backup', lastAt: null }
const burst: AdminAlert = { kind: 'refusals', count: 900, usual: 12, from: '2026-03-02T00:00:00.000Z' }
const overfull: AdminAlert[] = [
  stopped,
  burst,
  { kind: 'chain', id: '1', name: 'Ethereum', sessions: 7 },
  { kind: 'held', count: 2 },
  { kind: 'mails', count: 3, hasMore: false, from: '2026-03-02T00:00:00.000Z' },
  noBackup,
]

const openOverview = (
  items: AdminAlert[],
  more: FakeApiResponses = {},
  options: Parameters<typeof renderAdminPage>[2] = {},
) =>
  renderAdminPage(
    '/admin',
    {
      readMetrics: figures,
      listAlerts: { items },
      readSetupSteps: {
        steps: [
          { step: 'passkey', done: false, dismissed: false },
          { step: 'backup', done: false, dismissed: false },
          { step: 'application', done: true, dismissed: false },
        ],
      },
      aggregateEvents: { items: [], nextCursor: null, total: null, scanned: 0, isComplete: true },
      ...more,
    },
    options,
  )

const signIns = page.getByRole('region', { name: 'Sign-ins per day' })
const alerts = page.getByRole('region', { name: 'Needs attention' })
const readTop = async (): Promise<number> =>
  (await signIns.getByRole('figure').findElement()).getBoundingClientRect().top

describe('the overview', () => {
  test('shows the whole chart at 1440 × 900', async () => {
    await openOverview([stopped, burst, noBackup], {}, { viewport: [1440, 900] })
    const chart = await signIns.getByRole('figure').findElement()
    await expect.element(alerts.getByText('No one has signed in since')).toBeVisible()
    expect(chart.getBoundingClientRect().bottom).toBeLessThan(900)
  })

  test('shows health before the chart on a phone, and the other alerts on demand', async () => {
    await openOverview(overfull, {}, { viewport: [390, 844] })
    await expect.element(alerts.getByText('No one has signed in since')).toBeVisible()
    const health = (await page.getByRole('region', { name: 'Health' }).findElement()).getBoundingClientRect()
    expect(health.bottom).toBeLessThan(780)
    expect(await readTop()).toBeGreaterThan(health.bottom)
    await expect.element(alerts.getByText('2 wallets are on hold')).not.toBeVisible()
    await alerts.getByRole('button', { name: 'Show all (6)', expanded: false }).click()
    await expect.element(alerts.getByText('2 wallets are on hold')).toBeVisible()
    await expect.element(alerts.getByRole('button', { name: 'Show fewer', expanded: true })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(alerts.getByText('2 wallets are on hold')).not.toBeVisible()
  })

  test('hints at a missing backup once', async () => {
    await openOverview([noBackup])
    await expect.element(alerts.getByText('The database has never been backed up')).toBeVisible()
    await expect.element(page.getByText('Add a passkey').first()).toBeVisible()
    await expect.element(page.getByText('Back up the database')).not.toBeInTheDocument()
    await expect.poll(() => document.body.textContent.split('countersign backup FILE').length - 1).toBe(1)
  })

  test('counts a missing backup as an alert', async () => {
    await openOverview([])
    await expect.element(alerts.getByText('No database backup found.')).toBeVisible()
    await expect.element(page.getByText('Back up the database').first()).toBeVisible()
    await expect
      .element(alerts.getByRole('link', { name: 'No database backup found.' }))
      .toHaveAttribute('href', '#backup')
    expect(document.getElementById('backup')?.textContent).toContain('Back up the database')
  })

  test('says that a key without a successor has expired', async () => {
    const key = { algorithm: 'ES256', state: 'current', createdAt: '2019-01-01T00:00:00.000Z' }
    await openOverview([], {
      readMetrics: { ...figures, keys: [{ ...key, signsUntil: '2020-01-01T00:00:00.000Z' }] },
    })
    const health = page.getByRole('region', { name: 'Health' })
    await expect.element(health.getByText('Expired')).toBeVisible()
    await expect.element(health.getByText('active')).not.toBeInTheDocument()
  })

  test('says that there are no alerts if there is a backup', async () => {
    await openOverview([], { readMetrics: backedUp })
    await expect.element(alerts.getByText('No alerts.')).toBeVisible()
  })

  test('of a new server has only the next steps and health', async () => {
    await openOverview([], { readMetrics: newServer })
    await expect.element(page.getByText('Back up the database').first()).toBeVisible()
    const titles = page
      .getByRole('heading', { level: 2 })
      .elements()
      .map(({ textContent }) => textContent)
    expect(titles).toEqual(['Next steps', 'Health'])
    await expect.element(page.getByRole('region', { name: 'Now' })).not.toBeInTheDocument()
  })

  test('of a new server with an application has the current figures too', async () => {
    await openOverview([], { readMetrics: { ...newServer, applications: { enabled: 1, disabled: 0 } } })
    const now = page.getByRole('region', { name: 'Now' })
    await expect.element(now.getByRole('link', { name: 'Applications 1' })).toBeVisible()
  })

  test('breaks a bar that would flatten all others, and writes its count', async () => {
    const signInsOf = (daysAgo: number) => ({
      day: dayOf(daysAgo),
      signInMethod: 'key' as const,
      outcome: 'success' as const,
      count: daysAgo === 0 ? 1150 : 4,
    })
    await openOverview([], {
      readMetrics: { ...backedUp, signIns: Array.from({ length: 30 }, (_, daysAgo) => signInsOf(daysAgo)) },
    })
    const chart = signIns.getByRole('figure')
    await expect.element(chart.getByText('1,150', { exact: true })).toBeVisible()
    await expect.element(chart.getByText('Broken bar: off the scale, with its count above.')).toBeVisible()
  })

  test('draws ordinary refusals in neutral ink', async () => {
    await openOverview([])
    await expect.element(signIns.getByRole('figure')).toBeVisible()
    expect(document.querySelectorAll('#content .fill-red, #content .fill-amber')).toHaveLength(0)
  })

  test('draws refusals in amber while far more than usual are refused', async () => {
    await openOverview([burst])
    await expect.poll(() => document.querySelectorAll('#content .fill-amber').length).toBeGreaterThan(0)
    expect(document.querySelectorAll('#content .fill-red')).toHaveLength(0)
  })

  test('marks the unfinished day', async () => {
    await openOverview([])
    await expect.element(signIns.getByText('Dashed: today, still in progress.')).toBeVisible()
    await expect.element(signIns.getByRole('link', { name: /\(in progress\): 40 × Plain wallet/ })).toBeInTheDocument()
  })

  test.each([
    ['passkey', null, 'No sign-in with a passkey since Mon, Mar 2; 45 a day are usual'],
    ['metamask', 'MetaMask', 'No sign-in with MetaMask since Mon, Mar 2; 45 a day are usual'],
    ['another-device', null, 'No sign-in with another device since Mon, Mar 2; 45 a day are usual'],
  ])('says that sign-ins in one way stopped: %s', async (way, walletName, text) => {
    await openOverview([{ ...stopped, way, walletName, failures: 31, failureReason: 'window-blocked' } as AdminAlert])
    await expect.element(alerts.getByText(text)).toBeVisible()
    await expect
      .element(
        alerts.getByText(
          '31 errors before they sent anything. Most frequent: the browser blocked the wallet’s window.',
        ),
      )
      .toBeVisible()
    await expect
      .element(alerts.getByRole('link', { name: 'View sign-ins' }))
      .toHaveAttribute('href', expect.stringContaining('session.started'))
  })

  test.each([
    ['en', 0, 45, /^No one has signed in since .*; 45 sign-ins a day are usual$/],
    ['en', 2, 1, /^No one without an admin role has signed in since .*; one sign-in a day is usual$/],
    ['de', 0, 1, /^Seit .* hat sich niemand angemeldet; üblich ist eine Anmeldung am Tag$/],
    ['de', 2, 45, /^Seit .* hat sich niemand ohne Admin-Rolle angemeldet; üblich sind 45 Anmeldungen am Tag$/],
  ] as const)('says in %s that sign-ins stopped, after %i of admins, where %i are usual', async (...row) => {
    const [language, adminSignIns, usual, text] = row
    await openOverview([{ ...stopped, adminSignIns, usual }], {}, { language })
    await expect.element(page.getByText(text)).toBeVisible()
  })

  test('is accessible with many alerts', async () => {
    await openOverview(overfull)
    await expect.element(alerts.getByText('No one has signed in since')).toBeVisible()
    await expectRenderedPageAccessible()
  })

  test('in German names the way in which no one signs in any more', async () => {
    await openOverview([{ ...stopped, way: 'solana' }], {}, { language: 'de' })
    await expect
      .element(page.getByText(/^Keine Anmeldung mit einer Solana-Wallet seit .*; üblich sind 45 am Tag$/))
      .toBeVisible()
    await expectRenderedPageAccessible()
  })
})
