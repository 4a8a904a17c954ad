/** CAIP-2 namespace and the network that the address prefix names (BIP-173, BIP-13). */
export const getBitcoinChain = (address = ''): string =>
  `bip122:${address.startsWith('bcrt1') ? 'regtest' : /^(?:tb1|[mn2])/.test(address) ? 'testnet' : 'mainnet'}`

/** A Bitcoin wallet that switches its network switches its account, so the account names the chain. */
export const getChainOfSwitchedAccount = (chainId: string | null, account: string): string | null =>
  chainId?.startsWith('bip122') ? getBitcoinChain(account) : chainId
