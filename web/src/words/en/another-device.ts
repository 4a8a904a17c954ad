// The words of the browser that waits while another device proves something for it.
import type { End } from '../../another-device/states.ts'
import type { OwnPurpose } from '../../wallet/purpose.ts'
import type { ErrorWords } from '../error-words.ts'

type For = OwnPurpose['for']

/** What becomes of it in this browser; the middle is emphasised. */
const onlyYou: Record<For, readonly [before: string, emphasised: string, after: string]> = {
  'sign-in': ['Only for you: who scans it signs ', 'this', ' browser in.'],
  'step-up': ['Only for you: what is signed there confirms you in ', 'this', ' browser.'],
  link: ['Only for you: the wallet that signs there is linked to ', 'your', ' account.'],
  merge: ['Only for you: what is signed there counts in ', 'this', ' browser.'],
}

const notDone: Record<For, string> = {
  'sign-in': 'You are not signed in.',
  'step-up': 'Nothing is confirmed yet.',
  link: 'Nothing was linked.',
  merge: 'Nothing was merged.',
}

export const anotherDevice = {
  scan: 'Scan with your phone’s camera.',
  /** @param address that the code leads to */
  codeLabel: (address: string) => `QR code that leads to ${address}`,
  typeIt: 'Or open this address there and type the code:',
  onlyYou: (purpose: For) => onlyYou[purpose],
  validFor: (time: string) => `Valid for ${time}`,
  asking: 'A code is being made…',
  renewed: 'The last code ran out. Here is a new one.',
  opened: {
    title: 'Opened on another device. Go on there.',
    text: 'It shows three pairs of characters and asks which one stands here. If it was not you who opened it, cancel.',
  },
  picked: {
    title: 'Go on at the other device.',
    text: 'The right pair was picked there. Once it is signed, this page goes on by itself.',
  },
  pair: 'The two characters to compare',
  confirming: {
    title: (address: string) => `${address} signed on the other device. Link it?`,
    text: 'Whoever has this wallet can then sign in as you. Compare the whole address:',
    main: 'Link it',
    disown: 'It is not mine',
  },
  checking: { title: 'Checking…', text: 'This site checks what was signed on the other device.' },
  awaiting: {
    title: 'This is a shared wallet: its owners must approve.',
    text: 'Keep this page open. While you look at it, it asks by itself whether they have approved.',
    notYet: 'Not all of them had approved when this page last asked. It goes on asking.',
    trouble: 'It could not be told right now whether they have approved. This page goes on asking.',
    check: 'Check now',
    checking: 'Checking…',
  },
  done: {
    title: (purpose: For, name: string | null) =>
      purpose !== 'sign-in' ? 'Confirmed.' : name === null ? 'Signed in.' : `Signed in as ${name}.`,
    text: (application: string | null) => (application === null ? 'Going on…' : `Going to ${application}…`),
    main: 'Continue',
  },
  ended: {
    refused: { title: 'It was refused on the other device.', action: 'If that was you, begin again with a new code.' },
    'wrong-pair': {
      title: 'Another pair was picked on the other device.',
      action: 'We ended it, to be safe. Look at the pair on this screen when you are asked there.',
    },
    'second-device': {
      title: 'A second device opened this code.',
      action: 'We ended it, to be safe. Make sure that nobody else sees this screen.',
    },
    'ran-out': { title: 'This code ran out.', action: 'Take a new one when you are ready.' },
    over: { title: 'This code no longer works.', action: 'It was used or ended already.' },
    'not-mine': {
      title: 'Nothing was linked.',
      action: 'Somebody else may have seen your screen. The code is ended; take a new one when you are alone.',
    },
  } satisfies Record<End, ErrorWords>,
  /** What the server can answer that has other words here than elsewhere. */
  troubles: {
    'cross_device.over': {
      title: 'This code no longer works.',
      action: 'It was used, ended or ran out. Begin again with a new one.',
    },
    'challenge.unusable': {
      title: 'What was signed on the other device counts no longer.',
      action: 'It was used already or is too old. Begin again with a new code.',
    },
    'signature.refused': {
      action: 'Look in the wallet which account is selected, and begin again with a new code.',
    },
    'wallet.not_this': {
      title: 'Another wallet signed on the other device.',
      action: 'Only the one that you began with will do. Choose it there, and begin again with a new code.',
    },
    'wallet.held': {
      title: 'The contract of this wallet has changed since you last used it here.',
      action: 'Confirm with another of your ways to go on: another wallet, or a passkey.',
    },
  } as Readonly<Record<string, Partial<ErrorWords>>>,
  notDone: (purpose: For) => notDone[purpose],
  reasonGiven: (reason: string) => `The reason that was given: ${reason}`,
  newCode: 'New code',
  /** On the machine that serves the page: no phone can open it. */
  local: {
    text: 'This page is only on this computer: a second browser window stands for your phone. A private one is the truer trial.',
    open: 'Open it in a new tab',
    copy: 'Copy link',
  },
  /** In a phone's browser, with the wallet on the same phone. */
  onPhone: {
    pair: 'Your wallet will ask which pair stands here:',
    comeBack: 'Then come back to this page: it goes on by itself.',
    opened: {
      title: 'Opened in your wallet. Go on there.',
      text: 'It asks for the pair that stands here. Come back when it is signed.',
    },
  },
}
