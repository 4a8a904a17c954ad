// The form of a group: its rule of parts, the live count, and what the server refuses.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FakeErrorResponse, fakeUnreachableResponse } from '../../../testing/fake-api-server.ts'
import {
  expectRenderedPageAccessible,
  focusByTabAndPressEnter,
  renderAdminPage,
} from '../../../testing/render-admin-page-for-tests.tsx'
import {
  groupFixtureTimestamp,
  createFakeGroupRulePreviewResponse,
  staffGroupFixture,
  fakeGroupApiResponses,
  renderGroupAdminPage,
  findTextInMainRegion,
  findCreateGroupButton,
  createEnsNameGroupRuleFixture,
} from '../../../testing/group-page-fixtures.tsx'
import type { GroupRulePreviewResponse } from '../../../testing/group-page-fixtures.tsx'

const person = { id: 'p2', displayName: '<img src=x onerror=alert(1)>', address: null, walletName: null }

const faulty = (path: string): GroupRulePreviewResponse =>
  createFakeGroupRulePreviewResponse(0, { errors: [{ path, message: 'must be "0x…"', code: 'wallet', values: {} }] })

const field = (name: string) => page.getByRole('textbox', { name, exact: true })

test('a rule is built of parts by keyboard alone, and what is wrong is said at its part', async () => {
  const server = await renderGroupAdminPage('/admin/new-group', { previewRule: faulty('rule.any[1].wallets[0]') })
  await focusByTabAndPressEnter(page.getByRole('button', { name: 'Put into “Any of”: The rule' }))
  const first = page.getByRole('group', { name: 'Part 1', exact: true })
  const second = page.getByRole('group', { name: 'Part 2', exact: true })
  await first.getByLabelText('Condition').selectOptions('Has a name under')
  await first.getByLabelText('Name').fill('example.eth')
  await second.getByLabelText('Wallets, one a line').fill('0x12')
  // It is counted while it is written; its errors are shown on request.
  await expect.element(findTextInMainRegion('Nobody is counted yet: something is missing or wrong')).toBeVisible()
  await focusByTabAndPressEnter(page.getByRole('button', { name: 'Show what', exact: true }))
  await expect.element(second.getByText('1: must be "0x…"')).toBeVisible()
  expect(server.getSentBodies('previewRule').at(-1)).toEqual({
    live: true,
    rule: { any: [createEnsNameGroupRuleFixture('example.eth'), { type: 'wallets', wallets: ['0x12'] }] },
  })
  await expectRenderedPageAccessible()
  server.setResponses({ previewRule: createFakeGroupRulePreviewResponse(1, { sample: [person] }) })
  await second.getByLabelText('Wallets, one a line').fill('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
  await expect.element(findTextInMainRegion('1 of the 40 people looked at')).toBeVisible()
  await expect.element(page.getByRole('status').filter({ hasText: '1 of the 40 people looked at' })).toBeInTheDocument()
  await focusByTabAndPressEnter(page.getByRole('button', { name: 'Look at more of the 900 people' }))
  await expect.poll(() => server.getSentBodies('previewRule').at(-1)).toMatchObject({ live: false })
  expect(document.querySelector('#content img')).toBeNull()
  await page.getByRole('button', { name: 'As JSON' }).click()
  await expect
    .element(page.getByLabelText('Rule as JSON'))
    .toHaveValue(expect.stringContaining('"under": "example.eth"'))
})

test('a new group needs a name and an ID, which follows the name until it is changed', async () => {
  const server = await renderGroupAdminPage('/admin/new-group', { createGroup: staffGroupFixture })
  await findCreateGroupButton().click()
  await expect.element(field('Name')).toHaveFocus()
  await expect.element(field('Name')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('Id')).toHaveAttribute('aria-invalid', 'true')
  await field('Name').fill('Our Staff')
  await expect.element(field('Id')).toHaveValue('our-staff')
  await expect.element(field('Id')).toHaveAttribute('aria-invalid', 'false')
  await field('Id').fill('staff')
  await field('Name').fill(' Staff ')
  await expect.element(field('Id')).toHaveValue('staff')
  await expectRenderedPageAccessible()
  await page.getByLabelText('Wallets, one a line').fill('0x12')
  await findCreateGroupButton().click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Staff' })).toBeVisible()
  expect(server.getSentBodies('createGroup')).toEqual([
    { id: 'staff', name: 'Staff', description: null, rule: { type: 'wallets', wallets: ['0x12'] } },
  ])
})

test('a refused change of a group says why, and what is wrong with its rule at its part', async () => {
  const { history, ...server } = await renderGroupAdminPage('/admin/groups/staff', {
    changeGroup: new FakeErrorResponse('group.invalid'),
  })
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
      rule: createEnsNameGroupRuleFixture('example.eth'),
      changedAt: groupFixtureTimestamp,
    },
  ])
  server.setResponses({ changeGroup: new FakeErrorResponse('group.conflict') })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Someone else changed this group after you opened it.')).toBeVisible()
  server.setResponses({ changeGroup: fakeUnreachableResponse })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('The server does not answer.')).toBeVisible()
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await expect.element(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  expect(history.location.pathname).toBe('/admin/groups/staff')
})

test('an auditor sees the rule as text, and why it cannot be changed', async () => {
  const readGroup = {
    ...staffGroupFixture,
    name: '<img src=x onerror="window.taken=1">',
    description: '<svg/onload=window.taken=1>',
  }
  await renderAdminPage('/admin/groups/staff', { ...fakeGroupApiResponses, readGroup }, { role: 'auditor' })
  const rule = page.getByRole('region', { name: 'Rule', exact: true })
  await expect.element(rule.getByText('Members: whoever has a name under example.eth.')).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: 'Change' }))
    .toHaveAccessibleDescription('Only an administrator or an owner can do this. Your role: Auditor.')
  expect('taken' in window).toBe(false)
  await expectRenderedPageAccessible()
})

test('nothing is requested about a removed group until someone goes back to it', async () => {
  const { history, ...server } = await renderGroupAdminPage('/admin/groups/staff/danger?search=nobody', {
    removeGroup: undefined,
  })
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  const before = server.getSentBodies('readGroup').length + server.getSentBodies('listGroupMembers').length
  await page.getByRole('dialog', { name: 'Remove Staff?' }).getByRole('button', { name: 'Remove' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Groups' })).toBeVisible()
  expect(server.getSentBodies('removeGroup')).toHaveLength(1)
  expect(server.getSentBodies('readGroup').length + server.getSentBodies('listGroupMembers').length).toBe(before)
  // The page waits for its answer rather than show what is known of the group, and requests nothing that belongs to it.
  server.setResponses({ readGroup: new FakeErrorResponse('group.not_found') })
  history.back()
  await expect.element(page.getByRole('alert').filter({ hasText: 'Group not found' })).toBeVisible()
  expect(server.getSentBodies('listGroupMembers')).toEqual([])
})
