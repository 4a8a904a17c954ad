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
export const approveInWalletText = `Approve in ${firstFakeWalletName}.`
export const anotherWalletButtonLabel = 'Use a different wallet'
export const waitingForWalletText = 'Waiting for the wallet…'

export const createFakeWalletWithBehavior = (
  behavior: FakeEthereumWalletBehavior,
): readonly InjectedFakeEthereumWalletOptions[] => [{ behavior }]

export const findFirstWalletButton = (page: Page) =>
  page.getByRole('listitem').getByRole('button', { name: firstFakeWalletName })

/** Hides the demonstration wallet, as on every origin but localhost. */
export async function openSignInPage(page: Page): Promise<void> {
  await mockDemonstrationWalletNotFound(page)
  await page.goto('/sign-in')
}

export async function clickFirstWalletOnSignInPage(page: Page): Promise<void> {
  await openSignInPage(page)
  await findFirstWalletButton(page).click()
}

/** `until` is text that the page must show before this returns. */
export async function clickFirstWalletWithFakeClock(page: Page, until: string): Promise<void> {
  await installFakePageClock(page)
  await clickFirstWalletOnSignInPage(page)
  await page.getByText(until).filter({ visible: true }).first().waitFor()
}

/** Pauses the clock while the message is shown and the wallet is not open yet. */
export async function clickFirstWalletWithPausedClock(page: Page): Promise<void> {
  await installFakePageClock(page)
  await openSignInPage(page)
  await findFirstWalletButton(page).waitFor()
  await pauseFakePageClock(page)
  await findFirstWalletButton(page).click()
  await page.getByText('Opening the wallet…').filter({ visible: true }).waitFor()
}

/** Then lets the wallet open and respond. */
export async function clickFirstWalletAndPauseAfterAnswer(page: Page): Promise<void> {
  await clickFirstWalletWithPausedClock(page)
  await page.clock.runFor(500)
}
