import type { AdminApiAuditEvent } from '@countersign/api/admin-api-endpoints'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectRenderedPageAccessible, renderAdminPage } from '../../../testing/render-admin-page-for-tests.tsx'

const person = { id: 'ada', displayName: 'Ada', address: null, walletName: null, picture: null }

const event: AdminApiAuditEvent = {
  sequence: 7,
  at: '2026-03-02T14:05:00.000Z',
  type: 'session.started',
  outcome: 'success',
  person,
  actor: { kind: 'person', id: person.id, name: 'Ada' },
  application: null,
  details: { method: 'ecdsa', namespace: 'eip155', chainId: '1' },
  evidence: { networkPrefix: '127.0.0.0/24' },
}

test('a sign-in takes two lines on a phone, without repeating who acted', async () => {
  const nothing = { items: [], nextCursor: null, total: null }
  await renderAdminPage(
    '/admin/activity',
    { listEvents: { ...nothing, items: [event] }, listApplications: nothing },
    { viewport: [390, 844] },
  )
  const row = page.getByRole('table', { name: 'Audit log entries' }).getByRole('row').nth(1)
  await expect.element(row.getByRole('link', { name: 'Signed in' })).toBeVisible()
  await expect.element(row.getByRole('link', { name: 'Ada' })).toBeVisible()
  await expect.element(row.getByText('Plain Ethereum wallet').last()).toBeVisible()
  await expect.element(row.getByText('Themselves')).not.toBeInTheDocument()
  const element = await row.findElement()
  expect(element.getBoundingClientRect().height).toBeLessThan(75)
})

const firstSignIn: AdminApiAuditEvent[] = [
  { ...event, sequence: 9 },
  { ...event, sequence: 8, type: 'wallet.linked', details: {}, evidence: {} },
  { ...event, sequence: 7, type: 'person.created', details: {}, evidence: {} },
  { ...event, sequence: 6, at: '2026-03-02T14:04:00.000Z', evidence: {} },
]

test.each([390, 1440])('entries of one sign-in share a row, with a link to each, at %i px', async (width) => {
  const nothing = { items: [], nextCursor: null, total: null }
  await renderAdminPage(
    '/admin/activity',
    { listEvents: { ...nothing, items: firstSignIn }, listApplications: nothing },
    { viewport: [width, 844] },
  )
  const table = page.getByRole('table', { name: 'Audit log entries' })
  const row = table.getByRole('row').filter({ has: page.getByRole('link', { name: 'Wallet linked' }) })
  await expect.element(row.getByRole('link', { name: 'Signed in' })).toHaveAttribute('href', '/admin/activity/9')
  await expect.element(row.getByRole('link', { name: 'Wallet linked' })).toHaveAttribute('href', '/admin/activity/8')
  await expect.element(row.getByRole('link', { name: 'First sign-in' })).toHaveAttribute('href', '/admin/activity/7')
  const { height } = (await row.findElement()).getBoundingClientRect()
  expect(height).toBeLessThan(width === 390 ? 100 : 46)
  expect(table.getByRole('link', { name: 'Signed in' }).elements()).toHaveLength(2)
  expect(table.getByRole('link', { name: 'Ada' }).elements()).toHaveLength(2)
  await expect.element(page.getByText('4 of 4')).toBeVisible()
  await expectRenderedPageAccessible()
})

test('a list without matches shows its filters on a phone, offers to clear them, and no export', async () => {
  const nothing = { items: [], nextCursor: null, total: null }
  const { history } = await renderAdminPage(
    '/admin/activity?type=sign_in.refused&outcome=refused',
    { listEvents: nothing, listApplications: nothing },
    { viewport: [390, 844] },
  )
  await expect.element(page.getByText('No matches')).toBeVisible()
  await expect.element(page.getByLabelText('Outcome', { exact: true })).toBeVisible()
  await expect.element(page.getByLabelText('Application', { exact: true })).not.toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Export as CSV' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Remove filter' }).last().click()
  await expect.poll(() => history.location.search).toBe('?type=sign_in.refused')
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect.poll(() => history.location.search).toBe('')
})
