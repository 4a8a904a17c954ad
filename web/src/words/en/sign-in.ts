// The words of the sign-in screen: one entry for each state that it can be in. They say what happened, where to look
// and what to do; declining is not a failure, and nobody is blamed.

/** What a sentence can name: the wallet as the screen calls it, the short address, this site. */
export interface SignInSubject {
  readonly wallet: string
  readonly address: string
  readonly site: string
}

/** A state in which something is to be done: what happened, what to do, the main button, and the way to another wallet. */
export interface PanelWords {
  readonly title: (about: SignInSubject) => string
  readonly text: (about: SignInSubject) => string
  readonly main: (about: SignInSubject) => string
}

const panel = (title: PanelWords['title'], text: PanelWords['text'], main: PanelWords['main']): PanelWords => ({ title, text, main })

export const signIn = {
  title: 'Sign in',
  to: (site: string) => `to ${site}`,
  choose: 'Choose your wallet',
  looking: 'Looking for wallets…',
  aboutWallets: 'A wallet is an app or browser extension with a key that only you can use. Signing in is free.',
  lastUsed: 'Last used here',
  browserWallet: 'Browser wallet',
  cancel: 'Cancel',
  inspect: 'Open in the inspector',
  anotherWallet: 'Another wallet',
  connecting: ({ wallet }: SignInSubject) => `Waiting for ${wallet}. Approve the connection there.`,
  connectingSlow: 'Don’t see it? Click its icon in the toolbar; it may be locked.',
  panels: {
    'connection-open': panel(
      ({ wallet }) => `${wallet} already has a request open.`,
      () => 'Finish or close it there; this page continues by itself.',
      () => 'Ask again',
    ),
    locked: panel(
      ({ wallet }) => `${wallet} is locked.`,
      () => 'Unlock it to go on; this page continues by itself.',
      () => 'Ask again',
    ),
    'connection-declined': panel(
      ({ wallet }) => `You declined in ${wallet}.`,
      () => 'Nothing was shared.',
      () => 'Try again',
    ),
    'no-account': panel(
      ({ wallet }) => `${wallet} shared no account.`,
      () => 'Pick one there and try again.',
      () => 'Try again',
    ),
    disconnected: panel(
      ({ wallet }) => `${wallet} disconnected.`,
      () => 'Connect again to go on.',
      () => 'Connect again',
    ),
    'window-blocked': panel(
      ({ wallet }) => `Your browser blocked ${wallet}’s window.`,
      () => 'Open it with this button. If it is blocked again, allow pop-ups for this site.',
      () => 'Open it',
    ),
    'wallet-failed': panel(
      ({ wallet }) => `${wallet} answered with an error.`,
      () => 'You are not signed in. Try again; if it stays, restart the wallet.',
      () => 'Try again',
    ),
    'cannot-sign': panel(
      ({ wallet }) => `${wallet} can’t sign messages.`,
      () => 'Use another wallet.',
      () => 'Choose another wallet',
    ),
    'signature-declined': panel(
      () => 'You declined to sign.',
      () => 'You are not signed in.',
      () => 'Sign again',
    ),
    'address-changed': panel(
      ({ address }) => `You switched to ${address}.`,
      () => 'Sign in with this one? The message for the other address was thrown away.',
      () => 'Yes, new message',
    ),
    expired: panel(
      () => 'This request expired.',
      ({ wallet }) => `Here is a new one. If ${wallet} still shows the old one, close it there.`,
      () => 'Sign the new one',
    ),
    'other-signer': panel(
      ({ address }) => `The signature does not match ${address}.`,
      ({ wallet }) => `Look in ${wallet} which account is selected, then sign again.`,
      () => 'Sign again',
    ),
    suspended: panel(
      () => 'This sign-in has been suspended.',
      ({ site }) => `Ask whoever runs ${site}.`,
      () => 'Use another wallet',
    ),
    offline: panel(
      () => 'You are offline.',
      () => 'We’ll go on when you are back.',
      () => 'Try now',
    ),
  } satisfies Record<string, PanelWords>,
  goesOnByItself: 'This page tries again by itself.',
  tryNow: 'Try now',
  trying: 'Trying…',
  tryAgain: 'Try again',
  tooManyTries: 'Too many tries.',
  tooManyTriesText: 'This page goes on by itself when the time is up.',
  againIn: (time: string) => `Again in ${time}`,
  said: (wallet: string) => `What ${wallet} said`,
  message: {
    preparing: 'Preparing the message…',
    title: ({ address }: SignInSubject) => `Sign this message to prove ${address} is yours.`,
    free: 'It costs nothing and moves nothing.',
    sign: ({ wallet }: SignInSubject) => `Sign in ${wallet}.`,
    waiting: 'Waiting for the wallet…',
    opening: 'Opening the wallet…',
    slow: ({ wallet }: SignInSubject) => `Still waiting for ${wallet}. If its window is gone, send the request again.`,
    sendAgain: 'Send the request again',
    open: ({ wallet }: SignInSubject) => `${wallet} already has a request open. Finish or close it; this page continues by itself.`,
    askAgain: 'Ask again',
    validFor: (time: string) => `Valid for ${time}.`,
    checking: 'Checking…',
    checkingText: 'This site checks that the signature is yours.',
    document: 'The message',
    site: 'Asked by',
    address: 'Your address',
    allows: 'It allows',
    allowsText: 'Only signing in here',
    until: 'Valid until',
    chain: 'Chain',
    nonce: 'One-time code',
    showText: 'Show the exact text',
    hideText: 'Show it as a form',
    exactText: 'The exact text that is signed',
  },
  done: {
    title: (name: string) => `Signed in as ${name}.`,
    text: (application: string | null) => (application === null ? 'Going on…' : `Going to ${application}…`),
    main: 'Continue',
  },
  already: {
    title: (name: string) => `You are signed in as ${name}.`,
    text: 'Go on as this person, or sign in with another wallet.',
    main: 'Continue',
    other: 'Sign in with another wallet',
  },
  noWallet: {
    title: 'No wallet found in this browser.',
    text: 'A wallet is an app or browser extension with a key that only you can use. Use your phone, or get a wallet.',
    reload: 'Reload this page',
  },
  noWalletOnPhone: {
    title: 'Open this page in your wallet app',
    text: 'This browser cannot reach your wallet. The browser inside the wallet app can.',
  },
  clockAhead: (time: string) => `Your device’s clock is about ${time} ahead.`,
  clockBehind: (time: string) => `Your device’s clock is about ${time} behind.`,
  clockText: 'You can go on. Some wallets refuse to sign until it is right.',
  offlineNotice: 'You are offline. Signing in goes on when you are back.',
}
