// What a state of the sign-in screen is to the tests, and how one is brought about.
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { installFakeEthereumWallets } from '@countersign/testing/fake-ethereum-wallet'
import type { InjectedFakeEthereumWalletOptions } from '@countersign/testing/fake-ethereum-wallet'

export interface SignInTestScenario {
  readonly name: string
  /** The wallets in the browser; one good one where nothing is said. */
  readonly wallets?: readonly InjectedFakeEthereumWalletOptions[]
  /** Is only reached on a phone. */
  readonly isPhoneOnly?: true
  /** From an empty page to the state. */
  readonly reach: (page: Page) => Promise<void>
  /** The heading of what is shown. */
  readonly title: string
  /** More of what is read. */
  readonly text: string | RegExp
  /** What a screen reader is told, where that is not the heading. */
  readonly announcement?: string
  /** The one main button; null where the wallets themselves are what there is to press. */
  readonly mainButton: string | RegExp | null
  /** The way out; null where the main button is it, or where nothing can be called back any more. */
  readonly out: string | null
  /** Lasts less than a second, so that the page's clock is held. */
  readonly held?: true
  /** The page opens with it, so that it takes nobody's focus away. */
  readonly opens?: true
}

/** Brings an empty page into a state, and waits until what is read and pressed in it is there. */
export async function openSignInTestScenario(
  page: Page,
  { wallets, reach, title, text, mainButton }: SignInTestScenario,
): Promise<void> {
  await installFakeEthereumWallets(page, wallets ?? [{ behavior: 'good' }])
  await reach(page)
  const shown = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
  await expect(shown.getByText(text).filter({ visible: true }).first()).toBeVisible()
  if (mainButton !== null) await expect(shown.getByRole('button', { name: mainButton })).toBeVisible()
}
