// The words for which of a person's wallets an application knows: where it asks, and in the account.
export const knownWallet = {
  told: (application: string) => `The wallet that ${application} is told`,
  which: (application: string) => `Which of your wallets may ${application} know?`,
  none: 'You have no wallet here that it accepts, so none is shared.',
  known: 'Known to it',
  signedInWith: 'You signed in with it',
  contractOn: (chain: string) => `Contract on ${chain}`,
  keeps: (application: string) =>
    `You signed in with another wallet than the one ${application} knows. It is not told of the other unless you choose it here.`,
  learnsBoth: (application: string) => `${application} will know that both wallets are yours.`,
  paused: (application: string) =>
    `This contract wallet is told only while you are signed in with it somewhere. Until then ${application} is told none.`,
  proofLeftOut:
    'The signed message stays out: it is of the wallet that you signed in with. To share one, sign in with the wallet that you chose.',
  // In the account.
  title: 'Wallet it knows',
  notYet: 'None yet. It is told one the next time you sign in there.',
  unlinked: 'No longer linked, so it is told no more. You will be asked which one instead.',
  change: 'Change',
  changeNamed: (application: string) => `Change which wallet ${application} knows`,
  changeText: 'From now on it is told the one you choose. What it learned before it may still know.',
  onlySome: (application: string) => `Your other wallets are of chains that ${application} does not accept.`,
  save: 'Save',
  saving: 'Saving…',
  saved: (application: string, wallet: string) => `${application} is told ${wallet} from now on.`,
}
