// The words with which the sign-in screen begins: to choose a wallet, and what keeps the server away. Those that are needed
// once a wallet is chosen are a chapter of their own.

export const signIn = {
  title: 'Sign in',
  to: (site: string) => `to ${site}`,
  choose: 'Choose your wallet',
  looking: 'Looking for wallets…',
  aboutWallets: 'A wallet is an app or browser extension with a key that only you can use. Signing in is free.',
  lost: 'Lost yours?',
  missingWallets: 'Some wallets could not be loaded.',
  lastUsed: 'Last used here',
  browserWallet: 'Browser wallet',
  /** @param chains such as `Ethereum`: two or more, which begin with that where it is one of them */
  whichAccount: (wallet: string, chains: readonly string[]) =>
    `${wallet} can prove a${chains[0] === 'Ethereum' ? 'n' : ''} ${chains.slice(0, -1).join(', ')} or ${chains.at(-1)} account. Which?`,
  cancel: 'Cancel',
  anotherWallet: 'Another wallet',
  connecting: ({ wallet }: { wallet: string }) => `Waiting for ${wallet}. Approve the connection there.`,
  connectingSlow: 'Don’t see it? Click its icon in the toolbar; it may be locked.',
  offlineText: 'We’ll go on when you are back.',
  goesOnByItself: 'This page tries again by itself.',
  tryNow: 'Try now',
  trying: 'Trying…',
  tooManyTriesText: 'This page goes on by itself when the time is up.',
  againIn: (time: string) => `Again in ${time}`,
  anotherDevice: 'Another device',
  passkey: {
    use: 'Use a passkey',
    hint: 'None yet? You can add one once you are signed in.',
    waiting: 'Waiting…',
    checking: 'Checking…',
  },
  offlineNotice: 'You are offline. This goes on when you are back.',
}
