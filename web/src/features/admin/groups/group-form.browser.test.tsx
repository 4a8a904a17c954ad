// The form of a group: its rule of parts, the live count, and what the server refuses.
import type { AdminEndpointOutput } from '@countersign/api/admin-endpoints'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import type { FakeResponses } from '../../../testing/fake-server.ts'
import { RefusedResponse, unreachableServer } from '../../../testing/fake-server.ts'
import { expectAccessible, pressWithKeyboard, renderAdminPage } from '../../../testing/render-admin-page.tsx'
import { installManualClock } from '../../../testing/manual-clock.ts'

type Preview = AdminEndpointOutput<'previewRule'>

const at = '2026-01-01T00:00:00.000Z'
const person = { id: 'p2', displayName: '<img src=x onerror=alert(1)>', address: null, walletName: null }
const counted = (matching: number, more: Partial<Preview> = {}): Preview => ({
  looked: 40,
  people: 900,
  more: true,
  matching,
  unknown: 0,
  faults: [],
  sample: [],
  ...more,
})
const faulty = (path: string): Preview =>
  counted(0, { faults: [{ path, message: 'must be "0x…"', code: 'wallet', values: {} }] })

const staff: AdminEndpointOutput<'readGroup'> = {
  id: 'staff',
  name: 'Staff',
  description: null,
  members: 3,
  membersCheckedRecently: 3,
  walletList: false,
  readAt: at,
  createdAt: at,
  changedAt: at,
  rule: { type: 'name', under: 'example.eth' },
  applications: [],
}
const answers: FakeResponses = {
  previewRule: counted(1),
  listGroups: { items: [], nextCursor: null, total: 0 },
  listGroupMembers: { items: [], nextCursor: null, total: 0 },
  listReadableChains: { items: [] },
  readGroup: staff,
}
const open = (path: string, more: FakeResponses = {}) => renderAdminPage(path, { ...answers, ...more })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const said = (text: string) => page.getByRole('main').getByText(text)
const create = () => page.getByRole('button', { name: 'Make the group' })
const named = (under: string) => ({ type: 'name', under })

const pauseMs = 400
const counting = () => page.getByText('Counting…')

/** Opens the form of a new group with a rule by name that is counted, and stops the clock. */
async function openNamed(more: FakeResponses = {}) {
  const { history, ...server } = await open('/admin/new-group')
  await page.getByLabelText('Condition').selectOptions('Has a name under')
  await expect.poll(() => server.getSentBodies('previewRule').at(-1)).toEqual({ live: true, rule: { type: 'name' } })
  await expect.element(said('1 of the 40 people looked at')).toBeVisible()
  await expect.element(counting()).not.toBeInTheDocument()
  const before = server.getSentBodies('previewRule').length
  server.setResponses(more)
  return {
    server,
    history,
    under: page.getByLabelText('Name', { exact: true }).last(),
    /** The counts that were requested since. */
    counts: () => server.getSentBodies('previewRule').slice(before),
    pass: installManualClock(),
  }
}

test('a rule is built of parts by keyboard alone, and what is wrong is said at its part', async () => {
  const server = await open('/admin/new-group', { previewRule: faulty('rule.any[1].wallets[0]') })
  await pressWithKeyboard(page.getByRole('button', { name: 'Put into “Any of”: The rule' }))
  const first = page.getByRole('group', { name: 'Part 1', exact: true })
  const second = page.getByRole('group', { name: 'Part 2', exact: true })
  await first.getByLabelText('Condition').selectOptions('Has a name under')
  await first.getByLabelText('Name').fill('example.eth')
  await second.getByLabelText('Wallets, one a line').fill('0x12')
  // It is counted while it is written; its faults are shown on request.
  await expect.element(said('Nobody is counted yet: something is missing or wrong')).toBeVisible()
  await pressWithKeyboard(page.getByRole('button', { name: 'Show what', exact: true }))
  await expect.element(second.getByText('1: must be "0x…"')).toBeVisible()
  expect(server.getSentBodies('previewRule').at(-1)).toEqual({
    live: true,
    rule: { any: [named('example.eth'), { type: 'wallets', wallets: ['0x12'] }] },
  })
  await expectAccessible()
  server.setResponses({ previewRule: counted(1, { sample: [person] }) })
  await second.getByLabelText('Wallets, one a line').fill('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
  await expect.element(said('1 of the 40 people looked at')).toBeVisible()
  await expect.element(page.getByRole('status').filter({ hasText: '1 of the 40 people looked at' })).toBeInTheDocument()
  await pressWithKeyboard(page.getByRole('button', { name: 'Look at more of the 900 people' }))
  await expect.poll(() => server.getSentBodies('previewRule').at(-1)).toMatchObject({ live: false })
  expect(document.querySelector('#content img')).toBeNull()
  await page.getByRole('button', { name: 'As JSON' }).click()
  await expect
    .element(page.getByLabelText('Rule as JSON'))
    .toHaveValue(expect.stringContaining('"under": "example.eth"'))
})

test('a rule is counted 400 ms after the last key, and not again where it is written as it was', async () => {
  const { under, counts, pass } = await openNamed()
  for (const text of ['abc.eth', 'ab.eth', 'abc.eth']) {
    await under.fill(text)
    await pass(pauseMs - 1)
  }
  // The same rule, because a name is trimmed.
  await under.fill('abc.eth ')
  await pass(0)
  expect(counts()).toEqual([])
  await pass(1)
  expect(counts()).toEqual([{ live: true, rule: named('abc.eth') }])
  await expect.element(counting()).not.toBeInTheDocument()
  await under.fill('abc.eth')
  await pass(2 * pauseMs)
  expect(counts()).toHaveLength(1)
})

test('the last count stays while the next is fetched, and the page says that it counts', async () => {
  const { promise, resolve } = Promise.withResolvers<Preview>()
  const { server, under, counts, pass } = await openNamed({ previewRule: counted(3) })
  await under.fill('a.eth')
  await expect.element(counting()).toBeVisible()
  await pass(pauseMs)
  await expect.element(said('3 of the 40 people looked at')).toBeVisible()
  await expect.element(counting()).not.toBeInTheDocument()
  server.setResponses({ previewRule: () => promise })
  await under.fill('b.eth')
  await expect.element(counting()).toBeVisible()
  await pass(pauseMs)
  expect(counts().at(-1)).toEqual({ live: true, rule: named('b.eth') })
  await expect.element(counting()).toBeVisible()
  await expect.element(said('3 of the 40 people looked at')).toBeVisible()
  resolve(counted(4))
  await expect.element(said('4 of the 40 people looked at')).toBeVisible()
  await expect.element(counting()).not.toBeInTheDocument()
})

test('a superseded count is canceled, and its late answer is never shown', async () => {
  const { promise, resolve } = Promise.withResolvers<Preview>()
  const canceled: boolean[] = []
  const { server, under, pass } = await openNamed({
    previewRule: (_, signal) => {
      signal.addEventListener('abort', () => canceled.push(true))
      return promise
    },
  })
  await under.fill('a.eth')
  await pass(pauseMs)
  server.setResponses({ previewRule: counted(4) })
  await under.fill('b.eth')
  await expect.poll(() => canceled).toEqual([true])
  await pass(pauseMs)
  await expect.element(said('4 of the 40 people looked at')).toBeVisible()
  const texts: string[] = []
  const observer = new MutationObserver(() => texts.push(document.body.textContent))
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  onTestFinished(() => observer.disconnect())
  resolve(counted(7))
  // The next count is answered after it: once that one is shown, the late answer would have been.
  server.setResponses({ previewRule: counted(5) })
  await under.fill('c.eth')
  await pass(pauseMs)
  await expect.element(said('5 of the 40 people looked at')).toBeVisible()
  expect(texts.filter((text) => text.includes('5 of the 40'))).not.toEqual([])
  expect(texts.filter((text) => text.includes('7 of the 40'))).toEqual([])
})

test('a rule that cannot be counted is tried three times, and the page says why until the rule changes', async () => {
  const { server, under, counts, pass } = await openNamed({ previewRule: unreachableServer })
  const error = said('The server does not answer.')
  await under.fill('a.eth')
  await pass(pauseMs)
  for (const [index, delayMs] of [500, 1000].entries()) {
    expect(counts()).toHaveLength(index + 1)
    await expect.element(counting()).toBeVisible()
    await pass(delayMs)
  }
  await expect.element(error).toBeVisible()
  await expect.element(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible()
  await pass(60_000)
  expect(counts()).toHaveLength(3)
  server.setResponses({ previewRule: counted(3) })
  await under.fill('b.eth')
  await expect.element(error).not.toBeInTheDocument()
  await pass(pauseMs)
  await expect.element(said('3 of the 40 people looked at')).toBeVisible()
})

test('a text that is not a rule has no count, and none is requested', async () => {
  const { server, counts, pass } = await openNamed()
  await page.getByRole('button', { name: 'As JSON' }).click()
  await expect.element(said('1 of the 40 people looked at')).toBeVisible()
  await page.getByLabelText('Rule as JSON').fill('{')
  await expect.element(said('1 of the 40 people looked at')).not.toBeInTheDocument()
  await pass(2 * pauseMs)
  await expect.element(counting()).not.toBeInTheDocument()
  await create().click()
  await pass(2 * pauseMs)
  expect(counts()).toEqual([])
  expect(server.getSentBodies('createGroup')).toEqual([])
})

test('more people are looked at on request, without a pause', async () => {
  const { under, counts, pass } = await openNamed({
    previewRule: ({ body }) => counted(body.live === true ? 3 : 40),
  })
  await under.fill('a.eth')
  await pass(pauseMs)
  await expect.element(said('3 of the 40 people looked at')).toBeVisible()
  await page.getByRole('button', { name: 'Look at more of the 900 people' }).click()
  await expect.element(said('40 of the 40 people looked at')).toBeVisible()
  expect(counts().at(-1)).toEqual({ live: false, rule: named('a.eth') })
})

test('a form that is left within the pause requests no count, and one that is opened again does', async () => {
  const { under, history, counts, pass } = await openNamed()
  await under.fill('a.eth')
  await pass(pauseMs - 1)
  history.push('/admin/groups')
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click()
  await expect.element(said('No group yet')).toBeVisible()
  await pass(10 * pauseMs)
  expect(counts()).toEqual([])
  history.push('/admin/new-group')
  await expect.poll(counts).toEqual([{ live: true, rule: { type: 'wallets', wallets: [] } }])
})

test('a new group needs a name and an ID, which follows the name until it is changed', async () => {
  const server = await open('/admin/new-group', { createGroup: staff })
  await create().click()
  await expect.element(field('Name')).toHaveFocus()
  await expect.element(field('Name')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('Id')).toHaveAttribute('aria-invalid', 'true')
  await field('Name').fill('Our Staff')
  await expect.element(field('Id')).toHaveValue('our-staff')
  await expect.element(field('Id')).toHaveAttribute('aria-invalid', 'false')
  await field('Id').fill('staff')
  await field('Name').fill(' Staff ')
  await expect.element(field('Id')).toHaveValue('staff')
  await expectAccessible()
  await page.getByLabelText('Wallets, one a line').fill('0x12')
  await create().click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Staff' })).toBeVisible()
  expect(server.getSentBodies('createGroup')).toEqual([
    { id: 'staff', name: 'Staff', description: null, rule: { type: 'wallets', wallets: ['0x12'] } },
  ])
})

test('a refused change of a group says why, and what is wrong with its rule at its part', async () => {
  const { history, ...server } = await open('/admin/groups/staff', { changeGroup: new RefusedResponse('group.faulty') })
  await page.getByRole('button', { name: 'Change' }).click()
  await field('Description').fill('Everyone who works here')
  server.setResponses({ previewRule: faulty('rule.under') })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByLabelText('Name', { exact: true }).last()).toHaveAttribute('aria-invalid', 'true')
  expect(server.getSentBodies('changeGroup')).toEqual([
    {
      id: 'staff',
      name: 'Staff',
      description: 'Everyone who works here',
      rule: named('example.eth'),
      changedAt: at,
    },
  ])
  server.setResponses({ changeGroup: new RefusedResponse('group.changed_meanwhile') })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Someone else changed this group after you opened it.')).toBeVisible()
  server.setResponses({ changeGroup: unreachableServer })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('The server does not answer.')).toBeVisible()
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await expect.element(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  expect(history.location.pathname).toBe('/admin/groups/staff')
})

test('an auditor sees the rule as text, and why it cannot be changed', async () => {
  const readGroup = {
    ...staff,
    name: '<img src=x onerror="window.taken=1">',
    description: '<svg/onload=window.taken=1>',
  }
  await renderAdminPage('/admin/groups/staff', { ...answers, readGroup }, { role: 'auditor' })
  const rule = page.getByRole('region', { name: 'Rule', exact: true })
  await expect.element(rule.getByText('Members: whoever has a name under example.eth.')).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: 'Change' }))
    .toHaveAccessibleDescription('Only an administrator or an owner can do this. Your role: Auditor.')
  expect('taken' in window).toBe(false)
  await expectAccessible()
})

test('nothing is requested about a removed group until someone goes back to it', async () => {
  const { history, ...server } = await open('/admin/groups/staff/danger?search=nobody', { removeGroup: undefined })
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  const before = server.getSentBodies('readGroup').length + server.getSentBodies('listGroupMembers').length
  await page.getByRole('dialog', { name: 'Remove Staff?' }).getByRole('button', { name: 'Remove' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Groups' })).toBeVisible()
  expect(server.getSentBodies('removeGroup')).toHaveLength(1)
  expect(server.getSentBodies('readGroup').length + server.getSentBodies('listGroupMembers').length).toBe(before)
  // The page waits for its answer rather than show what is known of the group, and requests nothing that belongs to it.
  server.setResponses({ readGroup: new RefusedResponse('group.not_found') })
  history.back()
  await expect.element(page.getByRole('alert').filter({ hasText: 'Group not found' })).toBeVisible()
  expect(server.getSentBodies('listGroupMembers')).toEqual([])
})
