// Tests identity merges: detected while linking a wallet, previewed, merged and undone.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { BrowserContext } from '@playwright/test'
import { expectAccessible } from '../src/expect-accessible.ts'
import { signInWithHttpTestBrowser } from '../src/http-test-browser.ts'
import { findStepUpDialog } from '../src/find-step-up-dialog.ts'
import { pressControlByKeyboard } from '../src/press-control-by-keyboard.ts'
import {
  createApiEndpointUrlMatcher,
  mockApiEndpointResponse,
  mockApiEndpointError,
} from '../src/api-response-mocking-test-steps.ts'
import { shortenAddress, signInByApi } from '../src/wallet-sign-in-test-steps.ts'
import {
  fakeFoxWalletName,
  findLinkWalletButton,
  findLinkWalletDialog,
  openAccountWalletsPage,
  setNamedWalletBehavior,
  fakeRabbitWalletName,
  signInWithFakeFoxWallet,
  findWalletListItems,
} from '../src/wallets-page-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'
import {
  createIdentityMergeTestKey,
  findStartIdentityMergeButton,
  findIdentityMergePreviewDialog,
  findUndoMergeButton,
  openIdentityMergeQuestion,
} from './identity-merge-page-test-steps.ts'

async function readPersonId(context: BrowserContext, origin: string): Promise<string | undefined> {
  return ((await (await context.request.get(`${origin}/api/session`)).json()) as ApiEndpointOutput<'readSession'>)
    .person?.id
}

test('P1: a wallet of another identity is not linked, and its owner is not revealed', async ({ page, server, key }) => {
  const theirs = createIdentityMergeTestKey()
  await signInWithHttpTestBrowser(server.origin, theirs)
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: theirs })
  await openIdentityMergeQuestion(page)
  await expect(
    findLinkWalletDialog(page).getByRole('heading', { name: 'This wallet belongs to a different identity here.' }),
  ).toBeFocused()
  await expectAccessible(page)
  await findLinkWalletDialog(page).getByRole('button', { name: 'Use a different wallet' }).click()
  await expect(findLinkWalletDialog(page).getByRole('heading', { name: 'Choose your wallet' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(findWalletListItems(page)).toHaveCount(1)
})

test('two identities are previewed, merged, and separated again by undo', async ({ page, context, server, key }) => {
  const theirs = createIdentityMergeTestKey()
  // The other identity was created in this browser, so its signature here confirms the merge.
  await signInByApi(context, server.origin, theirs)
  const elsewhere = await signInWithHttpTestBrowser(server.origin, theirs)
  const otherId = await elsewhere.readPersonId()
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: theirs })
  const ownId = await readPersonId(context, server.origin)
  await openIdentityMergeQuestion(page)
  await findStartIdentityMergeButton(page).click()

  await expect(
    findIdentityMergePreviewDialog(page).getByRole('heading', {
      name: 'Nothing has changed yet. If you continue:',
    }),
  ).toBeFocused()
  await expect(findIdentityMergePreviewDialog(page).getByText(shortenAddress(theirs.address)).first()).toBeVisible()
  await expect(
    findIdentityMergePreviewDialog(page).getByText('The other identity and its 1 open session.'),
  ).toBeVisible()
  await expect(findIdentityMergePreviewDialog(page).getByText('No application knows the other identity.')).toBeVisible()
  await expectAccessible(page)
  expect(await elsewhere.readPersonId()).toBe(otherId)

  await findIdentityMergePreviewDialog(page).getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(findLinkWalletButton(page)).toBeFocused()
  await expect(page.getByRole('status').last()).toHaveText('The two identities are merged.')
  await expect(findWalletListItems(page)).toHaveCount(2)
  expect(await elsewhere.readPersonId()).toBeNull()
  expect(await (await signInWithHttpTestBrowser(server.origin, theirs)).readPersonId()).toBe(ownId)
  // Neither wallet can be unlinked while the merge can be undone.
  await expect(
    page.getByRole('button', { name: `Unlink ${shortenAddress(theirs.address)}` }),
  ).toHaveAccessibleDescription('Not available until your merge is final.')
  await expectAccessible(page)

  await findUndoMergeButton(page).click()
  await page.getByRole('dialog', { name: 'Undo the merge?' }).getByRole('button', { name: 'Undo merge' }).click()
  await expect(findUndoMergeButton(page)).toBeHidden()
  await expect(findWalletListItems(page)).toHaveCount(1)
  expect(await readPersonId(context, server.origin)).toBe(ownId)
  expect(await (await signInWithHttpTestBrowser(server.origin, theirs)).readPersonId()).toBe(otherId)
})

test('"Not now" in the merge preview leaves both identities unchanged', async ({ page, server, key }) => {
  const theirs = createIdentityMergeTestKey()
  const elsewhere = await signInWithHttpTestBrowser(server.origin, theirs)
  const otherId = await elsewhere.readPersonId()
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: theirs })
  await openIdentityMergeQuestion(page)
  await findStartIdentityMergeButton(page).click()
  await findIdentityMergePreviewDialog(page).getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(findWalletListItems(page)).toHaveCount(1)
  expect(await elsewhere.readPersonId()).toBe(otherId)
})

test('nothing changes if the other identity’s wallet declines to sign', async ({ page, server, key }) => {
  const theirs = createIdentityMergeTestKey()
  await signInWithHttpTestBrowser(server.origin, theirs)
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: theirs })
  await openIdentityMergeQuestion(page)
  await setNamedWalletBehavior(page, fakeRabbitWalletName, 'declines-sign')
  await findStartIdentityMergeButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Verify the other identity' })
  await expect(dialog.getByRole('heading', { name: 'You declined to sign.' })).toBeVisible()
  await expect(dialog.getByText('Nothing has changed.', { exact: true })).toBeVisible()
})

test('the merge dialog shows why two identities cannot be merged', async ({ page, server, key }) => {
  const theirs = createIdentityMergeTestKey()
  await signInWithHttpTestBrowser(server.origin, theirs)
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: theirs })
  await mockApiEndpointError(page, createApiEndpointUrlMatcher('offerMerge'), 'merge.not_possible')
  await openIdentityMergeQuestion(page)
  await findStartIdentityMergeButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Verify the other identity' })
  await expect(dialog.getByRole('heading', { name: 'These two identities can’t be merged.' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('the preview explains every application outcome, and undo warns about being signed out', async ({
  page,
  server,
  key,
}) => {
  const theirs = createIdentityMergeTestKey()
  await signInWithHttpTestBrowser(server.origin, theirs)
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: theirs })
  const time = new Date(Date.now() + 3_600_000).toISOString()
  const merge = {
    id: '0'.repeat(26),
    wallets: [{ address: key.address, label: 'Savings' }],
    passkeys: 2,
    sessions: 3,
    applications: [
      { name: 'Library', outcome: 'stays' },
      { name: 'Forum', outcome: 'moves' },
      { name: 'Shop', outcome: 'known-twice' },
      { name: 'Archive', outcome: 'starts-anew' },
    ],
    displayName: 'Ada',
    expiresAt: time,
    takesEffectAt: null,
    undoUntil: time,
  } as const
  await mockApiEndpointResponse(page, 'offerMerge', {
    ...merge,
    wallets: [...merge.wallets],
    applications: [...merge.applications],
    state: 'offered',
    mergedAt: null,
  })
  await openIdentityMergeQuestion(page)
  await findStartIdentityMergeButton(page).click()
  const dialog = findIdentityMergePreviewDialog(page)
  await expect(dialog.getByText('2 passkeys')).toBeVisible()
  await expect(dialog.getByText('The other identity and its 3 open sessions.')).toBeVisible()
  await expect(dialog.getByText('Its name, Ada, isn’t carried over. You can set your own.')).toBeVisible()
  const who = dialog.getByRole('list', { name: 'You keep your identity' })
  await expect(
    who.getByText(shortenAddress(key.address)).first(),
    'whoever has no name goes on as their wallet',
  ).toBeVisible()
  await expect(who).toContainText('Your sessions and applications stay the same.')
  for (const [name, text] of [
    ['Library', 'Only knows you. Nothing changes.'],
    ['Forum', 'from now on knows that identity as you'],
    ['Shop', 'Knows both.'],
    ['Archive', 'It will treat you as a new person.'],
  ] as const) {
    await expect(dialog.getByRole('listitem').filter({ hasText: name })).toContainText(text)
  }
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Not now' }).click()

  await mockApiEndpointResponse(page, 'listMerges', {
    items: [
      { ...merge, wallets: [...merge.wallets], applications: [...merge.applications], state: 'merged', mergedAt: time },
    ],
    nextCursor: null,
  })
  await page.reload()
  await findUndoMergeButton(page).click()
  await expect(
    page.getByText('You’re signed in with a wallet that moves back, so you’ll be signed out immediately.'),
  ).toBeVisible()
})

test('merge and undo work by keyboard only', async ({ page, context, server, key }) => {
  const theirs = createIdentityMergeTestKey()
  await signInByApi(context, server.origin, theirs)
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: theirs })
  await openAccountWalletsPage(page)
  await pressControlByKeyboard(page, findLinkWalletButton(page))
  await pressControlByKeyboard(page, findStepUpDialog(page).getByRole('button', { name: fakeFoxWalletName }))
  await pressControlByKeyboard(page, findLinkWalletDialog(page).getByRole('button', { name: fakeRabbitWalletName }))
  await pressControlByKeyboard(page, findStartIdentityMergeButton(page))
  await pressControlByKeyboard(
    page,
    findIdentityMergePreviewDialog(page).getByRole('button', { name: 'Merge', exact: true }),
  )
  await pressControlByKeyboard(page, findUndoMergeButton(page))
  await pressControlByKeyboard(page, page.getByRole('dialog').getByRole('button', { name: 'Undo merge' }))
  await expect(findUndoMergeButton(page)).toBeHidden()
  await expect(findWalletListItems(page)).toHaveCount(1)
})
