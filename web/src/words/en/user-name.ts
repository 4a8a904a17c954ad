// The words of the user name: chosen where an application first asks for it, and changed on the page of the account.
export const userName = {
  label: 'What should programs call you?',
  hint: 'Small letters, digits, “-” and “_”. It is one name for all applications that you show it to.',
  free: 'This name is free.',
  taken: 'This name cannot be had. Choose another one.',
  unusable: 'Use 2 to 30 small letters, digits, “-” and “_”, and begin with a letter.',
  take: (name: string) => `Take “${name}”`,
  ofWallet: 'This is your wallet’s name: whoever reads it can look up what the wallet holds and has done.',
  you: (name: string) => `You are “${name}”.`,
  title: 'User name',
  about: 'What programs call you where they need a login name. Nobody else ever gets it, not even after you.',
  none: 'You have none yet.',
  choose: 'Choose a user name',
  change: 'Change user name',
  former: (names: string) => `Before: ${names}. These stay yours.`,
  warning: 'Programs may take you for somebody new',
  warningText:
    'Some keep what is yours under the old name. Applications learn the new one at your next sign-in. The old one stays yours and is never given to anybody else.',
  left: (count: number) =>
    count === 0
      ? 'You have had as many names as one person may have here. You can go back to one of them.'
      : count === 1
        ? 'You can take one more new name, and no other after it.'
        : `You can take ${count} more new names in all.`,
  save: 'Take this name',
  saving: 'Taking it…',
  done: (name: string) => `Your user name is now ${name}.`,
}
