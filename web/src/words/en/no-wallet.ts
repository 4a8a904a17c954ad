// The words of what helps a person who has no wallet in this browser, or none anywhere.
export const noWallet = {
  title: 'No wallet found in this browser.',
  text: 'A wallet is an app or browser extension with a key that only you can use. Use your phone, a passkey, or get a wallet.',
  onPhone: {
    title: 'Open this page in your wallet app',
    text: 'This browser cannot reach your wallet. The browser inside the wallet app can.',
  },
  /** On the device that answers another browser: it is the phone already. */
  answering: {
    title: 'No wallet found in this browser.',
    text: 'A wallet is an app or browser extension with a key that only you can use.',
    onPhone: {
      title: 'Open this page in your wallet app',
      text: 'This browser cannot reach your wallet. The browser inside the wallet app can; it asks for the pair once more.',
    },
  },
  usePhone: 'Use your phone',
  reload: 'Reload this page',
  lost: 'Lost your wallet? What helps now',
  copyLink: 'Copy link',
  copyText: 'Copy this page’s link, and open it in the browser inside your wallet app:',
  open: (wallet: string) => `Open in ${wallet}`,
  more: 'More wallets',
  nothing: 'The link opened nothing? Install the app, or copy this page’s link and open it there.',
  none: 'I have none',
  whatTitle: 'What a wallet is',
  /** Four sentences, for somebody who has never seen one. */
  what: [
    'A wallet is an app, or an extension of your browser, that keeps a secret key for you.',
    'With it you sign a message, and that shows a site that you are the same person as last time, without any password.',
    'The wallet shows you some words when you begin: write them on paper and tell them to nobody, because they are the key, and nobody can give it back to you.',
    'It costs nothing, and you need no money in it to sign in.',
  ],
  getTitle: 'Get one from its maker',
  getExtension: 'Each opens its maker’s own site. Then come back here: this page finds your wallet by itself.',
  getApp: 'Each opens its maker’s own site. Then come back here, and open this page inside the app.',
  getNowhere: 'We know of none for this browser. Use Chrome, Edge, Brave or Firefox, or your phone.',
  getNowhereOnPhone: 'We know of none for this phone.',
  back: 'Back',
  passkey: {
    title: 'Or begin without a wallet',
    text: 'A passkey is a key that this device or your password manager keeps for you. You use it by what unlocks the device. A wallet can be added later.',
    make: 'Begin with a passkey',
    have: 'Have you been here before? Then use your passkey above: a new one begins a new, separate identity.',
    toldNone: (application: string) =>
      `${application} asks for a wallet. You can go on without one; it is told none then, and may refuse you.`,
    notTaken: (application: string) => `${application} lets nobody in by a passkey: it asks for a wallet.`,
    waiting: 'Waiting…',
    checking: 'Checking…',
    troubles: {
      cancelled: {
        title: 'No passkey was made.',
        action: 'You cancelled, or your browser did. Nothing is kept of it.',
      },
      unsupported: {
        title: 'This browser cannot make a passkey here.',
        action: 'Use another browser, or a wallet.',
      },
      'registered-already': {
        title: 'There is a passkey for this site already.',
        action: 'Use it: the button is above.',
      },
      failed: {
        title: 'Your browser could not make a passkey.',
        action: 'Try again, or use a wallet.',
      },
      'passkey.refused': {
        action: 'Try again, or use a wallet. You can remove it where your device keeps passkeys.',
      },
      'challenge.unusable': {
        title: 'That took too long.',
        action: 'Try again. You can remove the passkey that was made where your device keeps them.',
      },
      'sign_up.off': {
        title: 'You cannot begin with a passkey here any more.',
        action: 'Get a wallet, and sign in with it.',
      },
    },
  },
}
