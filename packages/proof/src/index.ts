export { verifyBitcoinSignature } from './bip122/verify-bitcoin-signature.ts'
export type { BitcoinVerificationResult } from './bip122/verify-bitcoin-signature.ts'
export { bitcoinVerificationErrors } from './bip122/bitcoin-verification-errors.ts'
export type { BitcoinVerificationErrorCode } from './bip122/bitcoin-verification-errors.ts'
export { ChainUnavailableError } from './chain-reader.ts'
export type {
  ContractCallResult,
  ChainBlock,
  ChainReader,
  ContractCode,
  ContractDeployment,
  Hex,
  ContractCall,
  ChainReadResult,
  ChainReadOptions,
} from './chain-reader.ts'
export { contractVerificationErrors, ethereumKeyVerificationErrors } from './ethereum-verification-errors.ts'
export type { ContractVerificationErrorCode, EthereumKeyVerificationErrorCode } from './ethereum-verification-errors.ts'
export { verifyContractSignature } from './verify-contract-signature.ts'
export type { ContractVerificationResult, ContractWalletPolicy } from './verify-contract-signature.ts'
export { verifyEthereumKeySignature } from './verify-ethereum-key-signature.ts'
export type { EthereumKeyVerificationResult } from './verify-ethereum-key-signature.ts'
export { publicKeyRecoveryEngineName, publicKeyRecoveryFallbackReason } from './recover-public-key.ts'
export { encodeSolanaOffchainEnvelope } from './solana/encode-solana-offchain-envelope.ts'
export { verifySolanaSignature, solanaVerificationErrors } from './solana/verify-solana-signature.ts'
export type { SolanaVerificationResult, SolanaVerificationErrorCode } from './solana/verify-solana-signature.ts'
export { boundProofErrors } from './bound-proof-errors.ts'
export type { BoundProofErrorCode } from './bound-proof-errors.ts'
export { createProofBinding } from './proof-binding.ts'
export { verifyBoundProof } from './verify-bound-proof.ts'
export type { BoundProofResult, BoundProofToVerify } from './verify-bound-proof.ts'
export type { MessageSignerErrorCode } from './verify-message-signer.ts'
