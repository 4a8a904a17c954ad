// The few moves that lead to most states, and the words that several of them share.
import type { Page } from '@playwright/test'
import type { FakeEthereumWalletBehavior } from '@countersign/testing/fake-ethereum-wallet-behavior'
import type { InjectedFakeEthereumWalletOptions } from '@countersign/testing/fake-ethereum-wallet'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { pauseFakePageClock, installFakePageClock } from '../fake-page-clock.ts'
import { mockDemonstrationWalletNotFound } from '../api-response-mocking-test-steps.ts'
import { shortenAddress, firstFakeWalletName } from '../wallet-sign-in-test-steps.ts'

export const minuteMs = 60_000
export const aliceShortAddress = shortenAddress(ethereumTestKeys.alice.address)
export const bobShortAddress = shortenAddress(ethereumTestKeys.bob.address)
export const signMessageInstructionText = `Sign this message to prove ${aliceShortAddress} is yours.`
export const anotherWalletButtonLabel = 'Another wallet'
export const waitingForWalletText = 'Waiting for the wallet…'

/** One wallet that plays a behavior. */
export const createFakeWalletWithBehavior = (
  behavior: FakeEthereumWalletBehavior,
): readonly InjectedFakeEthereumWalletOptions[] => [{ behavior }]

/** The first wallet in the list. */
export const findFirstWalletButton = (page: Page) =>
  page.getByRole('listitem').getByRole('button', { name: firstFakeWalletName })

/** Opens the sign-in page as it is on every other origin: without the demonstration wallet. */
export async function openSignInPage(page: Page): Promise<void> {
  await mockDemonstrationWalletNotFound(page)
  await page.goto('/sign-in')
}

/** Opens the page and taps the first wallet. */
export async function clickFirstWalletOnSignInPage(page: Page): Promise<void> {
  await openSignInPage(page)
  await findFirstWalletButton(page).click()
}

/** Opens the page in a time of its own, taps the first wallet, and waits until the screen says something. */
export async function clickFirstWalletWithFakeClock(page: Page, until: string): Promise<void> {
  await installFakePageClock(page)
  await clickFirstWalletOnSignInPage(page)
  await page.getByText(until).filter({ visible: true }).first().waitFor()
}

/** Taps the first wallet while time stands, so that the message is there and the wallet not yet open. */
export async function clickFirstWalletWithPausedClock(page: Page): Promise<void> {
  await installFakePageClock(page)
  await openSignInPage(page)
  await findFirstWalletButton(page).waitFor()
  await pauseFakePageClock(page)
  await findFirstWalletButton(page).click()
  await page.getByText('Opening the wallet…').filter({ visible: true }).waitFor()
}

/** The same, and then the wallet opens and answers. */
export async function clickFirstWalletAndPauseAfterAnswer(page: Page): Promise<void> {
  await clickFirstWalletWithPausedClock(page)
  await page.clock.runFor(500)
}
