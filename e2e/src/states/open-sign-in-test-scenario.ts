import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { installFakeEthereumWallets } from '@countersign/testing/fake-ethereum-wallet'
import type { InjectedFakeEthereumWalletOptions } from '@countersign/testing/fake-ethereum-wallet'

export interface SignInTestScenario {
  readonly name: string
  /** Installed wallets; by default, one that works. */
  readonly wallets?: readonly InjectedFakeEthereumWalletOptions[]
  readonly isPhoneOnly?: true
  readonly reach: (page: Page) => Promise<void>
  readonly title: string
  readonly text: string | RegExp
  /** Screen reader announcement, if it differs from the heading. */
  readonly announcement?: string
  /** Null if the wallet buttons are the main action. */
  readonly mainButton: string | RegExp | null
  /** Cancel button; null if the main button cancels, or if nothing can be canceled. */
  readonly out: string | null
  /** The state lasts less than a second, so the page's clock is paused. */
  readonly held?: true
  /** Whether this is the page's initial state, in which the page must not move the focus. */
  readonly opens?: true
}

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
