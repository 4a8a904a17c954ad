// The few moves that lead to most states, and the words that several of them share.
import type { Page } from '@playwright/test'
import type { WalletBehaviour } from '@countersign/testing/fake-provider'
import type { FakePageWalletOptions } from '@countersign/testing/fake-wallet'
import { testKeys } from '@countersign/testing/test-keys'
import { holdTime, startTime } from '../page-time.ts'
import { withoutDemonstrationWallet } from '../server-answers.ts'
import { shortAddress, walletName } from '../sign-in.ts'

export const minute = 60_000
export const address = shortAddress(testKeys.alice.address)
export const otherAddress = shortAddress(testKeys.bob.address)
export const signThis = `Sign this message to prove ${address} is yours.`
export const elsewhere = 'Another wallet'
export const waiting = 'Waiting for the wallet…'

/** One wallet that plays a behaviour. */
export const playing = (behaviour: WalletBehaviour): readonly FakePageWalletOptions[] => [{ behaviour }]

/** The first wallet in the list. */
export const firstWallet = (page: Page) => page.getByRole('listitem').getByRole('button', { name: walletName })

/** Opens the sign-in page as it is on every other origin: without the demonstration wallet. */
export async function open(page: Page): Promise<void> {
  await withoutDemonstrationWallet(page)
  await page.goto('/sign-in')
}

/** Opens the page and taps the first wallet. */
export async function tap(page: Page): Promise<void> {
  await open(page)
  await firstWallet(page).click()
}

/** Opens the page in a time of its own, taps the first wallet, and waits until the screen says something. */
export async function tapInOwnTime(page: Page, until: string): Promise<void> {
  await startTime(page)
  await tap(page)
  await page.getByText(until).filter({ visible: true }).first().waitFor()
}

/** Taps the first wallet while time stands, so that the message is there and the wallet not yet open. */
export async function tapWhileTimeStands(page: Page): Promise<void> {
  await startTime(page)
  await open(page)
  await firstWallet(page).waitFor()
  await holdTime(page)
  await firstWallet(page).click()
  await page.getByText('Opening the wallet…').filter({ visible: true }).waitFor()
}

/** The same, and then the wallet opens and answers. */
export async function tapAndHoldAnswer(page: Page): Promise<void> {
  await tapWhileTimeStands(page)
  await page.clock.runFor(500)
}
