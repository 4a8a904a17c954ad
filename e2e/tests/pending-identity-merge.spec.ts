// P18: tests that a merge stays pending until the other identity confirms or refuses it.
import { installFakeEthereumWallets } from '@countersign/testing/fake-ethereum-wallet'
import { expectAccessible } from '../src/expect-accessible.ts'
import { signInByApiAndOpenAccount, shortenAddress, signInByApi } from '../src/wallet-sign-in-test-steps.ts'
import {
  chooseWalletInDialog,
  confirmStepUpWithFakeFoxWallet,
  linkFakeRabbitWallet,
  openAccountWalletsPage,
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

test('P18: an unconfirmed merge stays pending, is visible to both sides, and can be refused', async ({
  page,
  browser,
  server,
  key,
}) => {
  const theirs = createIdentityMergeTestKey()
  const home = await (await browser.newContext({ baseURL: server.origin })).newPage()
  await signInByApiAndOpenAccount(home, theirs, server.origin)
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: theirs })
  await openIdentityMergeQuestion(page)
  await findStartIdentityMergeButton(page).click()
  await expect(findIdentityMergePreviewDialog(page).getByText(/^This takes effect on /)).toBeVisible()
  await expectAccessible(page)
  await findIdentityMergePreviewDialog(page).getByRole('button', { name: 'Request the merge' }).click()
  await expect(page.getByRole('status').last()).toHaveText('The merge is pending. Nothing has changed yet.')
  await expect(page.getByText(/^Your merge takes effect on /)).toBeVisible()
  await expect(findWalletListItems(page)).toHaveCount(1)
  await expectAccessible(page)

  await home.reload()
  await expect(home.getByText(/^Your identity will be merged into another one on /)).toBeVisible()
  await expect(home.getByText(shortenAddress(key.address)).first()).toBeVisible()
  await expectAccessible(home)
  await home.getByRole('button', { name: 'Refuse the merge' }).click()
  await expect(home.getByRole('status').last()).toHaveText('The merge was refused. Nothing changed.')
  await expect(home.getByRole('button', { name: 'Refuse the merge' })).toBeHidden()
  await page.reload()
  await expect(findWalletListItems(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Cancel the merge' })).toBeHidden()
})

test('P18: confirming a pending merge from a browser of the other identity applies it at once', async ({
  page,
  browser,
  server,
  key,
}) => {
  const theirs = createIdentityMergeTestKey()
  const home = await (await browser.newContext({ baseURL: server.origin })).newPage()
  await signInWithFakeFoxWallet(home, { fox: theirs, rabbit: createIdentityMergeTestKey() })
  await signInWithFakeFoxWallet(page, { fox: key, rabbit: theirs })
  await openIdentityMergeQuestion(page)
  await findStartIdentityMergeButton(page).click()
  await findIdentityMergePreviewDialog(page).getByRole('button', { name: 'Request the merge' }).click()
  await expect(page.getByText(/^Your merge takes effect on /)).toBeVisible()
  await home.reload()
  await home.getByRole('button', { name: 'Merge now' }).click()
  await home.getByRole('dialog').getByRole('button', { name: 'Merge now' }).click()
  await confirmStepUpWithFakeFoxWallet(home)
  await expect(home.getByRole('heading', { name: 'The two identities are merged' })).toBeVisible()
  await expectAccessible(home)
  await page.reload()
  await expect(findWalletListItems(page)).toHaveCount(2)
  await expect(findUndoMergeButton(page)).toBeVisible()
})

test('P18: a signature by a second wallet of the other identity applies the merge at once', async ({
  page,
  browser,
  server,
  key,
}) => {
  const [theirs, theirsToo] = [createIdentityMergeTestKey(), createIdentityMergeTestKey()]
  const home = await (await browser.newContext({ baseURL: server.origin })).newPage()
  await signInWithFakeFoxWallet(home, { fox: theirs, rabbit: theirsToo })
  await openAccountWalletsPage(home)
  await linkFakeRabbitWallet(home)
  // Both identities are used in a browser that both of them trust.
  await signInByApi(home.context(), server.origin, theirsToo)
  const wallets = { Fox: key, Rabbit: theirs, Hare: theirsToo }
  await installFakeEthereumWallets(
    page,
    Object.entries(wallets).map(([name, own]) => ({
      behavior: 'good' as const,
      key: own,
      name,
      rdns: `test.${name.toLowerCase()}`,
    })),
  )
  await signInByApiAndOpenAccount(page, key)
  await openIdentityMergeQuestion(page)
  await findStartIdentityMergeButton(page).click()
  await findIdentityMergePreviewDialog(page).getByRole('button', { name: 'Sign with a second wallet' }).click()
  await chooseWalletInDialog(page.getByRole('dialog', { name: 'Verify the other identity' }), 'Hare')
  await findIdentityMergePreviewDialog(page).getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page.getByRole('status').last()).toHaveText('The two identities are merged.')
  await expect(findWalletListItems(page)).toHaveCount(3)
})
