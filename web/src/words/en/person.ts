// The words of what a person calls themselves, of where they are signed in, and of new browsers.
export const person = {
  name: {
    none: 'Without a name',
    change: 'Change name',
    give: 'Give yourself a name',
    label: 'What should applications call you?',
    hint: 'Only applications that you allow to see your profile learn it. Leave it empty to go by your wallet.',
    save: 'Save',
    saving: 'Saving…',
    changed: (name: string) => `You are now called ${name}.`,
    taken: 'You have no name here any more.',
  },
  picture: {
    choose: 'Choose a picture',
    change: 'Change picture',
    remove: 'Remove picture',
    sending: 'Sending…',
    removing: 'Removing…',
    hint: 'JPEG, PNG or WebP. Nothing but its pixels is kept.',
    changed: 'Your picture has been changed.',
    removed: 'Your picture has been removed.',
    unreadable: 'This browser cannot read that file as a picture.',
    unreadableAction: 'Choose a JPEG, PNG or WebP picture.',
  },
  noWallet: 'Signed in with a passkey',
  noWalletText: 'No wallet is linked to you. Your passkeys are what lets you in.',
  passkeyNamed: (label: string) => `Passkey “${label}”`,
  passkey: 'Passkey',
  signedInWith: 'Signed in with',
  /** A wallet that is a contract, beside its address. */
  onChain: (chain: string) => `on ${chain}`,
  contract: {
    asked: 'Its contract last agreed',
    unreachable: (chain: string, since: string, end: string) =>
      `${chain} cannot be reached since ${since}; this session ends at ${end} if it stays so.`,
  },
  newBrowser: 'New browser',
  passkeys: (count: string) => (count === '1' ? '1 passkey' : `${count} passkeys`),
  passkeysText: 'that can sign you in without a wallet',
  activity: 'What happened here',
  activityText: 'every sign-in and every change, line by line',
  lost: 'What if you lose something?',
  /** Beside the word “network”. */
  networkFact: {
    here: 'The one you are on now',
    other: (prefix: string) => `Another one (${prefix})`,
  },
  /** By itself. */
  network: {
    here: 'The network you are on now',
    other: (prefix: string) => `Another network (${prefix})`,
    unsure: (prefix: string) => prefix,
  },
  /** Within a sentence, of something that came from there. */
  from: {
    here: (what: string) => `${what}, from the network you are on now`,
    other: (what: string, prefix: string) => `${what}, from another network (${prefix})`,
    unsure: (what: string, prefix: string) => `${what}, from the network ${prefix}`,
  },
  newBrowsers: {
    title: (device: string) => `New sign-in: ${device}`,
    several: (count: number) => `${count} new sign-ins. Were these you?`,
    question: 'Was that you?',
    said: (device: string) => `New sign-in in ${device}. Was that you?`,
    saidSeveral: (count: number) => `There are ${count} new sign-ins. Were these you?`,
    more: (count: number) => `And ${count} more`,
    all: 'All of these were me',
    none: 'None was me, end them all',
    allRecognised: (count: number) => `${count} browsers now count as yours.`,
    allEnded: (count: number) => `${count} browsers are signed out.`,
    yes: 'Yes, that was me',
    yesFor: (device: string) => `Yes, that was me: ${device}`,
    no: 'No, end it',
    noFor: (device: string) => `No, end it: ${device}`,
    /** Where nobody can say yes, because this browser is new itself. */
    elsewhere: 'If it was you, say so in a browser that was known as yours before: this one is new itself.',
    busy: 'One moment…',
    recognised: (device: string) => `${device} now counts as a browser of yours.`,
    ended: (device: string) => `${device} is signed out.`,
    endedText:
      'Whoever it was could see what stands here and sign in to applications as you, but could not change your wallets and passkeys without a second signature of yours. To be sure:',
    checkActivity: 'Look at your activity',
    checkApplications: 'Look at your applications',
    whatElse: 'What if somebody has your wallet?',
    done: 'Done',
  },
}
