// Tests people in the console: search, details, and changes with a reason in the audit log.
import type { AdminApiEndpointOutput, AdminApiPerson } from '@countersign/api/admin-api-endpoints'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { expectAccessible, expectNoHorizontalScroll } from '../src/expect-accessible.ts'
import { signInWithRole } from '../src/admin-role-browser-test-steps.ts'
import { signInWithHttpTestBrowser } from '../src/http-test-browser.ts'
import { findStepUpDialog } from '../src/find-step-up-dialog.ts'
import { pressControlByKeyboard } from '../src/press-control-by-keyboard.ts'
import { deceptiveDisplayNames, xssPayloads } from '../src/xss-payloads.ts'
import { mockApiEndpointResponse } from '../src/api-response-mocking-test-steps.ts'
import {
  openSignInAndChooseWallet,
  installFakeWallet,
  shortenAddress,
  firstFakeWalletName,
} from '../src/wallet-sign-in-test-steps.ts'
import { chooseWalletInDialog } from '../src/wallets-page-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

test('a person can be found by address in any letter case, using only the keyboard', async ({ page, server, key }) => {
  const other = createEthereumTestKey(81)
  await signInWithHttpTestBrowser(server.origin, other)
  await signInWithRole(page, server, key, 'auditor')
  await page.goto('/admin/people')
  const rows = page.getByRole('table', { name: 'People' }).getByRole('row')
  await expect(rows.filter({ hasText: shortenAddress(key.address) })).toContainText('Auditor')
  const search = page.getByRole('searchbox')
  for (const spelling of [other.address, other.address.toLowerCase(), `0x${other.address.slice(2).toUpperCase()}`]) {
    await search.fill(spelling)
    await page.waitForURL(`**/admin/people?search=${spelling}`)
    await expect(rows).toHaveCount(2)
    await expect(rows.last()).toContainText(shortenAddress(other.address))
  }
  await page.getByLabel('Status').selectOption('suspended')
  await expect(page.getByText('No matches')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await page.waitForURL('**/admin/people')
  await page.getByLabel('Role').selectOption('auditor')
  await search.focus()
  await pressControlByKeyboard(page, page.getByRole('link', { name: shortenAddress(key.address) }))
  await expect(page.getByRole('heading', { level: 2, name: shortenAddress(key.address) })).toBeFocused()
  await expectAccessible(page)
})

test('an admin suspends, restores, signs out and deletes a person, and is named in the audit log', async ({
  page,
  browser,
  server,
  key,
}) => {
  const other = createEthereumTestKey(82)
  const client = await signInWithHttpTestBrowser(server.origin, other)
  const id = await client.readPersonId()
  await signInWithRole(page, server, key, 'administrator')
  await page.goto(`/admin/people/${id}`)
  await page.getByRole('button', { name: 'Suspend' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(dialog.getByText('Enter a short reason.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Key was stolen <b>')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await expect(page.locator('#content').getByText('Suspended. 1 session ended.')).toBeVisible()
  await expect(page.getByText('Suspended: Key was stolen <b>')).toBeVisible()
  expect(await client.readPersonId()).toBeNull()
  const theirs = await (await browser.newContext({ baseURL: server.origin })).newPage()
  await installFakeWallet(theirs, other)
  await openSignInAndChooseWallet(theirs)
  await expect(theirs.getByRole('heading', { name: 'This sign-in has been suspended.' })).toBeVisible()
  await expect(theirs.getByText('Reason given: Key was stolen <b>')).toBeVisible()
  await expectAccessible(theirs)
  await theirs.context().close()
  await page.reload()
  const problems = page.getByRole('region', { name: 'Sign-in problems' })
  await expect(problems.getByRole('link', { name: 'The person is suspended' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Restore / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await expect(page.locator('#content').getByText('They can sign in again.')).toBeVisible()

  await page.goto('/admin/activity?type=person.suspended')
  await expect(
    page
      .getByRole('table')
      .getByRole('link', { name: shortenAddress(key.address) })
      .first(),
  ).toBeVisible()

  const again = await signInWithHttpTestBrowser(server.origin, other)
  await page.goto(`/admin/people/${id}/sessions`)
  await page.getByRole('button', { name: /^End the session in/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click()
  await expect(page.getByText('No live sessions', { exact: true })).toBeVisible()
  expect(await again.readPersonId()).toBeNull()
  await page.getByRole('navigation', { name: 'Person sections' }).getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByText('No live sessions.')).toBeVisible()

  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('They asked for it')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog').getByText(`This isn’t “${id?.slice(-6)}”.`)).toBeVisible()
  await page
    .getByRole('dialog')
    .getByLabel(/^Type/)
    .fill(id?.slice(-6) ?? '')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL('**/admin/people')
  await page.goto(`/admin/people/${id}`)
  await expect(page.getByText('Person not found.')).toBeVisible()
})

test('N11: actions that the role does not permit are disabled with a reason; role changes apply at once', async ({
  page,
  server,
  key,
  browser,
}) => {
  const context = await browser.newContext({ baseURL: server.origin })
  const ownersPage = await context.newPage()
  const ownerId = await signInWithRole(ownersPage, server, createEthereumTestKey(83), 'owner')
  await ownersPage.goto(`/admin/people/${ownerId}/access`)
  await expect(ownersPage.getByRole('button', { name: 'Remove the Owner role' })).toBeVisible()

  const ownId = await signInWithRole(page, server, key, 'administrator')
  await page.goto(`/admin/people/${ownerId}`)
  for (const name of ['Suspend', 'End all sessions', 'Delete']) {
    await expect(page.getByRole('button', { name, exact: true })).toHaveAccessibleDescription(
      'Their role is higher than yours. Only an owner can do this.',
    )
  }
  await page.getByRole('button', { name: 'Suspend', exact: true }).click({ force: true })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectAccessible(page)
  await page.goto(`/admin/people/${ownerId}/access`)
  await expect(page.getByRole('button', { name: 'Remove the Owner role' })).toHaveAccessibleDescription(
    'Only an owner can do this. Your role: Administrator.',
  )
  await page.goto(`/admin/people/${ownerId}`)
  await expect(page.getByRole('button', { name: 'Suspend', exact: true })).toBeVisible()

  await ownersPage.goto(`/admin/people/${ownId}/access`)
  await ownersPage.getByRole('button', { name: 'Remove the Administrator role' }).click()
  await ownersPage.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await chooseWalletInDialog(findStepUpDialog(ownersPage), firstFakeWalletName)
  await expect(ownersPage.getByRole('button', { name: 'Assign the Administrator role' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'You don’t have a role here' })).toBeVisible()
  await ownersPage.getByRole('button', { name: 'Assign the Auditor role' }).click()
  await ownersPage.getByRole('dialog').getByRole('button', { name: 'Assign' }).click()
  await expect(ownersPage.getByRole('button', { name: 'Remove the Auditor role' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Suspend', exact: true })).toHaveAccessibleDescription(
    'Only an administrator or an owner can do this. Your role: Auditor.',
  )
  await context.close()
})

const time = new Date().toISOString()

const personCalled = (text: string, index: number): AdminApiPerson => ({
  id: `p${String(index).padStart(25, '0')}`,
  displayName: text,
  picture: null,
  status: index % 2 === 0 ? 'active' : 'suspended',
  roles: [],
  address: createEthereumTestKey(1).address,
  walletName: text,
  username: null,
  groups: [{ id: `g${index}`, name: text }],
  groupCount: 5,
  wallets: 20,
  passkeys: 10,
  sessions: 123_456,
  createdAt: time,
  lastSeenAt: time,
})

test('N4: hostile names, reasons, labels, user agents and applications are shown as text', async ({
  page,
  server,
  key,
}) => {
  // Slow: axe checks hundreds of cells, four times.
  test.slow()
  await signInWithRole(page, server, key, 'owner')
  const texts = [...xssPayloads, ...deceptiveDisplayNames]
  await mockApiEndpointResponse(page, 'listPeople', {
    items: texts.map(personCalled),
    nextCursor: null,
    total: texts.length,
  })
  await page.goto('/admin/people')
  await expect(page.getByRole('table', { name: 'People' }).getByRole('row')).toHaveCount(texts.length + 1)
  await expectAccessible(page)

  const wallet = {
    namespace: 'eip155',
    address: createEthereumTestKey(1).address,
    chain: null,
    name: texts[0] ?? null,
  } as const
  const inFull: AdminApiEndpointOutput<'readPerson'> = {
    ...personCalled(texts[0] ?? '', 1),
    suspendedFor: texts.join(' '),
    email: null,
    previousUsernames: [],
    walletList: texts.map((text, index) => ({
      id: `w${String(index).padStart(25, '0')}`,
      kind: 'key',
      ...wallet,
      name: text,
      label: text,
      picture: null,
      primary: index === 0,
      linkedAt: time,
      lastUsedAt: time,
      hold: null,
    })),
    passkeyList: texts.map((text, index) => ({
      id: `k${String(index).padStart(25, '0')}`,
      label: text,
      isSynced: false,
      backedUp: false,
      createdAt: time,
      lastUsedAt: time,
    })),
    roleList: [{ role: 'auditor', grantedAt: time, grantedBy: personCalled(texts[2] ?? '', 2) }],
    groups: texts.map((name, index) => ({ id: `g${index}`, name, checkedAt: time, unreachableSince: time })),
    applications: texts.map((name, index) => ({
      id: `a${index}`,
      name,
      scopes: ['openid'],
      allowedAt: time,
      lastUsedAt: time,
      active: true,
    })),
    mergedInto: null,
    isLastOwner: false,
    outranks: false,
    pendingMerges: [],
    mergeOpen: false,
  }
  await mockApiEndpointResponse(page, 'readPerson', inFull)
  await mockApiEndpointResponse(page, 'readPersonSignInProblems', {
    since: time,
    refusals: texts.slice(0, 10).map((text, index) => ({
      sequence: index + 1,
      at: time,
      type: 'sign_in.refused',
      reason: text,
      application: { id: 'shop', name: text },
      address: text,
      networkPrefix: text,
      userAgent: text,
    })),
    hasMore: true,
    closedApplications: texts.map((text, index) => ({
      id: `a${index}`,
      name: text,
      missing: 'group',
      groups: [{ id: `g${index}`, name: text }],
      signInMethods: ['key'],
    })),
  })
  await mockApiEndpointResponse(page, 'listPersonSessions', {
    items: texts.map((text, index) => ({
      id: `s${String(index).padStart(25, '0')}`,
      wallet: null,
      contract: null,
      passkey: { id: `k${String(index).padStart(25, '0')}`, label: text },
      createdAt: time,
      lastSeenAt: time,
      newBrowser: true,
      expiresAt: time,
      userAgent: text,
      networkPrefix: text,
      applications: [text],
    })),
    nextCursor: null,
    total: null,
  })
  for (const [tab, shown] of [
    ['', page.getByText('Identity', { exact: true })],
    ['/ways', page.getByRole('table', { name: 'Wallets' }).getByRole('row').nth(texts.length)],
    ['/sessions', page.getByRole('table', { name: 'Live sessions' }).getByRole('row').nth(texts.length)],
    ['/access', page.getByRole('table', { name: 'Applications' }).getByRole('row').nth(texts.length)],
  ] as const) {
    await page.goto(`/admin/people/${inFull.id}${tab}`)
    await expect(shown).toBeVisible()
    await expect(page.locator('main :is(img, iframe, script, style, base, meta)')).toHaveCount(0)
    expect(await page.evaluate(() => 'taken' in window)).toBe(false)
    await expectNoHorizontalScroll(page)
  }
  await expectAccessible(page)
})

test('people pages are translated to German and accessible', async ({ page, server, key }) => {
  const id = await signInWithRole(page, server, key, 'auditor')
  await page.goto('/admin/people?lang=de')
  await expect(page.getByRole('heading', { level: 1, name: 'Personen' })).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/admin/people/${id}?lang=de`)
  await expect(page.getByRole('button', { name: 'Sperren' })).toBeVisible()
  await expectAccessible(page)
})
