// Audit evidence stores the message once; a proof that outlives this evidence keeps a copy.
import type { ChainBlock, Hex } from '@countersign/proof/chain-reader'
import { sql } from 'kysely'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery, prepareSqlBatchQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { WalletProofMethod } from '../../platform/database/database-column-types.ts'
import type { ProofsTable } from '../../platform/database/database-schema.ts'
import { isLinkedWalletSql } from './linked-wallet-sql-condition.ts'

export interface StoredWalletProof {
  message: string
  /** Excludes the deployment data of an undeployed contract wallet (ERC-6492; THREATS S6). */
  signature: string
  method: WalletProofMethod
  /** Null for keys. */
  contract: ContractWalletProofDetails | null
}

export interface ContractWalletProofDetails {
  chainReference: string
  block: ChainBlock
  /** Null if the contract is not deployed. */
  codeHash: Hex | null
  /** Null if the contract is not deployed (contract-ownership/contract-owner-calls-and-hash.ts). */
  ownersHash: string | null
}

/** The audit event stores the message (`NewAuditEvent.evidence.proofId`). */
export async function insertWalletProof(
  transaction: DatabaseTransaction,
  { method, contract }: Pick<StoredWalletProof, 'method' | 'contract'>,
  { id, walletId, applicationId, now }: { id: string; walletId: string; applicationId: string | null; now: number },
): Promise<void> {
  await insertProofRows(transaction, [
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

const insertProofRows = prepareSqlBatchQuery(
  (queries, rows: readonly Omit<ProofsTable, 'retained_message' | 'retained_signature'>[]) =>
    queries.insertInto('proofs').values(rows),
)

export const createWalletProofAuditEvidence = ({
  message,
  signature,
  contract,
}: StoredWalletProof): Record<string, string> => ({
  message,
  signature,
  ...(contract !== null && {
    block: contract.block.number,
    blockHash: contract.block.hash,
    ...(contract.codeHash !== null && { codeHash: contract.codeHash }),
  }),
})

/** Includes messages in events that have not been sequenced yet. */
export const walletProofMessageColumns = [
  'proofs.retained_message',
  'proofs.retained_signature',
  sql<string | null>`coalesce(
    (select signed.content from audit_event_evidence as signed where signed.proof_id = proofs.id),
    (select signed.content from pending_audit_events as signed where signed.proof_id = proofs.id)
  )`.as('signed_content'),
] as const

export interface WalletProofMessageRow {
  retained_message: string | null
  retained_signature: string | null
  signed_content: string | null
}

/** Null if the message was erased. */
export function parseWalletProofMessageRow({
  retained_message,
  retained_signature,
  signed_content,
}: WalletProofMessageRow): Pick<StoredWalletProof, 'message' | 'signature'> | null {
  if (retained_message !== null && retained_signature !== null)
    return { message: retained_message, signature: retained_signature }
  if (signed_content === null) return null
  const { message, signature } = JSON.parse(signed_content) as Record<string, string>
  return message === undefined || signature === undefined ? null : { message, signature }
}

export interface NewestContractWalletProof {
  id: string
  chainReference: string
  /** Null if erased. */
  signedMessage: Pick<StoredWalletProof, 'message' | 'signature'> | null
  method: WalletProofMethod
  /** Block number. */
  acceptedBlock: string
  codeHash: string | null
  ownersHash: string | null
}

const selectNewestContractProof = prepareSqlQuery((queries, walletId: string) =>
  queries
    .selectFrom('proofs')
    .select([
      'proofs.id',
      'chain_reference',
      'method',
      'block_number',
      'code_hash',
      'owners_hash',
      ...walletProofMessageColumns,
    ])
    .where('wallet_id', '=', walletId)
    .where('chain_reference', 'is not', null)
    .orderBy('verified_at', 'desc')
    .orderBy('proofs.id', 'desc')
    .limit(1),
)

export async function findNewestContractWalletProof(
  queries: DatabaseQueryBuilder,
  walletId: string,
): Promise<NewestContractWalletProof | undefined> {
  const [row] = await selectNewestContractProof(queries, walletId)
  if (row === undefined || row.chain_reference === null || row.block_number === null) return undefined
  return {
    id: row.id,
    chainReference: row.chain_reference,
    signedMessage: parseWalletProofMessageRow(row),
    method: row.method,
    acceptedBlock: row.block_number,
    codeHash: row.code_hash,
    ownersHash: row.owners_hash,
  }
}

export async function readMessagesOfWalletProofs(
  queries: DatabaseQueryBuilder,
  ids: readonly string[],
): Promise<Map<string, Pick<StoredWalletProof, 'message' | 'signature'>>> {
  const rows = await queries
    .selectFrom('proofs')
    .select(['proofs.id', ...walletProofMessageColumns])
    .where('proofs.id', 'in', ids)
    .execute()
  return new Map(
    rows.flatMap((row) => {
      const signed = parseWalletProofMessageRow(row)
      return signed === null ? [] : [[row.id, signed] as const]
    }),
  )
}

/** Must be called before the evidence is removed. */
export async function retainMessageInWalletProof(
  transaction: DatabaseTransaction,
  id: string,
  { message, signature }: Pick<StoredWalletProof, 'message' | 'signature'>,
): Promise<void> {
  await transaction
    .updateTable('proofs')
    .set({ retained_message: message, retained_signature: signature })
    .where('id', '=', id)
    .execute()
}

/** Keeps the newest proof of a linked contract wallet. @returns the removed IDs */
export async function pruneUnusedWalletProofs(
  transaction: DatabaseTransaction,
  walletIds: readonly string[],
  before: number,
): Promise<string[]> {
  if (walletIds.length === 0) return []
  const { rows } = await sql<{
    id: string
  }>`delete from proofs where wallet_id in (${sql.join(walletIds)}) and verified_at <= ${before}
    and not exists (select 1 from sessions where sessions.proof_id = proofs.id)
    and not exists (select 1 from authorizations where authorizations.proof_id = proofs.id)
    and (exists (select 1 from wallets where wallets.id = proofs.wallet_id and (wallets.kind <> 'contract' or not (${isLinkedWalletSql()})))
      or exists (select 1 from proofs as newer where newer.wallet_id = proofs.wallet_id and newer.chain_reference is not null
        and (newer.verified_at > proofs.verified_at or (newer.verified_at = proofs.verified_at and newer.id > proofs.id))))
    returning id`.execute(transaction)
  return rows.map(({ id }) => id)
}

export async function deleteWalletProofsOfPeople(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  const wallets = transaction.selectFrom('wallets').select('id').where('person_id', 'in', personIds)
  await transaction.deleteFrom('proofs').where('wallet_id', 'in', wallets).execute()
}
