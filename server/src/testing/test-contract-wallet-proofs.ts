// A local chain with real contract wallets, and signatures that it is asked about.
import { verifyContractSignature } from '@countersign/proof/verify-contract-signature'
import type { ContractVerificationResult, ContractWalletPolicy } from '@countersign/proof/verify-contract-signature'
import { startLocalChain } from '@countersign/testing/chain/local-chain'
import type { LocalChain } from '@countersign/testing/chain/local-chain'
import type { ConfiguredChain } from '../platform/chain-settings.ts'
import { createTestChainReader } from './test-chains.ts'

const text = 'sign-in.example wants you to sign in with your Ethereum account'
const strict: ContractWalletPolicy = { factories: [], allowDelegates: false }

export let proofChain: LocalChain
export let proofChainReader: ConfiguredChain

export async function startProofChain(): Promise<void> {
  proofChain = await startLocalChain({ chainId: 8453 })
  proofChainReader = createTestChainReader({ id: '8453', rpc: [proofChain.url] })
}
export const stopProofChain = () => proofChain.stop()

export const verifyOnProofChain = (
  signature: string,
  address: string,
  rules: ContractWalletPolicy = strict,
  on: ConfiguredChain = proofChainReader,
): Promise<ContractVerificationResult> => verifyContractSignature(text, signature, address, on, rules)

export const describeProofResult = (proof: ContractVerificationResult): string =>
  proof.outcome === 'verified' ? `proved by ${proof.method}` : proof.reason

/** A salt of its own for every Safe, so that none is another's. */
let lastSalt = 1000
export const nextSalt = (): number => (lastSalt += 1)
