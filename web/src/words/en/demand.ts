// The words for an application that asks for one way of signing in, or lets nobody in by another.
export const demand = {
  wantsPasskey: (application: string) => `${application} asks you to use a passkey.`,
  wantsWallet: (application: string) => `${application} asks you to sign with a wallet.`,
  wantsOther: 'You can go on another way, but then it may not let you in.',
  accepts: (application: string) => `${application} does not accept every way of signing in.`,
  ways: {
    key: 'an Ethereum wallet with a key of its own',
    contract: 'a contract wallet',
    solana: 'a Solana wallet',
    bitcoin: 'a Bitcoin wallet',
    passkey: 'a passkey',
  },
  /** @param ways as above; @param chains of which contract wallets will do; none for all */
  sufficient: (ways: readonly string[], chains: readonly string[]) =>
    `What will do: ${[ways.slice(0, -1).join(', '), ways.at(-1)].filter(Boolean).join(', or ')}${chains.length === 0 ? '' : ` (contract wallets only on ${chains.join(', ')})`}.`,
}
