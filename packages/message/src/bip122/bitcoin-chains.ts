// A reference is the first half of the genesis hash (namespaces.chainagnostic.org/bip122/caip2).

export const bitcoinChains = ['mainnet', 'testnet3', 'testnet4', 'signet', 'regtest'] as const
export type BitcoinChain = (typeof bitcoinChains)[number]

/**
 * The networks that addresses distinguish; all public test networks are one (BIP-173, BIP-13).
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

export const bitcoinChainReferences: Readonly<Record<BitcoinChain, string>> = {
  mainnet: '000000000019d6689c085ae165831e93',
  testnet3: '000000000933ea01ad0ee984209779ba',
  testnet4: '00000000da84f2bafbbc53dee25a72ae',
  signet: '00000008819873e925422c1ff0f99f7c',
  regtest: '0f9188f13cb7b2c71f2a335e3a4fc328',
}

/** Returns the network whose addresses the chain uses; undefined for an unknown chain. */
export function findBitcoinNetworkByChainReference(reference: string): BitcoinNetwork | undefined {
  const chain = bitcoinChains.find((name) => bitcoinChainReferences[name] === reference)
  return chain === undefined || chain === 'mainnet' || chain === 'regtest' ? chain : 'testnet'
}
