// A code in an app link is useless unless the person also picks the right pair (THREATS P16).
import type { ChainNamespace } from '@countersign/message/message-layout'

/** `chromium` includes Edge, Brave, Opera and Vivaldi. */
export type WalletExtensionBrowserFamily = 'chromium' | 'firefox'

export interface WalletAppCatalogEntry {
  /** The name of this wallet in the setting `COUNTERSIGN_FEATURED_WALLETS`. */
  readonly id: string
  readonly name: string
  /** The chain families that this server supports with the wallet's extension or in-app browser. */
  readonly namespaces: readonly ChainNamespace[]
  /** Links to the page in the app's browser; null if the maker documents no https link. */
  readonly link: ((page: URL) => string) | null
  /** The page on which the maker documents the link, or the maker's website. */
  readonly source: string
  /** The date on which someone last read `source`. */
  readonly reviewed: string
  /** Null if the maker has no download page for extensions. */
  readonly extension: { readonly address: string; readonly kinds: readonly WalletExtensionBrowserFamily[] } | null
  readonly android: string | null
  readonly ios: string | null
}

const encodePageUrl = ({ href }: URL): string => encodeURIComponent(href)
// Solana wallets also require the origin of the requesting site.
const encodePageOrigin = ({ origin }: URL): string => encodeURIComponent(origin)
const chromiumOnly = ['chromium'] as const
const chromiumAndFirefox = ['chromium', 'firefox'] as const

// Popular wallets come first. Reviewed on 2026-11-25 (Backpack and imToken only through citations).
// At each release, reread every `source`, and try every link on a phone with the app and on one
// without it. These have no https link: Rainbow, Rabby, Zerion, TokenPocket, UniSat, Leather,
// Binance (withdrawn) and Safe (has no browser).
export const walletAppCatalog: readonly WalletAppCatalogEntry[] = [
  {
    id: 'metamask',
    name: 'MetaMask',
    namespaces: ['eip155', 'solana'],
    // The page address is not encoded, because MetaMask's browser would open an empty tab.
    link: ({ host, pathname, search }) => `https://link.metamask.io/dapp/${host}${pathname}${search}`,
    source: 'https://docs.metamask.io/metamask-connect/evm/guides/metamask-exclusive/use-deeplinks/',
    reviewed: '2026-11-25',
    extension: { address: 'https://metamask.io/download', kinds: chromiumAndFirefox },
    android: 'https://metamask.io/download',
    ios: 'https://metamask.io/download',
  },
  {
    id: 'trust',
    name: 'Trust Wallet',
    namespaces: ['eip155', 'solana'],
    link: (page) => `https://link.trustwallet.com/open_url?coin_id=60&url=${encodePageUrl(page)}`,
    source: 'https://developer.trustwallet.com/developer/develop-for-trust/deeplinking',
    reviewed: '2026-11-25',
    extension: { address: 'https://trustwallet.com/browser-extension', kinds: chromiumOnly },
    android: 'https://trustwallet.com/download',
    ios: 'https://trustwallet.com/download',
  },
  {
    id: 'coinbase',
    name: 'Coinbase Wallet',
    namespaces: ['eip155', 'solana'],
    link: (page) => `https://go.cb-w.com/dapp?cb_url=${encodePageUrl(page)}`,
    source: 'https://docs.cdp.coinbase.com/coinbase-wallet/developer-guidance/mobile-dapp-integration',
    reviewed: '2026-11-25',
    extension: { address: 'https://www.coinbase.com/wallet/downloads', kinds: chromiumOnly },
    android: 'https://www.coinbase.com/wallet/downloads',
    ios: 'https://www.coinbase.com/wallet/downloads',
  },
  {
    id: 'phantom',
    name: 'Phantom',
    namespaces: ['solana', 'eip155'],
    link: (page) => `https://phantom.app/ul/browse/${encodePageUrl(page)}?ref=${encodePageOrigin(page)}`,
    source: 'https://docs.phantom.com/phantom-deeplinks/other-methods/browse',
    reviewed: '2026-11-25',
    extension: { address: 'https://phantom.com/download', kinds: chromiumAndFirefox },
    android: 'https://phantom.com/download',
    ios: 'https://phantom.com/download',
  },
  {
    id: 'okx',
    name: 'OKX Wallet',
    namespaces: ['eip155', 'solana'],
    link: (page) =>
      `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${encodePageUrl(page)}`)}`,
    source: 'https://web3.okx.com/build/docs/waas/app-universal-link',
    reviewed: '2026-11-25',
    extension: { address: 'https://web3.okx.com/download', kinds: chromiumOnly },
    android: 'https://web3.okx.com/download',
    ios: 'https://web3.okx.com/download',
  },
  {
    id: 'xverse',
    name: 'Xverse',
    namespaces: ['bip122'],
    link: (page) => `https://connect.xverse.app/browser?url=${encodePageUrl(page)}`,
    source: 'https://docs.xverse.app/sats-connect/guides/mobile-integration',
    reviewed: '2026-11-25',
    extension: { address: 'https://www.xverse.app/download', kinds: chromiumOnly },
    android: 'https://www.xverse.app/download',
    ios: 'https://www.xverse.app/download',
  },
  {
    id: 'solflare',
    name: 'Solflare',
    namespaces: ['solana'],
    link: (page) => `https://solflare.com/ul/v1/browse/${encodePageUrl(page)}?ref=${encodePageOrigin(page)}`,
    source: 'https://docs.solflare.com/solflare/technical/deeplinks/other-methods/browse',
    reviewed: '2026-11-25',
    extension: { address: 'https://solflare.com/download', kinds: chromiumAndFirefox },
    android: 'https://solflare.com/download',
    ios: 'https://solflare.com/download',
  },
  {
    id: 'bitget',
    name: 'Bitget Wallet',
    namespaces: ['eip155', 'solana'],
    link: (page) => `https://bkcode.vip/?action=dapp&url=${encodePageUrl(page)}`,
    source: 'https://docs.bitkeep.com/en/docs/guide/mobile/Deeplink.html',
    reviewed: '2026-11-25',
    extension: { address: 'https://web3.bitget.com/en/wallet-download', kinds: chromiumOnly },
    android: 'https://web3.bitget.com/en/wallet-download',
    ios: 'https://web3.bitget.com/en/wallet-download',
  },
  {
    id: 'backpack',
    name: 'Backpack',
    namespaces: ['solana', 'eip155'],
    link: (page) => `https://backpack.app/ul/v1/browse/${encodePageUrl(page)}?ref=${encodePageOrigin(page)}`,
    source: 'https://docs.backpack.app/deeplinks/other-methods/browse',
    reviewed: '2026-11-25',
    extension: { address: 'https://backpack.app/download', kinds: chromiumOnly },
    android: 'https://backpack.app/download',
    ios: 'https://backpack.app/download',
  },
  {
    id: 'imtoken',
    name: 'imToken',
    namespaces: ['eip155'],
    link: (page) => `https://connect.token.im/link/navigate/DappView?url=${encodePageUrl(page)}`,
    source: 'https://imtoken.gitbook.io/developers/products/universal-links',
    reviewed: '2026-11-25',
    extension: null,
    android: 'https://token.im/download',
    ios: 'https://token.im/download',
  },
  {
    id: 'rabby',
    name: 'Rabby Wallet',
    namespaces: ['eip155'],
    link: null,
    source: 'https://rabby.io/',
    reviewed: '2026-11-25',
    extension: { address: 'https://rabby.io/', kinds: chromiumOnly },
    android: 'https://rabby.io/',
    ios: 'https://rabby.io/',
  },
  {
    id: 'rainbow',
    name: 'Rainbow',
    namespaces: ['eip155'],
    link: null,
    source: 'https://rainbow.me/download',
    reviewed: '2026-11-25',
    extension: { address: 'https://rainbow.me/extension', kinds: chromiumOnly },
    android: 'https://rainbow.me/download',
    ios: 'https://rainbow.me/download',
  },
  {
    id: 'zerion',
    name: 'Zerion',
    namespaces: ['eip155'],
    link: null,
    source: 'https://zerion.io/download',
    reviewed: '2026-11-25',
    extension: { address: 'https://zerion.io/download', kinds: chromiumOnly },
    android: 'https://zerion.io/download',
    ios: 'https://zerion.io/download',
  },
  {
    id: 'leather',
    name: 'Leather',
    namespaces: ['bip122'],
    link: null,
    source: 'https://leather.io/',
    reviewed: '2026-11-25',
    extension: { address: 'https://leather.io/', kinds: chromiumOnly },
    android: null,
    ios: null,
  },
]

export const findWalletAppInCatalog = (id: string): WalletAppCatalogEntry | undefined =>
  walletAppCatalog.find((wallet) => wallet.id === id)
