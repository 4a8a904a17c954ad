// The wallets that somebody is offered by name who has none in this browser: where each is had, and the link (universal link, app link) that opens a
// page inside its app. All of it is data, and none of it is fetched from anywhere: whoever follows a maker's address here tells nobody that they came from
// here. A link into an app names the page that it opens, and where the app is missing its maker's site is asked for that page; so a code in it
// opens nothing without the pair (THREATS P16).
//
// Reviewed on 2026-11-25, and once with each release from then on: read each `source` again, open each address by hand, and follow each link
// on a phone that has the app and on one that has not. A form that its maker no longer documents goes (as Binance's has in October 2026, whose app
// follows no links of strangers any more); a wallet stays without one. On that day the pages of Backpack and imToken themselves were not at hand, only
// what others cite of them: these two are to be opened first.
//
// Left out for want of a documented https form: Rainbow and Rabby and Zerion (none at all), TokenPocket, UniSat and Leather (a scheme of their own,
// which any app can take), Safe (no browser in its app). Rainbow, Rabby, Zerion and Leather are offered to who has none all the same.
import type { ChainNamespace } from '@countersign/message/message-layout'

/** Browsers by the kind of extension that they take: Chrome, Edge, Brave, Opera and Vivaldi are one. */
export type WalletExtensionBrowserFamily = 'chromium' | 'firefox'

export interface WalletAppCatalogEntry {
  /** What the setting `COUNTERSIGN_FEATURED_WALLETS` calls it. */
  readonly id: string
  readonly name: string
  /** The chain families of which it can prove an account here, as its extension or the browser inside its app shows itself to pages. */
  readonly namespaces: readonly ChainNamespace[]
  /** The address that opens a page in the browser inside its app; null where its maker documents none over https. */
  readonly link: ((page: URL) => string) | null
  /** Where its maker says so; of one without a link, the maker's own page. */
  readonly source: string
  /** When that was read. */
  readonly reviewed: string
  /** The maker's own pages from which it is had; null where there is nothing to be had. */
  readonly extension: { readonly address: string; readonly kinds: readonly WalletExtensionBrowserFamily[] } | null
  readonly android: string | null
  readonly ios: string | null
}

const encodePageUrl = ({ href }: URL): string => encodeURIComponent(href)
/** Solana's wallets also want to know which site asks; it is the one that opens. */
const encodePageOrigin = ({ origin }: URL): string => encodeURIComponent(origin)
const chromiumOnly = ['chromium'] as const
const chromiumAndFirefox = ['chromium', 'firefox'] as const

/** Those that most people have come first. */
export const walletAppCatalog: readonly WalletAppCatalogEntry[] = [
  {
    id: 'metamask',
    name: 'MetaMask',
    namespaces: ['eip155', 'solana'],
    // Host and path as they are: encoded, its browser opens an empty tab.
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

/** A wallet that an operator has named; each of those that may be named is one. */
export const findWalletAppInCatalog = (id: string): WalletAppCatalogEntry | undefined =>
  walletAppCatalog.find((wallet) => wallet.id === id)
