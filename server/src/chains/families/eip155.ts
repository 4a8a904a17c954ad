// Ethereum and all EVM chains: EIP-4361, ERC-55, ECDSA over secp256k1 with ERC-191.
import { eip155 as form, toChecksumAddress } from '@countersign/message'
import { proveKey } from '@countersign/proof/prove-key'
import type { Namespace } from './namespace.ts'

export const eip155: Namespace = {
  name: 'eip155',
  form,
  has: (address) => address.startsWith('0x'),
  canonical: (address) => address.toLowerCase(),
  shown: toChecksumAddress,
  readAddress: (text) => (/^0x[0-9a-f]{40}$/i.test(text) ? text.toLowerCase() : null),
  isOn: (_address, reference) => /^[1-9][0-9]{0,15}$/.test(reference),
  chainIds: ({ chainIds }) => chainIds,
  // Ethereum, by convention.
  keyChain: () => '1',
  proveKey: (text, signature, address) => {
    const proof = proveKey(text, signature, address)
    return proof.outcome === 'proved' ? proof : { ...proof, isMalformed: proof.reason !== 'other_signer' }
  },
}
