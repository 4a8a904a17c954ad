// The words of the wallets of an account: the list, linking one, and merging two identities of one person.
export const wallets = {
  intro: 'Each of these signs you in here. A wallet belongs to one person only.',
  introNone: 'A wallet that you link signs you in here. It belongs to one person only.',
  lost: 'What helps if you lose one',
  primary: 'Primary',
  current: 'Signed in with it now',
  contractOn: (chain: string) => `Contract on ${chain}`,
  /** A name that a wallet has set for itself, beside what its person calls it. */
  ownName: (name: string) => `Goes by ${name}`,
  linked: 'Linked',
  lastUsed: 'Last used',
  emptyTitle: 'No wallet is linked',
  emptyText:
    'You sign in with a passkey. A wallet would be another way in, and an address that you can share with applications.',
  link: 'Link another wallet',
  linkFirst: 'Link a wallet',
  linkAbout:
    'Choose the wallet, and in it the account that you want to link. From then on it signs you in here like the others.',
  linkContract:
    'If it is a contract (a smart account or a shared wallet), whoever controls it is let in. Once its owners change it is held, until you confirm it by another of your ways.',
  /** What stands in the list of wallets beside one whose account is linked already, and what is said of those. */
  linkedMark: (address: string) => `Linked: ${address}`,
  linkedMarkAbout:
    'A wallet that is marked as linked can have more accounts. Choose it, and switch to another one in it.',
  /** Where linking takes a confirmation first. */
  two: {
    label: 'Two signatures',
    text: 'This takes two signatures, one right after the other. Both are free, and no wallet opens before you choose it.',
    you: 'First, that it is you:',
    byWallet: 'with a wallet that is linked already.',
    byPasskey: 'with your passkey.',
    byEither: 'with a wallet that is linked already, or your passkey.',
    wallet: 'Then, that the new wallet is yours:',
    walletText: 'with that wallet.',
    done: 'done.',
  },
  linkedNow: (address: string) => `${address} is linked.`,
  linkedText:
    'From now on it signs you in here. Only you can see that it and your other wallets belong together, and applications that you show them to.',
  full: (most: number) => `There is room for ${most} wallets. Unlink one that you no longer use first.`,
  giveName: 'Give it a name',
  giveNameNamed: (name: string) => `Give it a name: ${name}`,
  rename: 'Rename',
  renameNamed: (name: string) => `Rename ${name}`,
  name: 'Name of the wallet',
  nameHint: 'Only you see it.',
  save: 'Save',
  saving: 'Saving…',
  saved: (name: string) => `The wallet is now called ${name}.`,
  makePrimary: 'Make primary',
  makePrimaryNamed: (name: string) => `Make primary: ${name}`,
  isPrimaryNow: (name: string) => `${name} is your primary wallet now. It stands for you wherever only one is shown.`,
  unlink: 'Unlink',
  unlinkNamed: (name: string) => `Unlink ${name}`,
  unlinking: 'Unlinking…',
  unlinked: (name: string) => `${name} can no longer sign you in.`,
  lastWayIn: 'This is your last way in. Link another wallet or add a passkey first.',
  /** The same, beside a wallet that is held. */
  lastWayInBesideHeld:
    'This is your last way in: a wallet that is held is none. Link another wallet or add a passkey first.',
  /** A contract wallet whose contract has changed hands. */
  held: {
    badge: 'Held',
    title: (name: string) => `Is ${name} still yours?`,
    text: (since: string) =>
      `Since ${since} its contract answers to somebody else than when you last used it: its owners or its code have changed. Until you confirm it, it signs nobody in, and no application is told of it.`,
    until: (until: string) =>
      `If you gave it away, unlink it. Unconfirmed, it is unlinked by itself on ${until}; whoever controls it then begins here as somebody new.`,
    decide: 'Decide under Wallets',
    confirm: 'It is still mine',
    confirmNamed: (name: string) => `It is still mine: ${name}`,
    confirming: 'Confirming…',
    confirmed: (name: string) => `${name} signs you in again.`,
    unlink: 'Unlink it',
    unlinkNamed: (name: string) => `Unlink it: ${name}`,
    proveTitle: 'Sign with the held wallet',
    proveAgain: 'Sign with the wallet as it is now. Its signature confirms it.',
  },
  onlyContract:
    'This contract is your only way in: whoever controls it is you here, also after its owners have changed. Link another wallet or add a passkey, and a change of hands is noticed.',
  mergeOpen: 'Not while your merge can still be undone.',
  confirmTitle: (name: string) => `Unlink ${name}?`,
  confirmText:
    'It can no longer sign you in, and every session that began with it ends. Whoever signs in with it afterwards is somebody new here.',
  confirmPrimary: 'It is your primary wallet; another one takes its place.',
  confirmOnly: 'It is your only wallet. From then on a passkey alone signs you in.',
  confirmSignedOut: 'You are signed in with it now, so you will be signed out here at once.',
  confirm: 'Unlink it',
  taken: {
    text: 'A wallet belongs to one person only. If that identity is yours too, you can make the two one: the wallet signs once more, and you see all that would change before anything does.',
    mine: 'It is mine too',
    notMine: 'If it is not yours, nobody can link it here but its owner.',
  },
  merge: {
    proofTitle: 'Prove the other identity',
    proofAbout: 'Sign once more with this wallet, now to merge. It changes nothing yet:',
    title: 'Merge the two?',
    done: 'The two identities are one now.',
  },
  openMerge: {
    title: 'You have merged two identities.',
    text: (until: string) =>
      `You can undo it until ${until}. Until then no wallet or passkey can be taken away, so that both ways back stay open.`,
    undo: 'Undo the merge',
    undoing: 'Undoing…',
    confirmTitle: 'Undo the merge?',
    confirmText:
      'Wallets, passkeys and applications go back to the identity that they came from, and every other session ends, on both sides.',
    confirmSignedOut: 'You are signed in with a wallet that goes back, so you will be signed out here at once.',
    confirm: 'Undo it',
    undone: 'The merge is undone. The two identities are apart again.',
  },
}
