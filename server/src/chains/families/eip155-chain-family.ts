// EVM chain family: EIP-4361, ERC-55, and ECDSA over secp256k1 with ERC-191.
import { eip155MessageProfile, toChecksumAddress } from '@countersign/message'
import { verifyEthereumKeySignature } from '@countersign/proof/verify-ethereum-key-signature'
import type { ChainFamily } from './chain-family.ts'

export const eip155ChainFamily: ChainFamily = {
  name: 'eip155',
  messageForm: eip155MessageProfile,
  isFamilyAddress: (address) => address.startsWith('0x'),
  canonicalizeAddress: (address) => address.toLowerCase(),
  formatAddress: toChecksumAddress,
  parseAddress: (text) => (/^0x[0-9a-f]{40}$/i.test(text) ? text.toLowerCase() : null),
  isValidOnChain: (_address, reference) => /^[1-9][0-9]{0,15}$/.test(reference),
  getMessageChainIds: ({ chainIds }) => chainIds,
  // Ethereum, by convention.
  getKeyChain: () => '1',
  verifyKeySignature: (text, signature, address) => {
    const proof = verifyEthereumKeySignature(text, signature, address)
    return proof.outcome === 'verified' ? proof : { ...proof, isMalformed: proof.reason !== 'other_signer' }
  },
}
