// Groups against a real server and a real chain: a rule is built of parts, tried before it is saved, explained of one person, changed,
// and removed once no application demands it any more.
import { deployTestContract, sendContractTransaction } from '@countersign/testing/chain/smart-contract-fixtures'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from '../src/expect-accessible.ts'
import { signInWithRole } from '../src/admin-role-browser-test-steps.ts'
import {
  applyTestApplicationDefinitions,
  testClientSecretEnvironmentReference,
} from '../src/clients/apply-test-application-definitions.ts'
import { findStepUpDialog } from '../src/find-step-up-dialog.ts'
import { pressControlByKeyboard } from '../src/press-control-by-keyboard.ts'
import type { RunningTestServer } from '../src/start-server-for-tests.ts'
import { shortenAddress, openAccountWithFakeWallet, firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import { chooseWalletInDialog } from '../src/wallets-page-test-steps.ts'
import { expect, test } from './local-chain-playwright-fixtures.ts'

// As often as the server can be told to look.
test.use({ serverSettings: { COUNTERSIGN_GROUP_RECHECK_SECONDS: '30' } })

/** What it takes until everybody was read again. */
const learnsWithin = { timeout: 60_000 }

const callback = 'https://gallery.example/callback'
const gallery = {
  kind: 'web',
  id: 'gallery',
  name: 'Gallery',
  redirectUris: [callback],
  scopes: ['openid', 'groups'],
  ...testClientSecretEnvironmentReference,
} as const
const bar = {
  kind: 'web',
  id: 'bar',
  name: 'The bar',
  redirectUris: ['https://bar.example/callback'],
  scopes: ['openid'],
  ...testClientSecretEnvironmentReference,
} as const

/** Somebody who is signed in in a browser of their own. @returns lets an application ask for their groups, and leaves it at that */
async function openPerson(
  browser: Browser,
  { origin }: RunningTestServer,
  key: EthereumTestKey,
): Promise<() => Promise<void>> {
  const context = await browser.newContext({ baseURL: origin })
  await openAccountWithFakeWallet(await context.newPage(), key)
  const asked = {
    client_id: gallery.id,
    redirect_uri: callback,
    response_type: 'code',
    scope: 'openid groups',
    prompt: 'none',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  }
  return async () => {
    const { location = '' } = (
      await context.request.get(`/authorize?${new URLSearchParams(asked)}`, { maxRedirects: 0 })
    ).headers()
    expect(new URL(location, origin).searchParams.get('error')).toBe('consent_required')
  }
}

/** Opens the page of a group until its list of members has so many rows. */
async function expectMembers(page: Page, id: string, members: readonly string[]): Promise<void> {
  await expect(async () => {
    await page.goto(`/admin/groups/${id}/members`)
    const part = page.getByRole('region', { name: 'Members', exact: true })
    if (members.length === 0)
      return expect(part.getByText('Nobody is known to belong to it yet')).toBeVisible({ timeout: 5000 })
    await expect(part.getByRole('row')).toHaveCount(members.length + 1, { timeout: 5000 })
    for (const address of members)
      await expect(part.getByRole('link', { name: shortenAddress(address) })).toBeVisible({ timeout: 5000 })
  }).toPass(learnsWithin)
}

async function openGroupTab(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Parts of this group' }).getByRole('link', { name }).click()
}

async function explain(page: Page, who: string): Promise<void> {
  const part = page.getByRole('region', { name: 'Why, or why not' })
  await part.getByLabel('Address or id of a person').fill(who)
  await part.getByRole('button', { name: 'Look' }).click()
}

test('a group is made of what people hold, tried before it is saved, explained, changed and removed', async ({
  page,
  browser,
  chain,
  node,
  server,
  key,
}) => {
  test.setTimeout(240_000)
  const [holder, listed, stranger] = [
    createEthereumTestKey(731),
    createEthereumTestKey(732),
    createEthereumTestKey(733),
  ]
  const pictures = await deployTestContract(chain, 'TestPicture')
  await sendContractTransaction(chain, {
    to: pictures,
    contract: 'TestPicture',
    name: 'mint',
    args: [holder.address, 9n],
  })
  // Who belongs is read at a final block.
  await chain.mine(3)
  await applyTestApplicationDefinitions(server, [gallery])
  const letAsk: (() => Promise<void>)[] = []
  for (const someone of [holder, listed, stranger]) letAsk.push(await openPerson(browser, server, someone))
  await signInWithRole(page, server, key, 'administrator')

  await page.goto('/admin/groups')
  await expect(page.getByText('No group yet')).toBeVisible()
  await expectAccessible(page)
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'New group' }))
  await page.waitForURL('**/admin/new-group')
  await page.getByLabel('Id', { exact: true }).fill('club')
  await page.getByLabel('Name', { exact: true }).fill('The club')
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Put into “Any of”: The rule' }))
  const first = page.getByRole('group', { name: 'Part 1', exact: true })
  const second = page.getByRole('group', { name: 'Part 2', exact: true })
  await first.getByLabel('Condition').selectOption({ label: 'Holds of a collection (ERC-721)' })
  // An address without code is none of a token, which is said before anything is asked for.
  await first.getByLabel('Chain', { exact: true }).selectOption(String(chain.chainId))
  await first.getByLabel('Address of the contract').fill(stranger.address)
  await expect(first.getByText('There is no contract at this address on this chain.')).toBeVisible()
  await expectAccessible(page)
  await first.getByLabel('Address of the contract').fill(pictures)
  await expect(first.getByText('It calls itself PICTURE · Test Picture')).toBeVisible()
  await second.getByLabel('Wallets, one a line').fill(`${listed.address}\n${listed.address.toLowerCase()}`)

  // What the form alone shows to be wrong is said at its part.
  await page.getByRole('button', { name: 'Show what', exact: true }).click()
  await expect(second.getByText('2: must not be there twice')).toBeVisible()
  await second.getByLabel('Wallets, one a line').fill('')
  await second.getByLabel('Take from a file').setInputFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`who,wallet\nBob,${listed.address}\n`),
  })
  await expect(second.getByLabel('Wallets, one a line')).toHaveValue(listed.address)
  const count = page.getByRole('region', { name: 'Rule', exact: true })
  await expect(count.getByText('2 of the 4 people looked at')).toBeVisible()
  const sample = page.getByRole('list', { name: 'Some of them' })
  await expect(sample.getByRole('listitem')).toHaveCount(2)
  for (const { address } of [holder, listed]) await expect(sample).toContainText(shortenAddress(address))
  await expectAccessible(page)

  // Where the chain cannot be read, nobody is taken for a stranger.
  await node.setBehavior({ kind: 'down' })
  await first.getByLabel('How many').fill('1')
  await expect(count.getByText('1 of the 4 people looked at')).toBeVisible()
  await expect(count.getByText('Of 3 it cannot be said, because a chain cannot be read.')).toBeVisible()
  await node.setBehavior({ kind: 'honest' })

  await page.getByRole('button', { name: 'Make the group' }).click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await page.waitForURL('**/admin/groups/club')
  await expect(page.getByRole('heading', { level: 1, name: 'The club' })).toBeFocused()
  await openGroupTab(page, 'Members')
  await expect(page.getByText('Nobody is known to belong to it yet')).toBeVisible()
  for (const ofOne of letAsk) await ofOne()
  await expectMembers(page, 'club', [holder.address, listed.address])
  await expectAccessible(page)

  // One person, part by part, and at which block.
  const told = page.getByRole('table', { name: 'Parts of the rule' })
  await explain(page, holder.address)
  await expect(page.locator('#content').getByText(`${shortenAddress(holder.address)} belongs to it`)).toBeVisible()
  const rowOf = (path: string) => told.getByRole('row').filter({ has: page.getByText(path, { exact: true }) })
  await expect(rowOf('any[0]')).toContainText(`by ${holder.address}`)
  await expect(rowOf('any[0]')).toContainText(/\d+$/)
  await expect(rowOf('any[1]')).toContainText('none of the wallets is in the list')
  await expectAccessible(page)
  await explain(page, stranger.address.toLowerCase())
  await expect(
    page.locator('#content').getByText(`${shortenAddress(stranger.address)} does not belong to it`),
  ).toBeVisible()
  await expect(rowOf('any[0]')).toContainText('none of the wallets holds that much')
  await node.setBehavior({ kind: 'down' })
  await explain(page, `eip155:1:${stranger.address}`)
  await expect(
    page.locator('#content').getByText(`It cannot be said whether ${shortenAddress(stranger.address)} belongs to it`),
  ).toBeVisible()
  await expect(rowOf('any[0]')).toContainText('Cannot be read')
  await node.setBehavior({ kind: 'honest' })
  await explain(page, createEthereumTestKey(734).address)
  await expect(page.getByText('Person not found.')).toBeVisible()

  // Members lead to their page, and that back to the group.
  await page
    .getByRole('region', { name: 'Members', exact: true })
    .getByRole('link', { name: shortenAddress(holder.address) })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: shortenAddress(holder.address) })).toBeFocused()
  await page.getByRole('navigation', { name: 'Parts of this person' }).getByRole('link', { name: 'Access' }).click()
  await page.getByRole('list', { name: 'Groups' }).getByRole('link', { name: 'The club' }).click()
  await page.waitForURL('**/admin/groups/club')

  // Another rule, and everybody is read again.
  await page.getByRole('button', { name: 'Change' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Change The club' })).toBeFocused()
  await expectAccessible(page)
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Put into “Any of”: Part 2', exact: true }))
  await expect(page.getByRole('button', { name: 'Put into “Any of”: Part 2', exact: true })).toBeFocused()
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Remove Part 2', exact: true }))
  await expect(page.getByRole('button', { name: 'Add a part to The rule' })).toBeFocused()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('#content').getByText('Saved. Whoever is known to it is read again.')).toBeVisible()
  await expectMembers(page, 'club', [holder.address])
  await sendContractTransaction(chain, {
    to: pictures,
    contract: 'TestPicture',
    name: 'transferFrom',
    args: [holder.address, stranger.address, 9n],
    from: holder.address as `0x${string}`,
  })
  await chain.mine(3)
  await expectMembers(page, 'club', [stranger.address])

  // Who came and who left is told of this group alone, with the way to who left.
  await openGroupTab(page, 'Activity')
  const newest = page.getByRole('region', { name: 'Activity', exact: true })
  await expect(newest.getByRole('listitem').filter({ hasText: 'Belongs to a group no longer' }).first()).toContainText(
    shortenAddress(holder.address),
  )
  await expectAccessible(page)
  await expect(newest.getByRole('link', { name: 'Who left' })).toHaveAttribute(
    'href',
    '/admin/activity?group=club&type=group.member_removed',
  )

  // What an application demands stays, and says which one does; also where that was not known when the page was opened.
  await openGroupTab(page, 'Danger')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await applyTestApplicationDefinitions(server, [{ ...bar, allowedGroups: ['club'] }])
  const question = page.getByRole('dialog', { name: 'Remove The club?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(question.getByText('This group is required by applications.')).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Remove', exact: true })).toHaveAccessibleDescription(
    'Applications let in only members of it. Take it from them first.',
  )
  await expect(page.locator('#content').getByRole('link', { name: 'The bar' })).toHaveAttribute(
    'href',
    '/admin/applications/bar',
  )
  await expectAccessible(page)
  await applyTestApplicationDefinitions(server, [bar])
  await page.reload()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await question.getByRole('button', { name: 'Remove' }).click()
  await page.waitForURL('**/admin/groups')
  await expect(page.getByText('No group yet')).toBeVisible()
  await page.goto('/admin/activity?type=group.added,group.changed,group.removed&group=club')
  await expect(page.getByRole('table', { name: 'Lines of the activity' }).getByRole('row')).toHaveCount(4)
  await expect(page.getByRole('table').getByRole('link', { name: shortenAddress(key.address) })).toHaveCount(3)
})
