// Links that open a page in the browser inside a wallet's app. They are followed only when the person taps one; each form is the one that
// the wallet's maker documents (packages/api/src/wallet-app-catalog.ts).
import type { WalletAppCatalogEntry } from '@countersign/api/wallet-app-catalog'
import { createContext, useContext } from 'react'

/** A wallet app, and the address that opens this page in it. */
export interface WalletDeepLink {
  readonly name: string
  readonly href: string
}

/**
 * @param page the address of the page to open, without its fragment, which belongs to this browser alone
 * @param wallets those that are offered here; one whose maker documents no link has none
 */
export function buildWalletDeepLinks(
  page: string,
  wallets: readonly WalletAppCatalogEntry[],
): readonly WalletDeepLink[] {
  const url = new URL(page)
  url.hash = ''
  return wallets.flatMap(({ name, link }) => (link === null ? [] : { name, href: link(url) }))
}

/** The address for the browser inside a wallet; null as long as it is on its way, undefined where none is given out. */
export const WalletBrowserUrlContext = createContext<string | null | undefined>(undefined)

export const useWalletBrowserUrl = (): string | null | undefined => useContext(WalletBrowserUrlContext)
