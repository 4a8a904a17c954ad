// The words of the pages that are open to everybody: the front page, signed out, errors, nothing found.
export const entrance = {
  front: {
    title: 'This is where you sign in',
    intro: (site: string) => `${site} knows you by your wallet. There is no password to remember and none to lose.`,
    signIn: 'Sign in',
    account: 'Your account',
    /** Before the server has an owner. */
    setup: {
      title: 'This server is new',
      text: 'It has no owner yet. If you started it, take it over now: its terminal shows a code for you.',
      button: 'Set up this server',
    },
    signedInAs: 'You are signed in as',
    howTitle: 'How it works',
    steps: [
      {
        title: 'Choose your wallet',
        text: 'A wallet is an app or a browser extension that keeps a key only you can use.',
      },
      {
        title: 'Read one message and sign it',
        text: 'It says which site asks and until when. The key signs it and stays in the wallet.',
      },
      {
        title: 'You are in',
        text: 'This site checks that the signature belongs to your wallet. Nobody else is asked.',
      },
    ],
    facts: [
      {
        title: 'What it costs',
        text: 'Nothing. Signing a message is not a transaction: nothing moves and no fee is due.',
      },
      {
        title: 'What this site learns',
        text: 'The address of that wallet, the name of your browser and the network you come from. Not your key, not your e-mail address.',
      },
    ],
    inspector: 'For developers: inspect a sign-in message',
    about:
      'Signing in here is done by Countersign, which the people behind this site run themselves. No other company stands in between.',
  },
  signedOut: {
    'signed-out': {
      title: 'You are signed out',
      text: 'This browser no longer has access. Your wallet stays yours, and signs you in again whenever you like.',
    },
    ended: {
      title: 'Your session has ended',
      text: 'It expired, or you ended it in another tab or browser. Nothing else has changed.',
    },
    'contract-ended': {
      title: 'Your session has ended',
      text: 'It had begun with a contract wallet. Most often its owners have changed, so that it no longer stands behind what was signed, or its chain could not be reached for too long. Your activity says which, once you have signed in again.',
    },
    'way-in-gone': {
      title: 'You are signed out',
      text: 'The wallet or passkey that you had signed in with here no longer signs you in as the same person. Use another one of yours.',
    },
    merged: {
      title: 'The two identities are one now',
      text: 'Sign in again with any of your wallets or passkeys: you come in as the identity that you merged into. You can undo the merge there for a week.',
    },
    erased: {
      title: 'You are deleted here',
      text: 'Nothing here leads to you any more. Applications may still know what they learned before: ask them to delete it as well.',
    },
    back: (name: string) => `Back to ${name}`,
    signIn: 'Sign in again',
    signInNew: 'Sign in as somebody new',
    front: 'Front page',
  },
  error: {
    front: 'Front page',
    signIn: 'Go to sign-in',
    account: 'Your account',
    inspector: 'See an example in the inspector',
    deviceCode: 'Enter the code again',
    /** Under an error that an application made. */
    application: 'You did nothing wrong, and nothing about you was shared. Only the application can put this right.',
    requestId: 'Request id',
    copyRequestId: 'Copy request id',
    tell: 'Whoever runs this site finds what happened by this id.',
  },
  notFound: {
    title: 'Nothing at this address',
    text: 'The link may be old, or a letter of it may be missing.',
    front: 'Front page',
  },
}
