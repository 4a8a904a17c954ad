// Deep links as the vendors document them (packages/api/src/wallet-app-catalog.ts).
import type { WalletAppCatalogEntry } from '@countersign/api/wallet-app-catalog'
import { createContext, useContext } from 'react'

export interface WalletDeepLink {
  readonly name: string
  readonly href: string
}

/** @param page the fragment of this URL is removed, because it is only for this browser */
export function buildWalletDeepLinks(
  page: string,
  wallets: readonly WalletAppCatalogEntry[],
): readonly WalletDeepLink[] {
  const url = new URL(page)
  url.hash = ''
  return wallets.flatMap(({ name, link }) => (link === null ? [] : { name, href: link(url) }))
}

/** Null while the link is loading, undefined if there is no handoff. */
export const WalletBrowserUrlContext = createContext<string | null | undefined>(undefined)

export const useWalletBrowserUrl = (): string | null | undefined => useContext(WalletBrowserUrlContext)
