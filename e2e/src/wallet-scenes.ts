// The page of the wallets and the dialogs that it opens, each in the state that it is looked at in.
import { createTestKey } from '@countersign/testing/test-keys'
import type { Page } from '@playwright/test'
import { confirmDialog } from './confirm-dialog.ts'
import { withoutDemonstrationWallet } from './server-answers.ts'
import { signInAtOnce } from './sign-in.ts'
import {
  choose,
  confirmWithFox,
  fox,
  linkButton,
  linkDialog,
  openWallets,
  play,
  rabbit,
  signInWithFox,
} from './wallets-page.ts'

interface WalletScene {
  name: string
  reach: (page: Page, origin: string) => Promise<void>
}

let made = 60_000
const newKey = () => createTestKey((made += 1))

/** Signed in with one wallet, and another at hand that signs in to another identity. */
async function begin(page: Page, origin: string): Promise<void> {
  const theirs = newKey()
  await signInAtOnce(page.context(), origin, theirs)
  await withoutDemonstrationWallet(page)
  await signInWithFox(page, { fox: newKey(), rabbit: theirs })
  await openWallets(page)
}

async function reachQuestion(page: Page, origin: string): Promise<void> {
  await begin(page, origin)
  await linkButton(page).click()
  await confirmDialog(page).getByRole('button', { name: fox }).waitFor()
}

async function reachTaken(page: Page, origin: string): Promise<void> {
  await reachQuestion(page, origin)
  await confirmWithFox(page)
  await choose(linkDialog(page), rabbit)
  await linkDialog(page).getByRole('button', { name: 'It is mine too' }).waitFor()
}

async function reachPreview(page: Page, origin: string): Promise<void> {
  await reachTaken(page, origin)
  await linkDialog(page).getByRole('button', { name: 'It is mine too' }).click()
  await page.getByRole('button', { name: 'Merge', exact: true }).waitFor()
}

export const walletScenes: readonly WalletScene[] = [
  { name: 'wallets one', reach: begin },
  { name: 'wallets confirm', reach: reachQuestion },
  {
    name: 'wallets confirm with another address',
    reach: async (page, origin) => {
      await reachQuestion(page, origin)
      await choose(confirmDialog(page), rabbit)
      await page.getByRole('heading', { name: `${rabbit} is on` }).waitFor()
    },
  },
  {
    name: 'wallets confirm signing',
    reach: async (page, origin) => {
      await reachQuestion(page, origin)
      await play(page, fox, 'never-signs')
      await choose(confirmDialog(page), fox)
      await confirmDialog(page).getByText(`Sign in ${fox}.`).waitFor()
    },
  },
  { name: 'wallets taken', reach: reachTaken },
  { name: 'wallets merge preview', reach: reachPreview },
  {
    name: 'wallets merged',
    reach: async (page, origin) => {
      await reachPreview(page, origin)
      await page.getByRole('button', { name: 'Merge', exact: true }).click()
      await page.getByRole('button', { name: 'Undo the merge' }).waitFor()
    },
  },
]
