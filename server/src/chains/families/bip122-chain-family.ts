// Bitcoin chain family: our profile of CAIP-122, with BIP-322 signatures.
import { bip122MessageProfile } from '@countersign/message'
import { parseBitcoinAddress } from '@countersign/message/bip122/bitcoin-address'
import { bitcoinChainReferences } from '@countersign/message/bip122/bitcoin-chains'
import type { ChainFamily } from './chain-family.ts'

const keepAddress = (address: string): string => address

const isOnChain = (address: string, reference: string): boolean =>
  bip122MessageProfile.isOnChain?.(address, reference) === true

export const bip122ChainFamily: ChainFamily = {
  name: 'bip122',
  messageForm: bip122MessageProfile,
  isFamilyAddress: (address) => typeof parseBitcoinAddress(address) !== 'string',
  canonicalizeAddress: keepAddress,
  formatAddress: keepAddress,
  parseAddress: (text) => (typeof parseBitcoinAddress(text) === 'string' ? null : text),
  isValidOnChain: isOnChain,
  getMessageChainIds: ({ bitcoinChain }) => [bitcoinChainReferences[bitcoinChain]],
  getKeyChain: ({ bitcoinChain }, address) =>
    // A site that switched networks still has wallets from the previous network.
    [bitcoinChainReferences[bitcoinChain], ...Object.values(bitcoinChainReferences)].find((chain) =>
      isOnChain(address, chain),
    ) ?? bitcoinChainReferences[bitcoinChain],
  verifyKeySignature: async (text, signature, address) => {
    // This module is loaded lazily: its curve code takes megabytes, and many servers never need it.
    const { verifyBitcoinSignature } = await import('@countersign/proof/bip122/verify-bitcoin-signature')
    const proof = verifyBitcoinSignature(text, signature, address)
    return proof.outcome === 'verified' ? proof : { ...proof, isMalformed: proof.reason !== 'other_signer' }
  },
}
