// The SQL of proofs: the signed message, its signature and what verified it.
import type { Block, Hex } from '@countersign/proof/chain-reader'
import type { Transaction } from '../platform/database/open-database.ts'
import type { ProofMethod } from '../platform/database/schema.ts'

/** A proof that is kept. */
export interface Proof {
  message: string
  /** Of a contract wallet that is not deployed yet without what would make it (ERC-6492; THREATS S6). */
  signature: string
  method: ProofMethod
  /** What said yes, where it was a contract. */
  contract: ContractAnswer | null
}

/** Which contract said yes, and when. */
export interface ContractAnswer {
  /** The EVM chain id. */
  chainReference: string
  block: Block
  /** Null where the contract is not deployed yet. */
  codeHash: Hex | null
}

export async function insertProof(
  transaction: Transaction,
  { message, signature, method, contract }: Proof,
  { id, walletId, applicationId, now }: { id: string; walletId: string; applicationId: string | null; now: number },
): Promise<void> {
  await transaction
    .insertInto('proofs')
    .values({
      id,
      wallet_id: walletId,
      message,
      signature,
      method,
      verified_at: now,
      application_id: applicationId,
      chain_reference: contract?.chainReference ?? null,
      block_number: contract?.block.number ?? null,
      block_hash: contract?.block.hash ?? null,
      code_hash: contract?.codeHash ?? null,
    })
    .execute()
}

/** A proof as the evidence of a log line. */
export const proofEvidence = ({ message, signature, contract }: Proof): Record<string, string> => ({
  message,
  signature,
  ...(contract !== null && {
    block: contract.block.number,
    blockHash: contract.block.hash,
    ...(contract.codeHash !== null && { codeHash: contract.codeHash }),
  }),
})
