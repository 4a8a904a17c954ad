// The words of what helps a person who has no wallet in this browser.
export const noWallet = {
  phoneTitle: 'Use your phone',
  phoneText: 'Open this address in the browser inside your wallet app:',
  getTitle: 'Get a wallet',
  getText: 'Install one as an extension of this browser, from its maker’s own site. Then reload this page.',
  lost: 'Lost your wallet? What helps now',
  copyLink: 'Copy link',
  open: (wallet: string) => `Open in ${wallet}`,
  nothing: 'The link opened nothing? Install the app, or copy this page’s link and open it there.',
}
