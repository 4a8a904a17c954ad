// A page in Firefox as a person uses it: by the role and the name of what is there, as a screen reader finds it.
import { installFakeEthereumWallets } from '@countersign/testing/fake-ethereum-wallet'
import type { InjectedFakeEthereumWalletOptions } from '@countersign/testing/fake-ethereum-wallet'
import type { Locator, Page } from 'puppeteer-core'

/** How long something may take to appear on a busy machine. */
const appearTimeoutMs = 30_000

/** What has this role and exactly this name. */
export const findByRole = (page: Page, role: string, name: string): Locator<Element> =>
  page.locator(`::-p-aria([role="${role}"][name="${name}"])`).setTimeout(appearTimeoutMs)

/** Waits until it is there, and visible. */
export async function expectVisibleByRole(page: Page, role: string, name: string): Promise<void> {
  await findByRole(page, role, name).wait()
}

/** Waits until it is there and can be pressed, and clicks it. */
export async function clickByRole(page: Page, role: string, name: string): Promise<void> {
  await findByRole(page, role, name).click()
}

/** Waits until the page shows a text. */
export async function expectPageText(page: Page, text: string): Promise<void> {
  await page.locator(`::-p-text(${text})`).setTimeout(appearTimeoutMs).wait()
}

/** Waits until the tab is at an address of this path. */
export async function expectPagePath(page: Page, path: string): Promise<void> {
  await page.waitForFunction((path) => location.pathname === path, { timeout: appearTimeoutMs }, path)
}

/** Puts wallets into every page that this tab opens from now on, before any script of the page. */
export function installFakeWalletsInFirefox(
  page: Page,
  wallets: readonly InjectedFakeEthereumWalletOptions[],
): Promise<void> {
  return installFakeEthereumWallets(
    {
      exposeFunction: (name, called) => page.exposeFunction(name, called as (...given: unknown[]) => unknown),
      addInitScript: (script) => page.evaluateOnNewDocument(script),
    },
    wallets,
  )
}

/** What the server says to the person who is signed in in this tab. */
export const fetchJsonInPage = <Answer>(page: Page, path: string): Promise<Answer> =>
  page.evaluate(async (path) => (await fetch(path)).json() as Promise<Answer>, path)
