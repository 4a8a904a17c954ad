// Steps of a merge of two identities on the account page.
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { Page } from '@playwright/test'
import {
  chooseWalletInDialog,
  confirmWithFoxWallet,
  findLinkWalletButton,
  findLinkWalletDialog,
  openWalletsPage,
  rabbitWalletName,
} from '../src/wallets-page-steps.ts'
import { expect } from './test-fixtures.ts'

let made = 53_000
export const createNextKey = () => createEthereumTestKey((made += 1))

export const findMineTooButton = (page: Page) =>
  findLinkWalletDialog(page).getByRole('button', { name: 'It is mine too' })
export const findMergePreview = (page: Page) => page.getByRole('dialog', { name: 'Merge the two?' })
export const findUndoMergeButton = (page: Page) => page.getByRole('button', { name: 'Undo the merge' })

/** Goes as far as the question whether the identity of the second wallet is the person's too. */
export async function openTakenWalletQuestion(page: Page): Promise<void> {
  await openWalletsPage(page)
  await findLinkWalletButton(page).click()
  await confirmWithFoxWallet(page)
  await chooseWalletInDialog(findLinkWalletDialog(page), rabbitWalletName)
  await expect(findMineTooButton(page)).toBeVisible()
}
