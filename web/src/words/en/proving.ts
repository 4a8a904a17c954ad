// The words of proving a wallet, from the moment on when one is chosen: one entry for each state that there is to see. They
// say what happened, where to look and what to do; declining is not a failure, and nobody is blamed.
import type { BitcoinNetwork } from '@countersign/message'
import type { Purpose } from '../../wallet/purpose.ts'

/** What a sentence can name: the wallet as the screen calls it, the short address, this site, and what the proof is for. */
export interface ProofSubject {
  readonly wallet: string
  readonly address: string
  /** The chain that it is about; without a name where only its number is known. */
  readonly chain: { readonly id: string; readonly name: string | null }
  /** Whether the wallet is a contract, as far as it is known. */
  readonly isContract: boolean
  readonly site: string
  readonly purpose: Purpose['for']
  /** The addresses that will do, in short; empty where any other will. */
  readonly expected: readonly string[]
  /** Where the two differ: the network of Bitcoin that the wallet is on, and the one that this site takes. */
  readonly networks: { readonly ofWallet: BitcoinNetwork; readonly ofSite: BitcoinNetwork }
}

/** A state in which something is to be done: what happened, what to do, the main button, and the way to another wallet. */
export interface PanelWords {
  readonly title: (about: ProofSubject) => string
  readonly text: (about: ProofSubject) => string
  readonly main: (about: ProofSubject) => string
}

const panel = (title: PanelWords['title'], text: PanelWords['text'], main: PanelWords['main']): PanelWords => ({
  title,
  text,
  main,
})

/** What has not happened, by what the proof is for. */
const nothing: Readonly<Record<ProofSubject['purpose'], string>> = {
  'sign-in': 'You are not signed in.',
  'step-up': 'Nothing is confirmed yet.',
  link: 'The wallet is not linked.',
  merge: 'Nothing has changed.',
  elsewhere: 'The other browser was given nothing.',
}

/** What is meant by signing with an address that the wallet was switched to. */
const withThisOne: Readonly<Record<ProofSubject['purpose'], string>> = {
  'sign-in': 'Sign in with this one?',
  'step-up': 'Confirm with this one?',
  link: 'Link this one?',
  merge: 'Go on with this one?',
  elsewhere: 'Go on with this one?',
}

const allowsText: Readonly<Record<ProofSubject['purpose'], string>> = {
  'sign-in': 'Only signing in here',
  'step-up': 'Only confirming that it is you',
  link: 'Only linking this wallet to you here',
  merge: 'Only merging the identity of this wallet into yours here',
  elsewhere: 'Only what the other browser asks for',
}

/** A chain in the middle of a sentence. */
const chainName = ({ chain }: ProofSubject): string => chain.name ?? `chain ${chain.id}`

/** A network of Bitcoin in the middle of a sentence. */
const networkNames: Readonly<Record<BitcoinNetwork, string>> = {
  mainnet: 'Bitcoin’s main network',
  testnet: 'a test network of Bitcoin',
  regtest: 'a Bitcoin network of one machine (regtest)',
}

/** How many of its owners have to approve, where a wallet tells. */
type Owners = { readonly needed: number; readonly count: number } | null

/** More than these are not listed: whoever has that many looks at their list. */
const listed = 3

const oneOf = (addresses: readonly string[]): string =>
  addresses.length > listed ? 'one of your wallets' : addresses.join(' or ')

export const proving = {
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
      ({ purpose }) => `${nothing[purpose]} Try again; if it stays, restart the wallet.`,
      () => 'Try again',
    ),
    'cannot-sign': panel(
      ({ wallet }) => `${wallet} can’t sign messages.`,
      () => 'Use another wallet.',
      () => 'Choose another wallet',
    ),
    'signature-declined': panel(
      () => 'You declined to sign.',
      ({ purpose }) => nothing[purpose],
      () => 'Sign again',
    ),
    'address-changed': panel(
      ({ address }) => `You switched to ${address}.`,
      ({ purpose }) => `${withThisOne[purpose]} The message for the other address was thrown away.`,
      () => 'Yes, new message',
    ),
    'other-address': panel(
      ({ wallet, address }) => `${wallet} is on ${address}.`,
      ({ wallet, purpose, expected }) =>
        purpose === 'link'
          ? `That one is on your list already. Switch to the account in ${wallet} that you want to link; this page continues by itself.`
          : `To confirm, switch to ${oneOf(expected)} there; this page continues by itself.`,
      () => 'Look again',
    ),
    expired: panel(
      () => 'This request expired.',
      ({ wallet, isContract }) =>
        isContract
          ? `Begin again with a new one. If ${wallet} still shows the old one, close it there.`
          : `Here is a new one. If ${wallet} still shows the old one, close it there.`,
      ({ isContract }) => (isContract ? 'Begin again' : 'Sign the new one'),
    ),
    'other-signer': panel(
      ({ address }) => `The signature does not match ${address}.`,
      ({ wallet }) => `Look in ${wallet} which account is selected, then sign again.`,
      () => 'Sign again',
    ),
    'chain-unavailable': panel(
      (about) => `We can’t reach ${chainName(about)} to check this wallet.`,
      () => 'Nothing is wrong with it, and your signature is kept. This page tries again by itself.',
      () => 'Try again',
    ),
    suspended: panel(
      () => 'This sign-in has been suspended.',
      ({ site }) => `Ask whoever runs ${site}.`,
      () => 'Use another wallet',
    ),
  } satisfies Record<string, PanelWords>,
  /** What a refusal says that is about the chain of the wallet. */
  refusals: {
    'chain.not_read': panel(
      (about) => `This wallet lives on ${chainName(about)}, which this server does not read.`,
      ({ wallet, purpose }) =>
        `${nothing[purpose]} Change the network in ${wallet} if your wallet is on another one too, or use another wallet.`,
      () => 'Look again',
    ),
    'wallet.not_deployed': panel(
      (about) => `This wallet does not exist on ${chainName(about)} yet.`,
      () => 'Deploy it, or use another.',
      () => 'Try again',
    ),
    'signature.too_long': panel(
      ({ wallet }) => `The signature of ${wallet} is longer than this site reads.`,
      () => 'Use another wallet, or ask whoever runs this site to let it read longer ones.',
      () => 'Try again',
    ),
    'wallet.held': panel(
      ({ address }) => `The contract of ${address} has changed since you last used it here.`,
      () =>
        'Confirm with another of your ways to go on: another wallet, or a passkey. Then confirm this one under Wallets.',
      () => 'Use another way',
    ),
    // What a wallet of Solana or Bitcoin did instead of signing the message; nothing was sent.
    'wallet.text_changed': panel(
      ({ wallet }) => `${wallet} changed the message before it signed it.`,
      ({ purpose }) =>
        `${nothing[purpose]} Only the message as it is shown counts here. Try again; if it stays, use another wallet.`,
      () => 'Try again',
    ),
    'wallet.text_prefixed': panel(
      ({ wallet }) => `${wallet} put something before the message and signed both.`,
      ({ wallet, purpose }) =>
        `${nothing[purpose]} Hardware wallets do so on Solana, and this site cannot accept it. Choose an account in ${wallet} whose key is not on the hardware wallet, or use another wallet.`,
      () => 'Look again',
    ),
    'wallet.old_signature': panel(
      ({ wallet, address }) => `${wallet} answered with a signature of the old kind, which ${address} does not have.`,
      ({ wallet, purpose }) =>
        `${nothing[purpose]} Choose a native SegWit account (bc1q…) or a Taproot account (bc1p…) in ${wallet}; if it is on one, update ${wallet}.`,
      () => 'Look again',
    ),
    'wallet.earlier_signature': panel(
      ({ wallet }) => `${wallet} returned the signature of an earlier message.`,
      ({ wallet, purpose }) =>
        `${nothing[purpose]} It signed nothing new. Try again; if it happens again, restart ${wallet}.`,
      () => 'Try again',
    ),
    'wallet.other_network': panel(
      ({ wallet, networks }) => `${wallet} is on ${networkNames[networks.ofWallet]}.`,
      ({ wallet, purpose, networks }) =>
        `${nothing[purpose]} This site takes ${networkNames[networks.ofSite]}. Change the network in ${wallet}, or use another wallet.`,
      () => 'Look again',
    ),
    // Why a signature of Solana or Bitcoin was refused, as far as this page finds it out.
    'signature.off_curve': panel(
      ({ address }) => `${address} belongs to a program, and a program cannot sign.`,
      ({ wallet, purpose }) =>
        `${nothing[purpose]} It may be the vault of a multisig. Choose an account in ${wallet} that has a key of its own, or use another wallet.`,
      () => 'Look again',
    ),
    'signature.timelock': panel(
      ({ wallet }) => `The signature of ${wallet} counts from a certain time on only.`,
      ({ wallet, purpose }) =>
        `${nothing[purpose]} This site cannot tell whether that time has come (a timelock). Choose an address without a timelock in ${wallet}.`,
      () => 'Look again',
    ),
    'signature.script_unknown': panel(
      ({ address }) => `${address} is kept by a script that this site cannot check.`,
      ({ wallet, purpose }) =>
        `${nothing[purpose]} It can check addresses of one key, and of several of which some must sign. Choose such a one in ${wallet}, or use another wallet.`,
      () => 'Look again',
    ),
    'signature.other_kind': panel(
      ({ wallet, address }) => `${wallet} answered with a kind of signature that ${address} does not have.`,
      ({ wallet, purpose }) =>
        `${nothing[purpose]} Choose a native SegWit account (bc1q…) or a Taproot account (bc1p…) in ${wallet}, or use another wallet.`,
      () => 'Look again',
    ),
  } satisfies Record<string, PanelWords>,
  awaiting: {
    title: (owners: Owners) =>
      owners === null
        ? 'This is a shared wallet: its owners must approve.'
        : `This is a shared wallet: ${owners.needed} of its ${owners.count} owners must approve.`,
    withLink: (time: string) =>
      `Keep this page open, or come back with this link before ${time}. It works in this browser only.`,
    withoutLink: (time: string) => `Keep this page open. There is time until ${time}.`,
    link: 'Link back to this page',
    copyLink: 'Copy link',
    looks: 'While you look at this page, it asks by itself whether they have approved.',
    notYet: (time: string) => `Not all of them had approved at ${time}.`,
    chainTrouble: (about: ProofSubject) => `${chainName(about)} cannot be reached right now. This page goes on asking.`,
    trouble: 'The server could not be asked right now. This page goes on asking.',
    check: 'Check now',
    checking: 'Checking…',
    askWallet: 'Ask the wallet again',
  },
  resumed: {
    gone: {
      title: 'This link no longer leads anywhere.',
      text: 'Its request has expired or was already used, or it was made in another browser. Sign in anew here.',
    },
    unread: {
      title: 'What this link leads to could not be read.',
      text: 'The server does not answer. Open the link again in a moment, or sign in anew here.',
    },
  },
  message: {
    preparing: 'Preparing the message…',
    title: ({ address }: ProofSubject) => `Sign this message to prove ${address} is yours.`,
    free: 'It costs nothing and moves nothing.',
    sign: ({ wallet }: ProofSubject) => `Sign in ${wallet}.`,
    waiting: 'Waiting for the wallet…',
    opening: 'Opening the wallet…',
    slow: ({ wallet }: ProofSubject) => `Still waiting for ${wallet}. If its window is gone, send the request again.`,
    sendAgain: 'Send the request again',
    open: ({ wallet }: ProofSubject) =>
      `${wallet} already has a request open. Finish or close it; this page continues by itself.`,
    askAgain: 'Ask again',
    validFor: (time: string) => `Valid for ${time}.`,
    checking: 'Checking…',
    checkingText: 'This site checks that the signature is yours.',
    document: 'The message',
    site: 'Asked by',
    address: 'Your address',
    allows: 'It allows',
    allowsText: (purpose: ProofSubject['purpose']) => allowsText[purpose],
    until: 'Valid until',
    chain: 'Chain',
    chainName: (name: string, id: string) => `${name} (${id})`,
    nonce: 'One-time code',
    showText: 'Show the exact text',
    hideText: 'Show it as a form',
    exactText: 'The exact text that is signed',
  },
  done: {
    title: ({ purpose, address }: ProofSubject, name: string | null) =>
      purpose === 'sign-in' ? `Signed in as ${name ?? address}.` : 'Confirmed.',
    text: (application: string | null) => (application === null ? 'Going on…' : `Going to ${application}…`),
    main: 'Continue',
  },
  already: {
    title: (name: string | null) => (name === null ? 'You are signed in.' : `You are signed in as ${name}.`),
    text: 'Go on as this person, or sign in with another wallet.',
    main: 'Continue',
    other: 'Sign in with another wallet',
  },
  inspect: 'Open in the inspector',
  tryAgain: 'Try again',
  heldUntil: (time: string) =>
    `Has it become yours only now? It is kept for whoever had it before, until ${time} at most. Then you can begin with it as somebody new.`,
  reasonGiven: (reason: string) => `The reason that was given: ${reason}`,
  said: (wallet: string) => `What ${wallet} said`,
}
