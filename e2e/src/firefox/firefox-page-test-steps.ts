import { installFakeEthereumWallets } from '@countersign/testing/fake-ethereum-wallet'
import type { InjectedFakeEthereumWalletOptions } from '@countersign/testing/fake-ethereum-wallet'
import type { Locator, Page } from 'puppeteer-core'

const appearTimeoutMs = 30_000

/** The name must match exactly. */
export const findByRole = (page: Page, role: string, name: string): Locator<Element> =>
  page.locator(`::-p-aria([role="${role}"][name="${name}"])`).setTimeout(appearTimeoutMs)

export async function expectVisibleByRole(page: Page, role: string, name: string): Promise<void> {
  await findByRole(page, role, name).wait()
}

export async function clickByRole(page: Page, role: string, name: string): Promise<void> {
  await findByRole(page, role, name).click()
}

export async function expectPageText(page: Page, text: string): Promise<void> {
  await page.locator(`::-p-text(${text})`).setTimeout(appearTimeoutMs).wait()
}

export async function expectPagePath(page: Page, path: string): Promise<void> {
  await page.waitForFunction((path) => location.pathname === path, { timeout: appearTimeoutMs }, path)
}

/** The wallets are installed before any script of the page runs. */
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

export const fetchJsonInPage = <Answer>(page: Page, path: string): Promise<Answer> =>
  page.evaluate(async (path) => (await fetch(path)).json() as Promise<Answer>, path)
