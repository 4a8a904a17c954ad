// Bitcoin: our profile of CAIP-122, BIP-322.
import { bip122 as form } from '@countersign/message'
import { readBitcoinAddress } from '@countersign/message/bip122/address'
import { bitcoinReferences } from '@countersign/message/bip122/chains'
import type { Namespace } from './namespace.ts'

const same = (address: string): string => address

const isOn = (address: string, reference: string): boolean => form.isOnChain?.(address, reference) === true

export const bip122: Namespace = {
  name: 'bip122',
  form,
  has: (address) => typeof readBitcoinAddress(address) !== 'string',
  canonical: same,
  shown: same,
  readAddress: (text) => (typeof readBitcoinAddress(text) === 'string' ? null : text),
  isOn,
  chainIds: ({ bitcoinChain }) => [bitcoinReferences[bitcoinChain]],
  keyChain: ({ bitcoinChain }, address) =>
    // A site that was for another network before still has that one's addresses, which are no accounts of this one.
    [bitcoinReferences[bitcoinChain], ...Object.values(bitcoinReferences)].find((chain) => isOn(address, chain)) ??
    bitcoinReferences[bitcoinChain],
  proveKey: async (text, signature, address) => {
    // Its curve is megabytes in memory, and many servers never need it.
    const { proveBitcoin } = await import('@countersign/proof/bip122/prove-bitcoin')
    const proof = proveBitcoin(text, signature, address)
    return proof.outcome === 'proved' ? proof : { ...proof, isMalformed: proof.reason !== 'other_signer' }
  },
}
