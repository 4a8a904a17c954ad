// Tests groups with a real server and chain: a rule is built, tried before it is saved, explained
// for one person, changed, and removed once no application requires it.
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

// The shortest interval that the server accepts.
test.use({ serverSettings: { COUNTERSIGN_GROUP_RECHECK_SECONDS: '30' } })

/** Time until everyone is rechecked. */
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

/** @returns a function that makes an application request the person's groups */
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

async function expectMembers(page: Page, id: string, members: readonly string[]): Promise<void> {
  await expect(async () => {
    await page.goto(`/admin/groups/${id}/members`)
    const part = page.getByRole('region', { name: 'Members', exact: true })
    if (members.length === 0) return expect(part.getByText('No known members yet')).toBeVisible({ timeout: 5000 })
    await expect(part.getByRole('row')).toHaveCount(members.length + 1, { timeout: 5000 })
    for (const address of members)
      await expect(part.getByRole('link', { name: shortenAddress(address) })).toBeVisible({ timeout: 5000 })
  }).toPass(learnsWithin)
}

async function openGroupTab(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Group sections' }).getByRole('link', { name }).click()
}

async function explain(page: Page, who: string): Promise<void> {
  const part = page.getByRole('region', { name: 'Why is someone in or out?' })
  await part.getByLabel('A person’s address or ID').fill(who)
  await part.getByRole('button', { name: 'Check' }).click()
}

test('a token-gated group is previewed, created, explained, edited and removed', async ({
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
  // Membership is read at a finalized block.
  await chain.mine(3)
  await applyTestApplicationDefinitions(server, [gallery])
  const letAsk: (() => Promise<void>)[] = []
  for (const someone of [holder, listed, stranger]) letAsk.push(await openPerson(browser, server, someone))
  await signInWithRole(page, server, key, 'administrator')

  await page.goto('/admin/groups')
  await expect(page.getByText('No groups yet')).toBeVisible()
  await expectAccessible(page)
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'New group' }))
  await page.waitForURL('**/admin/new-group')
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Add another condition', exact: true }))
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'any: The rule' }))
  const first = page.getByRole('group', { name: 'Condition 1', exact: true })
  const second = page.getByRole('group', { name: 'Condition 2', exact: true })
  await first.getByLabel('Condition', { exact: true }).selectOption({ label: 'hold a token' })
  // An address without code is not a token; the form reports that before it reads balances.
  await first.getByLabel('Chain', { exact: true }).selectOption(String(chain.chainId))
  await first.getByLabel('Contract address').fill(stranger.address)
  await expect(first.getByText('There is no contract at this address on this chain.')).toBeVisible()
  await expectAccessible(page)
  await first.getByLabel('Contract address').fill(pictures)
  await expect(first.getByText('Self-reported name: PICTURE · Test Picture')).toBeVisible()
  // The contract is a collection, so the condition became one about NFTs.
  await expect(first.getByLabel('Minimum number')).toHaveValue('1')
  await second.getByLabel('Wallets, one per line').fill(`${listed.address}\n${listed.address.toLowerCase()}`)

  await page.getByRole('button', { name: 'Show errors', exact: true }).click()
  await expect(second.getByText('2: must not be listed twice')).toBeVisible()
  await second.getByLabel('Wallets, one per line').fill('')
  await second.getByLabel('Import from file').setInputFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`who,wallet\nBob,${listed.address}\n`),
  })
  await expect(second.getByLabel('Wallets, one per line')).toHaveValue(listed.address)
  const count = page.getByRole('region', { name: 'Who would be in' })
  await expect(count.getByText('2 would be in of 4 people checked')).toBeVisible()
  const sample = page.getByRole('list', { name: 'Examples' })
  await expect(sample.getByRole('listitem')).toHaveCount(2)
  for (const { address } of [holder, listed]) await expect(sample).toContainText(shortenAddress(address))
  await expectAccessible(page)

  // If the chain cannot be read, people are reported as unknown instead of as non-members.
  await node.setBehavior({ kind: 'down' })
  await page.getByRole('button', { name: 'Edit Condition 1' }).click()
  await first.getByLabel('Minimum number').fill('2')
  await expect(count.getByText('1 would be in of 4 people checked')).toBeVisible()
  await expect(count.getByText('Can’t tell for 3, because a chain can’t be reached.')).toBeVisible()
  await node.setBehavior({ kind: 'honest' })
  await first.getByLabel('Minimum number').fill('1')

  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('PICTURE holders')
  await page.getByLabel('Name', { exact: true }).fill('The club')
  await page.getByRole('button', { name: 'Change ID' }).click()
  await page.getByLabel('ID', { exact: true }).fill('club')
  await page.getByRole('button', { name: 'Create group' }).click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await page.waitForURL('**/admin/groups/club')
  await expect(page.getByRole('heading', { level: 1, name: 'The club' })).toBeFocused()
  await expect(page.getByText('No known members yet')).toBeVisible()
  for (const ofOne of letAsk) await ofOne()
  await expectMembers(page, 'club', [holder.address, listed.address])
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Is someone missing? Check one person' }).click()
  const conditions = page.getByRole('table', { name: 'Conditions' })
  await explain(page, holder.address)
  await expect(page.locator('#content').getByText(`${shortenAddress(holder.address)} is a member`)).toBeVisible()
  const rowOf = (path: string) => conditions.getByRole('row').filter({ has: page.getByText(path, { exact: true }) })
  await expect(rowOf('any[0]')).toContainText(`by ${holder.address}`)
  await expect(rowOf('any[0]')).toContainText(/\d+$/)
  await expect(rowOf('any[1]')).toContainText('none of the wallets is in the list')
  await expectAccessible(page)
  await explain(page, stranger.address.toLowerCase())
  await expect(page.locator('#content').getByText(`${shortenAddress(stranger.address)} isn’t a member`)).toBeVisible()
  await expect(rowOf('any[0]')).toContainText('none of the wallets holds that much')
  await node.setBehavior({ kind: 'down' })
  await explain(page, `eip155:1:${stranger.address}`)
  await expect(
    page.locator('#content').getByText(`Can’t tell whether ${shortenAddress(stranger.address)} is a member`),
  ).toBeVisible()
  await expect(rowOf('any[0]')).toContainText('Can’t be read')
  await node.setBehavior({ kind: 'honest' })
  await explain(page, createEthereumTestKey(734).address)
  await expect(page.getByText('Person not found.')).toBeVisible()

  await openGroupTab(page, 'Members')
  await page
    .getByRole('region', { name: 'Members', exact: true })
    .getByRole('link', { name: shortenAddress(holder.address) })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: shortenAddress(holder.address) })).toBeFocused()
  await page.getByRole('navigation', { name: 'Person sections' }).getByRole('link', { name: 'Access' }).click()
  await page.getByRole('table', { name: 'Groups' }).getByRole('link', { name: 'The club' }).click()
  await page.waitForURL('**/admin/groups/club')

  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edit The club' })).toBeFocused()
  await expectAccessible(page)
  // On phones, an open condition has this button.
  await page.setViewportSize({ width: 1280, height: 900 })
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Add “and” to Condition 2', exact: true }))
  await expect(
    page.getByRole('group', { name: 'Condition 2.2', exact: true }).getByLabel('Condition', { exact: true }),
  ).toBeFocused()
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Remove Condition 2.2', exact: true }))
  await page.getByRole('button', { name: 'Remove Condition 2', exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: 'Add another condition', exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('#content').getByText('Saved. Rechecking current members.')).toBeVisible()
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

  await openGroupTab(page, 'Activity')
  const newest = page.getByRole('region', { name: 'Activity', exact: true })
  await expect(newest.getByRole('listitem').filter({ hasText: 'Left a group' }).first()).toContainText(
    shortenAddress(holder.address),
  )
  await expectAccessible(page)
  await expect(newest.getByRole('link', { name: 'Former members' })).toHaveAttribute(
    'href',
    '/admin/activity?group=club&type=group.member_removed',
  )

  // An application requires the group only after the page has loaded; removal is refused and names
  // the application.
  await openGroupTab(page, 'Danger')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await applyTestApplicationDefinitions(server, [{ ...bar, allowedGroups: ['club'] }])
  const question = page.getByRole('dialog', { name: 'Delete The club?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question.getByText('This group is required by applications.')).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Delete', exact: true })).toHaveAccessibleDescription(
    'Applications require this group. Remove it from them first.',
  )
  await expect(page.locator('#content').getByRole('link', { name: 'The bar' })).toHaveAttribute(
    'href',
    '/admin/applications/bar',
  )
  await expectAccessible(page)
  await applyTestApplicationDefinitions(server, [bar])
  await page.reload()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL('**/admin/groups')
  await expect(page.getByText('No groups yet')).toBeVisible()
  await page.goto('/admin/activity?type=group.added,group.changed,group.removed&group=club')
  await expect(page.getByRole('table', { name: 'Audit log entries' }).getByRole('row')).toHaveCount(4)
  await expect(page.getByRole('table').getByRole('link', { name: shortenAddress(key.address) })).toHaveCount(3)
})
