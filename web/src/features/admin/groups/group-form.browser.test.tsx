import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Locator } from 'vitest/browser'
import type { FakeApiResponses } from '../../../testing/fake-api-server.ts'
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

const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const person = { id: 'p2', displayName: '<img src=x onerror=alert(1)>', address: null, walletName: null }

const faulty = (path: string): GroupRulePreviewResponse =>
  createFakeGroupRulePreviewResponse(0, { errors: [{ path, message: 'must be "0x…"', code: 'wallet', values: {} }] })

const field = (name: string) => page.getByRole('textbox', { name, exact: true })

const kind = (part: Locator) => part.getByLabelText('Condition', { exact: true })

test('a group rule can be built with only the keyboard, and each error appears at its condition', async () => {
  const server = await renderGroupAdminPage('/admin/new-group', { previewRule: faulty('rule.all[1].wallets[0]') })
  await focusByTabAndPressEnter(page.getByRole('button', { name: 'Add another condition', exact: true }))
  const first = page.getByRole('group', { name: 'Condition 1', exact: true })
  const second = page.getByRole('group', { name: 'Condition 2', exact: true })
  await expect.element(kind(second)).toHaveFocus()
  await kind(first).selectOptions('have a name ending in')
  await first.getByLabelText('Domain').fill('example.eth')
  await second.getByLabelText('Wallets, one per line').fill('0x12')
  await expect.element(findTextInMainRegion('Fix the rule to see who would be in.')).toBeVisible()
  await focusByTabAndPressEnter(page.getByRole('button', { name: 'Show errors', exact: true }))
  await expect.element(second.getByText('1: must be "0x…"')).toBeVisible()
  await expect.element(second.getByLabelText('Wallets, one per line')).toHaveFocus()
  const wrong = { type: 'wallets', wallets: ['0x12'] }
  expect(server.getSentBodies('previewRule').at(-1)).toEqual({
    live: true,
    rule: { all: [createEnsNameGroupRuleFixture('example.eth'), wrong] },
  })
  await expectRenderedPageAccessible()
  server.setResponses({ previewRule: createFakeGroupRulePreviewResponse(1, { sample: [person] }) })
  await second.getByLabelText('Wallets, one per line').fill('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
  await expect.element(findTextInMainRegion('1 would be in of 40 people checked')).toBeVisible()
  await expect.element(page.getByRole('status').filter({ hasText: '1 of 40 people checked' })).toBeInTheDocument()
  await focusByTabAndPressEnter(page.getByRole('button', { name: 'Check more of the 900 people' }))
  await expect.poll(() => server.getSentBodies('previewRule').at(-1)).toMatchObject({ live: false })
  expect(document.querySelector('#content img')).toBeNull()
  await page.getByRole('button', { name: 'Edit as JSON' }).click()
  await expect
    .element(page.getByLabelText('Rule as JSON'))
    .toHaveValue(expect.stringContaining('"under": "example.eth"'))
})

test('on a phone the condition of a rule is a column of labeled fields', async () => {
  await renderGroupAdminPage('/admin/new-group')
  await page.viewport(390, 844)
  const rule = page.getByRole('group', { name: 'The rule', exact: true })
  await kind(rule).selectOptions('hold a token')
  for (const label of ['At least', 'Contract address', 'Chain'])
    await expect.element(rule.getByText(label, { exact: true }).first()).toBeVisible()
  const widths = rule
    .getByRole('textbox')
    .elements()
    .map((input) => input.getBoundingClientRect().width)
  expect(new Set(widths).size).toBe(1)
  await expectRenderedPageAccessible()
})

test('conditions of a group rule are joined by all or any, nested, and removed', async () => {
  const server = await renderGroupAdminPage('/admin/new-group')
  const sent = () => server.getSentBodies('previewRule').at(-1)
  const add = page.getByRole('button', { name: 'Add another condition', exact: true })
  const empty = { type: 'wallets', wallets: [] }
  await add.click()
  await expect.element(page.getByRole('button', { name: 'all: The rule' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'any: The rule' }).click()
  await expect.poll(sent).toMatchObject({ rule: { any: [empty, empty] } })
  await page.getByRole('button', { name: 'Add “and” to Condition 2' }).click()
  await expect.element(kind(page.getByRole('group', { name: 'Condition 2.2' }))).toHaveFocus()
  await expect.poll(sent).toMatchObject({ rule: { any: [empty, { all: [empty, empty] }] } })
  // The save bar must not cover a part of the buttons.
  page.getByRole('button', { name: 'Remove Condition 2.1' }).element().scrollIntoView({ block: 'center' })
  await expectRenderedPageAccessible()
  await page.getByRole('button', { name: 'Remove Condition 2.1' }).click()
  await expect.poll(sent).toMatchObject({ rule: { any: [empty, empty] } })
  await expect.element(add).toHaveFocus()
  await page.getByRole('button', { name: 'Remove Condition 1' }).click()
  await expect.poll(sent).toMatchObject({ rule: empty })
  await expect.element(page.getByRole('group', { name: 'The rule', exact: true })).toBeVisible()
})

test('a nested set of one condition is removed with its condition', async () => {
  const [one, other] = [createEnsNameGroupRuleFixture('a.eth'), createEnsNameGroupRuleFixture('b.eth')]
  const server = await renderGroupAdminPage('/admin/groups/staff', {
    readGroup: { ...staffGroupFixture, rule: { all: [{ any: [one] }, other] } },
  })
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Remove Condition 1.1' }).click()
  await expect.poll(() => server.getSentBodies('previewRule').at(-1)).toMatchObject({ rule: other })
  await expect.element(page.getByRole('button', { name: 'Add another condition', exact: true })).toHaveFocus()
})

const tokenResponses: FakeApiResponses = {
  listConfiguredChains: { items: [{ id: '1', name: 'Ethereum', nativeSymbol: 'ETH', hasNames: true }] },
  readTokenMetadata: {
    chain: '1',
    contract,
    kind: 'erc20',
    symbol: 'TUSD',
    name: 'Test Dollar',
    decimals: 6,
    ensName: null,
  },
}

test('the name and ID of a new group follow its rule until they are edited', async () => {
  const server = await renderGroupAdminPage('/admin/new-group', { ...tokenResponses, createGroup: staffGroupFixture })
  await kind(page.getByRole('group', { name: 'The rule', exact: true })).selectOptions('hold a token')
  await page.getByLabelText('Chain', { exact: true }).selectOptions('Ethereum')
  await page.getByLabelText('Contract address').fill(contract)
  await expect.element(findTextInMainRegion('Self-reported name: TUSD · Test Dollar · 6 decimals')).toBeVisible()
  await expect.element(field('At least, in TUSD')).toHaveValue('1')
  await expect.element(field('Name')).toHaveValue('TUSD holders')
  await expect.element(findTextInMainRegion('ID: tusd-holders')).toBeVisible()
  await expectRenderedPageAccessible()
  await field('Name').fill('Savers')
  await expect.element(findTextInMainRegion('ID: savers')).toBeVisible()
  await page.getByRole('button', { name: 'Change ID' }).click()
  await expect.element(field('ID')).toHaveFocus()
  await field('ID').fill('club')
  await field('Name').fill(' The savers ')
  await expect.element(field('ID')).toHaveValue('club')
  await field('At least, in TUSD').fill('1.5')
  await expect.element(field('Name')).toHaveValue(' The savers ')
  await page.getByRole('button', { name: 'Add a description' }).click()
  await expect.element(field('Description')).toHaveFocus()
  await findCreateGroupButton().click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Staff' })).toBeVisible()
  const token = { symbol: 'TUSD', name: 'Test Dollar', decimals: 6 }
  expect(server.getSentBodies('createGroup')).toEqual([
    {
      id: 'club',
      name: 'The savers',
      description: null,
      rule: { type: 'erc20', chain: '1', contract, atLeast: '1500000', token },
    },
  ])
})

test('a token condition becomes an NFT condition if the contract is a collection', async () => {
  await renderGroupAdminPage('/admin/new-group', {
    ...tokenResponses,
    readTokenMetadata: {
      chain: '1',
      contract,
      kind: 'erc721',
      symbol: 'PIC',
      name: 'Picture',
      decimals: null,
      ensName: null,
    },
  })
  const rule = page.getByRole('group', { name: 'The rule', exact: true })
  await kind(rule).selectOptions('hold a token')
  await page.getByLabelText('Chain', { exact: true }).selectOptions('Ethereum')
  await page.getByLabelText('Contract address').fill(contract)
  await expect.element(kind(rule)).toHaveDisplayValue('hold an NFT')
  await expect.element(page.getByLabelText('Token IDs')).toBeVisible()
  await expect
    .element(page.getByRole('status').filter({ hasText: 'This is a collection (ERC-721)' }))
    .toBeInTheDocument()
})

test('a new group requires a complete rule and a name, and shows the ID field if the ID is wrong or taken', async () => {
  const server = await renderGroupAdminPage('/admin/new-group', { previewRule: faulty('rule.wallets') })
  await expect.element(page.getByLabelText('Wallets, one per line')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Who would be in' })).not.toBeInTheDocument()
  await findCreateGroupButton().click()
  await expect.element(page.getByLabelText('Wallets, one per line')).toHaveFocus()
  await expect.element(field('Name')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('ID')).not.toBeInTheDocument()
  await field('Name').fill('名前')
  await expect.element(field('ID')).toHaveAttribute('aria-invalid', 'true')
  await field('Name').fill('Our Staff')
  await expect.element(field('ID')).toHaveAttribute('aria-invalid', 'false')
  await expect.element(field('ID')).toHaveValue('our-staff')
  server.setResponses({
    previewRule: createFakeGroupRulePreviewResponse(1),
    createGroup: new FakeErrorResponse('group.already_exists'),
  })
  await page.getByLabelText('Wallets, one per line').fill('0x12')
  await expect.element(findTextInMainRegion('1 would be in of 40 people checked')).toBeVisible()
  expect(server.getSentBodies('createGroup')).toEqual([])
  await findCreateGroupButton().click()
  await expect.poll(() => server.getSentBodies('createGroup')).toMatchObject([{ id: 'our-staff', name: 'Our Staff' }])
  await expect.element(findTextInMainRegion('A group with this ID already exists.')).toBeVisible()
})

test('a failed group save shows the error, and each rule error at its part', async () => {
  const { history, ...server } = await renderGroupAdminPage('/admin/groups/staff', {
    changeGroup: new FakeErrorResponse('group.invalid'),
  })
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Add a description' }).click()
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
  await page.getByRole('link', { name: 'All groups' }).click()
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
  await expect.element(rule.getByText('People who have a name ending in .example.eth.')).toBeVisible()
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
