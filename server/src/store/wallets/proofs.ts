// The SQL of proofs: what verified a signed message, and where that message stands. It is kept once, as evidence of the line of the log
// that tells of it; a proof keeps its own only where that evidence goes and the proof stays.
import type { Block, Hex } from '@countersign/proof/chain-reader'
import { sql } from 'kysely'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import { prepare, prepareRows } from '../../platform/database/prepared.ts'
import type { ProofMethod } from '../../platform/database/column-types.ts'
import type { ProofsTable } from '../../platform/database/schema.ts'
import { isLinked } from './linked.ts'

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
  /** A hash of who its owners were then (custody/owners.ts); null where the contract is not deployed yet. */
  ownersHash: string | null
}

/** Notes what was proved. Its message is kept by the line of the log that names the proof (`NewEvent.evidence.proofId`). */
export async function insertProof(
  transaction: Transaction,
  { method, contract }: Pick<Proof, 'method' | 'contract'>,
  { id, walletId, applicationId, now }: { id: string; walletId: string; applicationId: string | null; now: number },
): Promise<void> {
  await insertRows(transaction, [
    {
      id,
      wallet_id: walletId,
      method,
      verified_at: now,
      application_id: applicationId,
      chain_reference: contract?.chainReference ?? null,
      block_number: contract?.block.number ?? null,
      block_hash: contract?.block.hash ?? null,
      code_hash: contract?.codeHash ?? null,
      owners_hash: contract?.ownersHash ?? null,
    },
  ])
}

const insertRows = prepareRows((queries, rows: readonly Omit<ProofsTable, 'kept_message' | 'kept_signature'>[]) =>
  queries.insertInto('proofs').values(rows),
)

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

/** The columns of a signed message, for a query that has `proofs`. The line that tells of a proof may wait to be sealed still. */
export const signedColumns = [
  'proofs.kept_message',
  'proofs.kept_signature',
  sql<string | null>`coalesce(
    (select signed.content from event_evidence as signed where signed.proof_id = proofs.id),
    (select signed.content from unsealed_events as signed where signed.proof_id = proofs.id)
  )`.as('signed_content'),
] as const

/** A row with these columns. */
export interface SignedRow {
  kept_message: string | null
  kept_signature: string | null
  signed_content: string | null
}

/** The signed message of a proof; null where it was erased. */
export function readSigned({
  kept_message,
  kept_signature,
  signed_content,
}: SignedRow): Pick<Proof, 'message' | 'signature'> | null {
  if (kept_message !== null && kept_signature !== null) return { message: kept_message, signature: kept_signature }
  if (signed_content === null) return null
  const { message, signature } = JSON.parse(signed_content) as Record<string, string>
  return message === undefined || signature === undefined ? null : { message, signature }
}

/** The newest proof of a contract wallet: what it is shown again, and compared with. */
export interface NewestProof {
  id: string
  /** The chain that it was asked on. */
  chain: string
  /** The signed message; null where it was erased. */
  signed: Pick<Proof, 'message' | 'signature'> | null
  method: ProofMethod
  /** The number of the block at which it was accepted. */
  provedAt: string
  codeHash: string | null
  ownersHash: string | null
}

const selectNewest = prepare((queries, walletId: string) =>
  queries
    .selectFrom('proofs')
    .select(['proofs.id', 'chain_reference', 'method', 'block_number', 'code_hash', 'owners_hash', ...signedColumns])
    .where('wallet_id', '=', walletId)
    .where('chain_reference', 'is not', null)
    .orderBy('verified_at', 'desc')
    .orderBy('proofs.id', 'desc')
    .limit(1),
)

/** @returns undefined for a plain key, and where there is none */
export async function findNewestProof(queries: Queries, walletId: string): Promise<NewestProof | undefined> {
  const [row] = await selectNewest(queries, walletId)
  if (row === undefined || row.chain_reference === null || row.block_number === null) return undefined
  return {
    id: row.id,
    chain: row.chain_reference,
    signed: readSigned(row),
    method: row.method,
    provedAt: row.block_number,
    codeHash: row.code_hash,
    ownersHash: row.owners_hash,
  }
}

/** The signed messages of these proofs. */
export async function readSignedOf(
  queries: Queries,
  ids: readonly string[],
): Promise<Map<string, Pick<Proof, 'message' | 'signature'>>> {
  const rows = await queries
    .selectFrom('proofs')
    .select(['proofs.id', ...signedColumns])
    .where('proofs.id', 'in', ids)
    .execute()
  return new Map(
    rows.flatMap((row) => {
      const signed = readSigned(row)
      return signed === null ? [] : [[row.id, signed] as const]
    }),
  )
}

/** Lets a proof keep its message itself, because the evidence that has it goes. */
export async function keepMessage(
  transaction: Transaction,
  id: string,
  { message, signature }: Pick<Proof, 'message' | 'signature'>,
): Promise<void> {
  await transaction
    .updateTable('proofs')
    .set({ kept_message: message, kept_signature: signature })
    .where('id', '=', id)
    .execute()
}

/** Removes the proofs of these wallets that are so old and that nothing refers to any more; of a contract wallet that is somebody's now,
 * the newest stays. @returns their ids */
export async function removeUnusedProofs(
  transaction: Transaction,
  walletIds: readonly string[],
  before: number,
): Promise<string[]> {
  if (walletIds.length === 0) return []
  const { rows } = await sql<{
    id: string
  }>`delete from proofs where wallet_id in (${sql.join(walletIds)}) and verified_at <= ${before}
    and not exists (select 1 from sessions where sessions.proof_id = proofs.id)
    and not exists (select 1 from authorizations where authorizations.proof_id = proofs.id)
    and (exists (select 1 from wallets where wallets.id = proofs.wallet_id and (wallets.kind <> 'contract' or not (${isLinked()})))
      or exists (select 1 from proofs as newer where newer.wallet_id = proofs.wallet_id and newer.chain_reference is not null
        and (newer.verified_at > proofs.verified_at or (newer.verified_at = proofs.verified_at and newer.id > proofs.id))))
    returning id`.execute(transaction)
  return rows.map(({ id }) => id)
}

/** Removes the proofs of all wallets that people have or had. */
export async function removeProofsOf(transaction: Transaction, personIds: readonly string[]): Promise<void> {
  const wallets = transaction.selectFrom('wallets').select('id').where('person_id', 'in', personIds)
  await transaction.deleteFrom('proofs').where('wallet_id', 'in', wallets).execute()
}
