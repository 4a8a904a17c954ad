// Solana chain family: Sign In With Solana, with Ed25519 signatures.
import { solanaMessageProfile, decodeSolanaAddress } from '@countersign/message'
import { listSolanaChainIds, solanaClusterReferences } from '@countersign/message/solana/solana-clusters'
import { verifySolanaSignature } from '@countersign/proof/solana/verify-solana-signature'
import type { ChainFamily } from './chain-family.ts'

const keepAddress = (address: string): string => address

export const solanaChainFamily: ChainFamily = {
  name: 'solana',
  messageForm: solanaMessageProfile,
  isFamilyAddress: (address) => decodeSolanaAddress(address) !== null,
  canonicalizeAddress: keepAddress,
  formatAddress: keepAddress,
  parseAddress: (text) => (decodeSolanaAddress(text) === null ? null : text),
  isValidOnChain: (_address, reference) => Object.values(solanaClusterReferences).includes(reference),
  getMessageChainIds: ({ solanaCluster }) => listSolanaChainIds(solanaCluster),
  getKeyChain: ({ solanaCluster }) => solanaClusterReferences[solanaCluster],
  verifyKeySignature: (text, signature, address) => {
    const proof = verifySolanaSignature(text, signature, address)
    return proof.outcome === 'verified' ? proof : { ...proof, isMalformed: proof.reason !== 'other_signer' }
  },
}
