// The few moves that lead to most states, and the words that several of them share.
import type { Page } from '@playwright/test'
import type { FakeEthereumWalletBehavior } from '@countersign/testing/ethereum-wallet-behavior'
import type { InjectedEthereumWalletOptions } from '@countersign/testing/fake-ethereum-wallet'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { pausePageClock, installPageClock } from '../fake-page-clock.ts'
import { disableDemonstrationWallet } from '../mock-responses.ts'
import { shortenAddress, firstWalletName } from '../wallet-sign-in-steps.ts'

export const minuteMs = 60_000
export const aliceShortAddress = shortenAddress(ethereumTestKeys.alice.address)
export const bobShortAddress = shortenAddress(ethereumTestKeys.bob.address)
export const signPrompt = `Sign this message to prove ${aliceShortAddress} is yours.`
export const anotherWalletLabel = 'Another wallet'
export const walletWaitingText = 'Waiting for the wallet…'

/** One wallet that plays a behavior. */
export const createWalletWithBehavior = (
  behavior: FakeEthereumWalletBehavior,
): readonly InjectedEthereumWalletOptions[] => [{ behavior }]

/** The first wallet in the list. */
export const findFirstWallet = (page: Page) => page.getByRole('listitem').getByRole('button', { name: firstWalletName })

/** Opens the sign-in page as it is on every other origin: without the demonstration wallet. */
export async function openSignInPage(page: Page): Promise<void> {
  await disableDemonstrationWallet(page)
  await page.goto('/sign-in')
}

/** Opens the page and taps the first wallet. */
export async function chooseFirstWallet(page: Page): Promise<void> {
  await openSignInPage(page)
  await findFirstWallet(page).click()
}

/** Opens the page in a time of its own, taps the first wallet, and waits until the screen says something. */
export async function chooseWalletWithFakeClock(page: Page, until: string): Promise<void> {
  await installPageClock(page)
  await chooseFirstWallet(page)
  await page.getByText(until).filter({ visible: true }).first().waitFor()
}

/** Taps the first wallet while time stands, so that the message is there and the wallet not yet open. */
export async function chooseWalletWithPausedClock(page: Page): Promise<void> {
  await installPageClock(page)
  await openSignInPage(page)
  await findFirstWallet(page).waitFor()
  await pausePageClock(page)
  await findFirstWallet(page).click()
  await page.getByText('Opening the wallet…').filter({ visible: true }).waitFor()
}

/** The same, and then the wallet opens and answers. */
export async function chooseWalletAndPauseAfterResponse(page: Page): Promise<void> {
  await chooseWalletWithPausedClock(page)
  await page.clock.runFor(500)
}
