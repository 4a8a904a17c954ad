// Steps of an identity merge on the account page.
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { Page } from '@playwright/test'
import {
  chooseWalletInDialog,
  confirmStepUpWithFakeFoxWallet,
  findLinkWalletButton,
  findLinkWalletDialog,
  openAccountWalletsPage,
  fakeRabbitWalletName,
} from '../src/wallets-page-test-steps.ts'
import { expect } from './server-playwright-fixtures.ts'

let made = 53_000
export const createIdentityMergeTestKey = () => createEthereumTestKey((made += 1))

export const findStartIdentityMergeButton = (page: Page) =>
  findLinkWalletDialog(page).getByRole('button', { name: 'It’s mine too' })
export const findIdentityMergePreviewDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Merge the two identities?' })
export const findUndoMergeButton = (page: Page) => page.getByRole('button', { name: 'Undo the merge' })

export async function openIdentityMergeQuestion(page: Page): Promise<void> {
  await openAccountWalletsPage(page)
  await findLinkWalletButton(page).click()
  await confirmStepUpWithFakeFoxWallet(page)
  await chooseWalletInDialog(findLinkWalletDialog(page), fakeRabbitWalletName)
  await expect(findStartIdentityMergeButton(page)).toBeVisible()
}
