import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { findStepUpDialog } from './find-step-up-dialog.ts'
import { mockDemonstrationWalletNotFound } from './api-response-mocking-test-steps.ts'
import { signInByApi } from './wallet-sign-in-test-steps.ts'
import {
  chooseWalletInDialog,
  confirmStepUpWithFakeFoxWallet,
  fakeFoxWalletName,
  findLinkWalletButton,
  findLinkWalletDialog,
  openAccountWalletsPage,
  setNamedWalletBehavior,
  fakeRabbitWalletName,
  signInWithFakeFoxWallet,
} from './wallets-page-test-steps.ts'

interface WalletPageState {
  name: string
  reach: (page: Page, origin: string) => Promise<void>
}

let keyCount = 60_000
const createNextKey = () => createEthereumTestKey((keyCount += 1))

/** Another identity owns the second installed wallet. */
async function signInWithTwoWallets(page: Page, origin: string): Promise<void> {
  const theirs = createNextKey()
  await signInByApi(page.context(), origin, theirs)
  await mockDemonstrationWalletNotFound(page)
  await signInWithFakeFoxWallet(page, { fox: createNextKey(), rabbit: theirs })
  await openAccountWalletsPage(page)
}

async function reachStepUpQuestion(page: Page, origin: string): Promise<void> {
  await signInWithTwoWallets(page, origin)
  await findLinkWalletButton(page).click()
  await findStepUpDialog(page).getByRole('button', { name: fakeFoxWalletName }).waitFor()
}

async function reachWalletConflict(page: Page, origin: string): Promise<void> {
  await reachStepUpQuestion(page, origin)
  await confirmStepUpWithFakeFoxWallet(page)
  await chooseWalletInDialog(findLinkWalletDialog(page), fakeRabbitWalletName)
  await findLinkWalletDialog(page).getByRole('button', { name: 'It’s mine too' }).waitFor()
}

async function reachMergePreview(page: Page, origin: string): Promise<void> {
  await reachWalletConflict(page, origin)
  await findLinkWalletDialog(page).getByRole('button', { name: 'It’s mine too' }).click()
  await page.getByRole('button', { name: 'Merge', exact: true }).waitFor()
}

export const walletsPageTestScenarios: readonly WalletPageState[] = [
  { name: 'wallets one', reach: signInWithTwoWallets },
  { name: 'wallets confirm', reach: reachStepUpQuestion },
  {
    name: 'wallets confirm with another address',
    reach: async (page, origin) => {
      await reachStepUpQuestion(page, origin)
      await chooseWalletInDialog(findStepUpDialog(page), fakeRabbitWalletName)
      await page.getByRole('heading', { name: `${fakeRabbitWalletName} is using` }).waitFor()
    },
  },
  {
    name: 'wallets confirm signing',
    reach: async (page, origin) => {
      await reachStepUpQuestion(page, origin)
      await setNamedWalletBehavior(page, fakeFoxWalletName, 'never-signs')
      await chooseWalletInDialog(findStepUpDialog(page), fakeFoxWalletName)
      // The heading takes the focus one frame after it appears.
      await expect(
        findStepUpDialog(page).getByRole('heading', { name: `Approve in ${fakeFoxWalletName}.` }),
      ).toBeFocused()
    },
  },
  { name: 'wallets taken', reach: reachWalletConflict },
  { name: 'wallets merge preview', reach: reachMergePreview },
  {
    name: 'wallets merged',
    reach: async (page, origin) => {
      await reachMergePreview(page, origin)
      await page.getByRole('button', { name: 'Merge', exact: true }).click()
      await page.getByRole('button', { name: 'Undo the merge' }).waitFor()
    },
  },
]
