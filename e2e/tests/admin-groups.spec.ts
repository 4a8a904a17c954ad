// Groups: a rule is built of parts by keyboard alone, seen before it is saved, and what is wrong is said at the part.
import { expectAccessible } from '../src/accessibility.ts'
import { asRole } from '../src/admin.ts'
import { press } from '../src/keyboard.ts'
import { payloads } from '../src/payloads.ts'
import { addressOf, answer } from '../src/server-answers.ts'
import { expect, test } from './test.ts'

test('a rule is built of parts by keyboard alone, and what is wrong is said at its part', async ({
  page,
  server,
  key,
}) => {
  const id = await asRole(page, server, key, 'administrator')
  const faulty = {
    looked: 0,
    people: 0,
    more: false,
    matching: 0,
    unknown: 0,
    sample: [],
    faults: [{ path: 'rule.any[1].wallets[0]', message: 'must be "0x…"', code: 'wallet' as const, values: {} }],
  }
  const sent = await answer(page, 'previewRule', faulty)
  await page.goto('/admin/new-group')
  await press(page, page.getByRole('button', { name: 'Put into “Any of”: The rule' }))
  const first = page.getByRole('group', { name: 'Part 1', exact: true })
  const second = page.getByRole('group', { name: 'Part 2', exact: true })
  await first.getByLabel('Condition').selectOption({ label: 'Has a name under' })
  await first.getByLabel('Name').fill('example.eth')
  await second.getByLabel('Wallets, one a line').fill('0x12')
  // It is counted while it is written; what is wrong with it is shown to who wants to see it.
  await expect(page.locator('#content').getByText('Nobody is counted yet: something is missing or wrong')).toBeVisible()
  await press(page, page.getByRole('button', { name: 'Show what', exact: true }))
  await expect(second.getByText('1: must be "0x…"')).toBeVisible()
  expect(sent.at(-1)).toEqual({
    live: true,
    rule: {
      any: [
        { type: 'name', under: 'example.eth' },
        { type: 'wallets', wallets: ['0x12'] },
      ],
    },
  })
  await expectAccessible(page)
  await page.unrouteAll()
  const counted = await answer(page, 'previewRule', {
    looked: 40,
    people: 900,
    more: true,
    matching: 1,
    unknown: 0,
    faults: [],
    sample: [{ id, displayName: payloads[0], address: null, walletName: null }],
  })
  await second.getByLabel('Wallets, one a line').fill(key.address)
  await expect(page.locator('#content').getByText('1 of the 40 people looked at')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '1 of the 40 people looked at' })).toHaveCount(1)
  await press(page, page.getByRole('button', { name: 'Look at more of the 900 people' }))
  await expect.poll(() => counted.at(-1)).toMatchObject({ live: false })
  await expect(page.locator('#content img')).toHaveCount(0)
  await page.getByRole('button', { name: 'As JSON' }).click()
  await expect(page.getByLabel('Rule as JSON')).toHaveValue(/"under": "example.eth"/)
})

test('who may only read sees the rule, and why it cannot be changed', async ({ page, server, key }) => {
  await asRole(page, server, key, 'auditor')
  const at = new Date().toISOString()
  await answer(page, 'readGroup', {
    id: 'holders',
    name: payloads[0],
    description: payloads[1],
    members: 3,
    membersCheckedRecently: 3,
    walletList: false,
    readAt: at,
    createdAt: at,
    changedAt: at,
    rule: { type: 'name', under: 'example.eth' },
    applications: [],
  })
  await answer(page, 'listGroupMembers', { items: [], nextCursor: null, total: 0 })
  await page.goto('/admin/groups/holders')
  await expect(page.getByRole('region', { name: 'Rule', exact: true })).toContainText('example.eth')
  await expect(page.getByRole('button', { name: 'Change' })).toHaveAccessibleDescription(
    'Only an administrator or an owner can do this. Your role: Auditor.',
  )
  expect(await page.evaluate(() => 'taken' in window)).toBe(false)
  await expectAccessible(page)
})

test('nothing is asked about a group any more once it is removed, until somebody goes back to it', async ({
  page,
  server,
  key,
}) => {
  await asRole(page, server, key, 'administrator')
  const at = new Date().toISOString()
  await answer(page, 'readGroup', {
    id: 'archive',
    name: 'Archive',
    description: null,
    members: 0,
    membersCheckedRecently: 0,
    walletList: false,
    readAt: at,
    createdAt: at,
    changedAt: at,
    rule: { type: 'name', under: 'example.eth' },
    applications: [],
  })
  await answer(page, 'listGroupMembers', { items: [], nextCursor: null, total: 0 })
  await answer(page, 'removeGroup', undefined)
  await page.goto('/admin/groups/archive/danger?search=nobody')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  const later: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'DELETE' || later.length > 0)
      later.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  const listed = page.waitForResponse((response) => addressOf('listGroups')(new URL(response.url())))
  await page.getByRole('dialog', { name: 'Remove Archive?' }).getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Groups' })).toBeVisible()
  await listed
  expect(later.filter((asked) => asked.includes('/archive'))).toHaveLength(1)
  // What was known of it is forgotten: the page waits for its answer rather than show the group, and asks for nothing that belongs to it.
  await page.unrouteAll()
  await page.goBack()
  await expect(page.getByRole('alert').filter({ hasText: 'Group not found' })).toBeVisible()
  expect(later.filter((asked) => asked.endsWith('/archive/members'))).toEqual([])
})
