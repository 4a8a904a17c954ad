// Bitcoin's chains as CAIP-2 names them: the first 32 characters of the genesis block's hash (namespaces.chainagnostic.org/bip122/caip2).

/** The chains that a server can be for. */
export const bitcoinChains = ['mainnet', 'testnet3', 'testnet4', 'signet', 'regtest'] as const
export type BitcoinChain = (typeof bitcoinChains)[number]

/**
 * The networks that addresses tell apart: the test networks share their forms (BIP-173, BIP-13), but for that of one's own machine.
 *
 * @example
 * ```ts
 * import type { BitcoinNetwork } from '@countersign/message'
 *
 * const withoutWorth: BitcoinNetwork[] = ['testnet', 'regtest']
 * withoutWorth.includes('mainnet') // => false
 * ```
 */
export type BitcoinNetwork = 'mainnet' | 'testnet' | 'regtest'

/** Chain → CAIP-2 reference, which is what a message writes. */
export const bitcoinChainReferences: Readonly<Record<BitcoinChain, string>> = {
  mainnet: '000000000019d6689c085ae165831e93',
  testnet3: '000000000933ea01ad0ee984209779ba',
  testnet4: '00000000da84f2bafbbc53dee25a72ae',
  signet: '00000008819873e925422c1ff0f99f7c',
  regtest: '0f9188f13cb7b2c71f2a335e3a4fc328',
}

/** The network whose addresses a chain has; undefined for a chain that is none of these. */
export function findBitcoinNetworkByChainReference(reference: string): BitcoinNetwork | undefined {
  const chain = bitcoinChains.find((name) => bitcoinChainReferences[name] === reference)
  return chain === undefined || chain === 'mainnet' || chain === 'regtest' ? chain : 'testnet'
}
