// The demonstration wallet's own words. It is built with those of every language, since it shares no file with the page around it.
export const demonstrationWallet = {
  mark: 'Demonstration wallet',
  connect: 'Connect to this page?',
  connectText: (origin: string, chain: string) => `${origin} asks which ${chain} address you have.`,
  sign: 'Sign this message?',
  signText: (origin: string) => `${origin} asks you to sign exactly this:`,
  foreign: (domain: string, origin: string) => `Careful: this message is for ${domain}, but ${origin} asks for it.`,
  address: (chain: string) => `Your ${chain} address here`,
  message: 'The message',
  newKey: 'Make a new key',
  approveConnection: 'Connect',
  approveSignature: 'Sign',
  decline: 'Decline',
  about:
    'For trying out on this machine only. Its keys lie unprotected in this browser: never send anything of value to them.',
}
