// A local chain with real contract wallets, and signatures to check on it.
import { verifyContractSignature } from '@countersign/proof/verify-contract-signature'
import type { ContractVerificationResult, ContractWalletPolicy } from '@countersign/proof/verify-contract-signature'
import { startLocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import type { LocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import type { ConfiguredChain } from '../platform/chain-settings.ts'
import { createTestChainReader } from './chain-reader-fixtures.ts'

const text = 'sign-in.example wants you to sign in with your Ethereum account'
const strict: ContractWalletPolicy = { factories: [], allowDelegates: false }

export let contractWalletChain: LocalEthereumChain
export let contractWalletChainReader: ConfiguredChain

export async function startContractWalletChain(): Promise<void> {
  contractWalletChain = await startLocalEthereumChain({ chainId: 8453 })
  contractWalletChainReader = createTestChainReader({ id: '8453', rpc: [contractWalletChain.url] })
}
export const stopContractWalletChain = () => contractWalletChain.stop()

export const verifyOnContractWalletChain = (
  signature: string,
  address: string,
  rules: ContractWalletPolicy = strict,
  on: ConfiguredChain = contractWalletChainReader,
): Promise<ContractVerificationResult> => verifyContractSignature(text, signature, address, on, rules)

export const describeContractProofResult = (proof: ContractVerificationResult): string =>
  proof.outcome === 'verified' ? `proved by ${proof.method}` : proof.reason

/** Unique salts give every Safe its own address. */
let lastSalt = 1000
export const createUniqueSafeSalt = (): number => (lastSalt += 1)
