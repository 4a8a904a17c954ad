// The words of the sign-in page where an application asks for the sign-in.
export const interaction = {
  to: (application: string) => `to continue to ${application}`,
  destination: (destination: string) => `You go on to ${destination}`,
  expected: (application: string, address: string) => `${application} expects the wallet ${address}.`,
  wantsPasskey: (application: string) => `${application} asks you to use a passkey.`,
  wantsWallet: (application: string) => `${application} asks you to sign with a wallet.`,
  wantsOther: 'You can go on another way, but then it may not let you in.',
  accepts: (application: string) => `${application} does not accept every way of signing in.`,
  ways: { key: 'a wallet with a key of its own', contract: 'a contract wallet', passkey: 'a passkey' },
  /** @param ways as above; @param chains of which contract wallets will do; none for all */
  sufficient: (ways: readonly string[], chains: readonly string[]) =>
    `What will do: ${ways.join(', or ')}${chains.length === 0 ? '' : ` (contract wallets only on ${chains.join(', ')})`}.`,
  reading: 'Looking which application asks…',
  deny: (application: string) => `Cancel and go back to ${application}`,
  denying: 'Going back…',
  front: 'Front page',
}
