// Solana: Sign In With Solana, Ed25519. A key's address is the key.
import { solana as form, solanaKeyOf } from '@countersign/message'
import { solanaChainNames, solanaReferences } from '@countersign/message/solana/chains'
import { proveSolana } from '@countersign/proof/solana/prove-solana'
import type { Namespace } from './namespace.ts'

const same = (address: string): string => address

export const solana: Namespace = {
  name: 'solana',
  form,
  has: (address) => solanaKeyOf(address) !== null,
  canonical: same,
  shown: same,
  readAddress: (text) => (solanaKeyOf(text) === null ? null : text),
  isOn: (_address, reference) => Object.values(solanaReferences).includes(reference),
  chainIds: ({ solanaCluster }) => solanaChainNames(solanaCluster),
  keyChain: ({ solanaCluster }) => solanaReferences[solanaCluster],
  proveKey: (text, signature, address) => {
    const proof = proveSolana(text, signature, address)
    return proof.outcome === 'proved' ? proof : { ...proof, isMalformed: proof.reason !== 'other_signer' }
  },
}
