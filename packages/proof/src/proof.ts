// The public face of @countersign/proof: everything that others may use, and nothing else.
export { proveBitcoin } from './bip122/prove-bitcoin.ts'
export type { BitcoinProof } from './bip122/prove-bitcoin.ts'
export { bitcoinProofRefusals } from './bip122/refusals.ts'
export type { BitcoinProofRefusal } from './bip122/refusals.ts'
export { ChainUnavailable } from './chain-reader.ts'
export type {
  Answer,
  Block,
  ChainReader,
  Code,
  Deployment,
  Hex,
  Question,
  Reading,
  ReadOptions,
} from './chain-reader.ts'
export { contractProofRefusals, proofRefusals } from './proof-refusals.ts'
export type { ContractProofRefusal, KeyProofRefusal } from './proof-refusals.ts'
export { proveContract } from './prove-contract.ts'
export type { ContractProof, ContractRules } from './prove-contract.ts'
export { proveKey } from './prove-key.ts'
export type { KeyProof } from './prove-key.ts'
export { recoverEngine, recoverEngineReason } from './recover.ts'
export { proveSolana, solanaProofRefusals } from './solana/prove-solana.ts'
export type { SolanaProof, SolanaProofRefusal } from './solana/prove-solana.ts'
