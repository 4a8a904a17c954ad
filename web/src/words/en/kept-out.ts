// The words of a wallet that this browser keeps out of the page, or that is not there any more.
export const keptOut = {
  extension: {
    title: 'This browser keeps an extension out of this page.',
    text: 'If it’s your wallet, you can’t use it here.',
  },
  wallet: {
    title: (wallet: string) => `This browser seems to keep ${wallet} out of this page.`,
    text: 'You used it here last.',
  },
  missing: {
    title: (wallet: string) => `${wallet} was not found.`,
    text: 'You used it here last. It may be turned off, or this browser keeps it out.',
  },
  instead: 'Use your phone, a passkey or another browser.',
  insteadOnPhone: 'Open this page in your wallet app, or use a passkey or another browser.',
}
