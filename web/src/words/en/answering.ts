// The words with which a browser answers another one: on the phone that has the wallet, what is asked for on the computer that has none.
export const answering = {
  elsewhere: 'in another browser',
  here: 'in another window',
  /** By what is asked for. @param to the application, or this site @param where it is asked: one of the two above */
  title: {
    'sign-in': (to: string, where: string) => `Sign in to ${to} ${where}?`,
    'step-up': (_: string, where: string) => `Confirm ${where} that it is you?`,
    link: (_: string, where: string) => `Link a wallet to whoever is signed in ${where}?`,
    merge: (_: string, where: string) => `Merge the identity of a wallet into that of whoever is signed in ${where}?`,
  },
  means: {
    'sign-in': 'Whoever sits at that browser is then signed in as you.',
    'step-up': 'Whoever sits at that browser can then change your wallets, passkeys and data for some minutes.',
    link: 'The wallet that you sign with becomes a way in there, and from then on signs in whoever is signed in at that browser. If that is not you, it is theirs here.',
    merge:
      'All that the identity of this wallet has here, its wallets, passkeys and applications, goes to whoever is signed in at that browser. If that is not you, you lose it to them.',
  },
  staysOut: 'You will stay signed out here.',
  unchanged: 'Nothing changes in this browser.',
  sameBrowser: 'It is this very browser that asks: signed in there, it is signed in here.',
  yours: 'Known to be yours',
  thisBrowser: 'This very browser',
  sameNetwork: 'same as here',
  otherNetwork: 'not the same as here',
  left: 'Valid for',
  sent: 'Did somebody send you this? Then refuse.',
  sentText: 'Only go on if you began it yourself, at a screen that you see now.',
  goOn: 'It is mine, go on',
  refuse: 'Refuse and report',
  refusing: 'Refusing…',
  pair: {
    title: 'Which of these does the other screen show?',
    text: 'Look there and choose the same. A wrong one ends it.',
    none: 'It shows none of them? Then it is another screen that asks: refuse.',
  },
  prove: {
    title: {
      'sign-in': 'Now show that it is you',
      'step-up': 'Now show that it is you',
      link: 'Now sign with the wallet to link',
      merge: 'Now sign with the wallet of the other identity',
    },
    /** What it is for, once more. @param browser such as "Firefox on Linux" */
    summary: {
      'sign-in': (to: string, browser: string) => `To sign in to ${to} in another browser: ${browser}.`,
      'step-up': (_: string, browser: string) => `To confirm that it is you in another browser: ${browser}.`,
      link: (_: string, browser: string) =>
        `It becomes a way in for whoever is signed in in another browser: ${browser}.`,
      merge: (_: string, browser: string) =>
        `To merge its identity into that of whoever is signed in in another browser: ${browser}.`,
    },
    passkeyHint: 'It works if you have added one for this site.',
    passkeyWaiting: 'Waiting for your passkey…',
    passkeyTroubles: {
      cancelled: {
        title: 'No passkey was used.',
        action: 'If your browser offered none, it has none for this site.',
      },
      unsupported: { title: 'This browser cannot use a passkey here.', action: 'Use a wallet, or another browser.' },
      failed: { title: 'The passkey did not answer.', action: 'Try again, or use a wallet.' },
    },
  },
  handedOver: {
    title: 'Go on at the other screen.',
    text: 'It has what you signed, and hands it in. This page says when that is done.',
  },
  taken: {
    signedIn: (time: string) => `The other browser is signed in until ${time}.`,
    endable: 'End it here or under Sessions at any time.',
    'step-up': {
      title: 'It is confirmed in the other browser.',
      text: 'Your wallets, passkeys and data can be changed there for some minutes.',
    },
    link: {
      title: 'The wallet is linked.',
      text: 'It signs in whoever is signed in there. They can unlink it under Wallets. You can close this page.',
    },
    merge: {
      title: 'The other browser has your signature.',
      text: 'Nothing is merged before it is confirmed there. You can close this page.',
    },
  },
  end: 'End it',
  ending: 'Ending…',
  ended: { title: 'Ended.', text: 'What this device began there is over. You can close this page.' },
  failed: { title: 'It did not go through.', text: 'The other screen says why.' },
  refused: {
    title: 'Refused and reported.',
    text: 'The code no longer works, and what was asked for did not happen. The site has written down that it was refused here, and where it came from.',
  },
  wrongPair: { title: 'That was another one. We ended it.', text: 'Begin again on the other screen.' },
  secondDevice: {
    title: 'A second device opened this code.',
    text: 'We ended it, to be safe. Begin again on the other screen.',
  },
  passedOn: {
    title: 'This page is done.',
    text: 'If you opened your wallet, go on there: it asks for the pair once more. Otherwise begin again on the other screen.',
  },
}
