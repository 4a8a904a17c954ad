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

test('a group rule can be built with only the keyboard, and each error appears at its part', async () => {
  const server = await renderGroupAdminPage('/admin/new-group', { previewRule: faulty('rule.any[1].wallets[0]') })
  await focusByTabAndPressEnter(page.getByRole('button', { name: 'Wrap in “Any of”: The rule' }))
  const first = page.getByRole('group', { name: 'Condition 1', exact: true })
  const second = page.getByRole('group', { name: 'Condition 2', exact: true })
  await first.getByLabelText('Condition', { exact: true }).selectOptions('Has a name under a domain')
  await first.getByLabelText('Domain').fill('example.eth')
  await second.getByLabelText('Wallets, one per line').fill('0x12')
  await expect.element(findTextInMainRegion('Can’t count yet: the rule is incomplete or invalid')).toBeVisible()
  await focusByTabAndPressEnter(page.getByRole('button', { name: 'Show errors', exact: true }))
  await expect.element(second.getByText('1: must be "0x…"')).toBeVisible()
  expect(server.getSentBodies('previewRule').at(-1)).toEqual({
    live: true,
    rule: { any: [createEnsNameGroupRuleFixture('example.eth'), { type: 'wallets', wallets: ['0x12'] }] },
  })
  await expectRenderedPageAccessible()
  server.setResponses({ previewRule: createFakeGroupRulePreviewResponse(1, { sample: [person] }) })
  await second.getByLabelText('Wallets, one per line').fill('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
  await expect.element(findTextInMainRegion('1 of 40 people checked')).toBeVisible()
  await expect.element(page.getByRole('status').filter({ hasText: '1 of 40 people checked' })).toBeInTheDocument()
  await focusByTabAndPressEnter(page.getByRole('button', { name: 'Check more of the 900 people' }))
  await expect.poll(() => server.getSentBodies('previewRule').at(-1)).toMatchObject({ live: false })
  expect(document.querySelector('#content img')).toBeNull()
  await page.getByRole('button', { name: 'JSON' }).click()
  await expect
    .element(page.getByLabelText('Rule as JSON'))
    .toHaveValue(expect.stringContaining('"under": "example.eth"'))
})

test('a new group requires a name and an ID, and the ID follows the name until edited', async () => {
  const server = await renderGroupAdminPage('/admin/new-group', { createGroup: staffGroupFixture })
  await findCreateGroupButton().click()
  await expect.element(field('Name')).toHaveFocus()
  await expect.element(field('Name')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('ID')).toHaveAttribute('aria-invalid', 'true')
  await field('Name').fill('Our Staff')
  await expect.element(field('ID')).toHaveValue('our-staff')
  await expect.element(field('ID')).toHaveAttribute('aria-invalid', 'false')
  await field('ID').fill('staff')
  await field('Name').fill(' Staff ')
  await expect.element(field('ID')).toHaveValue('staff')
  await expectRenderedPageAccessible()
  await page.getByLabelText('Wallets, one per line').fill('0x12')
  await findCreateGroupButton().click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Staff' })).toBeVisible()
  expect(server.getSentBodies('createGroup')).toEqual([
    { id: 'staff', name: 'Staff', description: null, rule: { type: 'wallets', wallets: ['0x12'] } },
  ])
})

test('a failed group save shows the error, and each rule error at its part', async () => {
  const { history, ...server } = await renderGroupAdminPage('/admin/groups/staff', {
    changeGroup: new FakeErrorResponse('group.invalid'),
  })
  await page.getByRole('button', { name: 'Edit' }).click()
  await field('Description').fill('Everyone who works here')
  server.setResponses({ previewRule: faulty('rule.under') })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByLabelText('Domain')).toHaveAttribute('aria-invalid', 'true')
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
  await expect.element(page.getByText('The server isn’t responding.')).toBeVisible()
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await expect.element(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  expect(history.location.pathname).toBe('/admin/groups/staff')
})

test('an auditor sees the group rule as text and why it cannot be changed', async () => {
  const readGroup = {
    ...staffGroupFixture,
    name: '<img src=x onerror="window.taken=1">',
    description: '<svg/onload=window.taken=1>',
  }
  await renderAdminPage('/admin/groups/staff', { ...fakeGroupApiResponses, readGroup }, { role: 'auditor' })
  const rule = page.getByRole('region', { name: 'Rule', exact: true })
  await expect.element(rule.getByText('Members: anyone who has a name under example.eth.')).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: 'Edit' }))
    .toHaveAccessibleDescription('Only an administrator or an owner can do this. Your role: Auditor.')
  expect('taken' in window).toBe(false)
  await expectRenderedPageAccessible()
})

test('a removed group is not requested again until the user navigates back to it', async () => {
  const { history, ...server } = await renderGroupAdminPage('/admin/groups/staff/danger?search=nobody', {
    removeGroup: undefined,
  })
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const before = server.getSentBodies('readGroup').length + server.getSentBodies('listGroupMembers').length
  await page.getByRole('dialog', { name: 'Delete Staff?' }).getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Groups' })).toBeVisible()
  expect(server.getSentBodies('removeGroup')).toHaveLength(1)
  expect(server.getSentBodies('readGroup').length + server.getSentBodies('listGroupMembers').length).toBe(before)
  // The page must wait for the response instead of showing cached data.
  server.setResponses({ readGroup: new FakeErrorResponse('group.not_found') })
  history.back()
  await expect.element(page.getByRole('alert').filter({ hasText: 'Group not found' })).toBeVisible()
  expect(server.getSentBodies('listGroupMembers')).toEqual([])
})
