// Links that open a page in the browser inside a wallet's app. They are followed only when the person taps one; each
// form is the one that the wallet's maker documents.

/** A wallet app, and the address that opens this page in it. */
export interface WalletLink {
  readonly name: string
  readonly href: string
}

/** @param page the address of the page to open, without its fragment, which belongs to this browser alone */
export function walletLinks(page: string): readonly WalletLink[] {
  const url = new URL(page)
  url.hash = ''
  const encoded = encodeURIComponent(url.href)
  return [
    // MetaMask takes host and path as they are: encoded, its browser opens an empty tab.
    { name: 'MetaMask', href: `https://link.metamask.io/dapp/${url.host}${url.pathname}${url.search}` },
    { name: 'Coinbase Wallet', href: `https://go.cb-w.com/dapp?cb_url=${encoded}` },
    { name: 'Trust Wallet', href: `https://link.trustwallet.com/open_url?coin_id=60&url=${encoded}` },
    {
      name: 'OKX Wallet',
      href: `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${encoded}`)}`,
    },
  ]
}
