// Evidence is erased but never edited, because the hash chain covers it.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import {
  eraseEvidenceOfAuditEntries,
  eraseAuditEvidenceOfPeople,
  eraseAuditEvidenceOfWalletAddress,
  eraseAuditActorSearchLinks,
} from '../../audit-log/erase-personal-data-in-audit-log.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { canonicalizeWalletAddress } from '../../chains/families/chain-family-registry.ts'
import { retainMessageInWalletProof } from '../../store/wallets/wallet-proof-record-store.ts'

type Ids = readonly string[]

/** `until` is when the address was unlinked; another person may have linked it later. */
interface OwnedAddress {
  address: string
  until: number | null
}

export interface AuditLogErasureCriteria {
  personIds: Ids
  addresses: readonly OwnedAddress[]
  /** While a merge lasts, events of the merged identity are recorded under the other identity. */
  merges: readonly UndoneMerge[]
  identifiers: ReadonlySet<string>
  actors: Ids
}

export async function findAuditLogErasureCriteria(
  transaction: DatabaseTransaction,
  personIds: Ids,
): Promise<AuditLogErasureCriteria> {
  const tokens = await transaction.selectFrom('api_tokens').select('id').where('person_id', 'in', personIds).execute()
  return {
    personIds,
    addresses: await findOwnedAddresses(transaction, personIds),
    merges: await findUndoneMerges(transaction, personIds),
    identifiers: await listPersonIdentifiers(transaction, personIds),
    actors: [...personIds, ...tokens.map(({ id }) => id)],
  }
}

async function findOwnedAddresses(transaction: DatabaseTransaction, personIds: Ids): Promise<OwnedAddress[]> {
  return transaction
    .selectFrom('wallets')
    .select(['address', 'unlinked_at as until'])
    .distinct()
    .where('person_id', 'in', personIds)
    .execute()
}

interface UndoneMerge {
  person_id: string
  merged_person_id: string
  offered_at: number
  undone_at: number | null
}

const findUndoneMerges = (transaction: DatabaseTransaction, personIds: Ids): Promise<UndoneMerge[]> =>
  transaction
    .selectFrom('identity_merges')
    .select(['person_id', 'merged_person_id', 'offered_at', 'undone_at'])
    .where('undone_at', 'is not', null)
    .where((expression) =>
      expression.or([expression('person_id', 'in', personIds), expression('merged_person_id', 'in', personIds)]),
    )
    .execute()

/** Finds entries that refer to these people and belong to the other side of a merge. */
async function findEntriesDuringMerges(
  transaction: DatabaseTransaction,
  { personIds, merges, identifiers }: AuditLogErasureCriteria,
): Promise<number[]> {
  const sequences = new Set<number>()
  for (const { person_id, merged_person_id, offered_at, undone_at } of merges) {
    const lines = await transaction
      .selectFrom('audit_event_evidence')
      .innerJoin('audit_events', 'audit_events.sequence', 'audit_event_evidence.sequence')
      .select(['audit_event_evidence.sequence', 'content'])
      .where(
        'person_id',
        'in',
        [person_id, merged_person_id].filter((id) => !personIds.includes(id)),
      )
      .where('at', '>=', offered_at)
      .where('at', '<=', undone_at ?? offered_at)
      .execute()
    for (const { sequence, content } of lines) {
      const isTheirs = Object.values(JSON.parse(content) as Record<string, string>).some((value) =>
        identifiers.has(canonicalizeWalletAddress(value)),
      )
      if (isTheirs) sequences.add(sequence)
    }
  }
  return [...sequences]
}

async function listPersonIdentifiers(queries: DatabaseQueryBuilder, personIds: Ids): Promise<Set<string>> {
  const names = new Set(personIds)
  for (const table of ['wallets', 'passkeys', 'sessions', 'browsers'] as const) {
    for (const { id } of await queries.selectFrom(table).select('id').where('person_id', 'in', personIds).execute())
      names.add(id)
  }
  for (const { address } of await queries
    .selectFrom('wallets')
    .select('address')
    .where('person_id', 'in', personIds)
    .execute())
    names.add(address)
  return names
}

const batchSize = 500

/** Keeps evidence of administrator actions, so that no one can hide them by erasing themselves. */
export async function erasePeopleFromAuditLog(
  transaction: DatabaseTransaction,
  traces: AuditLogErasureCriteria,
): Promise<void> {
  const { personIds, addresses, actors } = traces
  const sequences = await findEntriesDuringMerges(transaction, traces)
  for (let from = 0; from < actors.length; from += batchSize) {
    await eraseAuditActorSearchLinks(transaction, actors.slice(from, from + batchSize))
  }
  await retainMessages(transaction, sql`evidence.person_id in (${sql.join(personIds)})`)
  await eraseAuditEvidenceOfPeople(transaction, personIds)
  for (const owned of addresses) await eraseAuditEvidenceOfWalletAddress(transaction, owned)
  for (let from = 0; from < sequences.length; from += batchSize) {
    const some = sequences.slice(from, from + batchSize)
    await retainMessages(transaction, sql`evidence.sequence in (${sql.join(some)})`)
    await eraseEvidenceOfAuditEntries(transaction, some)
  }
}

/** Keeps messages in the proofs of people who signed them during a merge that was undone. */
async function retainMessages(transaction: DatabaseTransaction, going: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{
    id: string
    content: string
  }>`select proofs.id, evidence.content from audit_event_evidence as evidence
    inner join proofs on proofs.id = evidence.proof_id where ${going}`.execute(transaction)
  for (const { id, content } of rows) {
    const { message, signature } = JSON.parse(content) as Record<string, string>
    if (message !== undefined && signature !== undefined)
      await retainMessageInWalletProof(transaction, id, { message, signature })
  }
}
