// The SQL of erasing: every table that has rows of a person. A test looks through all tables of the schema for what is left.
import { sql } from 'kysely'
import { releaseWaysIn } from '../merging/release-ways-in.ts'
import type { Transaction } from '../platform/database/open-database.ts'

type Ids = readonly string[]

/** An address that was a person's, and until when, where it may be somebody else's by now. */
interface OwnedAddress {
  address: string
  until: number | null
}

/** What the log's evidence is found by. */
export interface Traces {
  personIds: Ids
  addresses: readonly OwnedAddress[]
  /** Whoever they were merged with and separated from again: there are lines of theirs that name these people. */
  partnerIds: Ids
}

export async function findTraces(transaction: Transaction, personIds: Ids): Promise<Traces> {
  const merges = await transaction
    .selectFrom('merges')
    .select(['person_id', 'merged_person_id'])
    .where((expression) => expression.or([expression('person_id', 'in', personIds), expression('merged_person_id', 'in', personIds)]))
    .execute()
  const partners = new Set(merges.flatMap(({ person_id, merged_person_id }) => [person_id, merged_person_id]))
  return { personIds, addresses: await findAddresses(transaction, personIds), partnerIds: [...partners].filter((id) => !personIds.includes(id)) }
}

/** The addresses of all wallets that people have or had. */
async function findAddresses(transaction: Transaction, personIds: Ids): Promise<OwnedAddress[]> {
  return transaction.selectFrom('wallets').select(['address', 'unlinked_at as until']).distinct().where('person_id', 'in', personIds).execute()
}

/** Removes every row of these people but their own and their challenges, in the order in which one refers to the other. */
export async function removeRows(transaction: Transaction, personIds: Ids): Promise<void> {
  const ofPeople = (table: 'provider_records' | 'authorizations' | 'sessions' | 'browsers' | 'passkeys' | 'wallets' | 'grants' | 'subjects' | 'pictures') =>
    transaction.deleteFrom(table).where('person_id', 'in', personIds).execute()
  await ofPeople('grants')
  await ofPeople('authorizations')
  await ofPeople('provider_records')
  await ofPeople('sessions')
  await releaseWaysIn(transaction, personIds)
  await transaction
    .deleteFrom('proofs')
    .where('wallet_id', 'in', transaction.selectFrom('wallets').select('id').where('person_id', 'in', personIds))
    .execute()
  await ofPeople('browsers')
  await ofPeople('passkeys')
  await ofPeople('wallets')
  await ofPeople('subjects')
  await ofPeople('pictures')
  await transaction.deleteFrom('merges').where('person_id', 'in', personIds).execute()
  await transaction.deleteFrom('merges').where('merged_person_id', 'in', personIds).execute()
  // Applications that have still to be told are told: what they are told by goes when they were (logouts/).
  await transaction.deleteFrom('logout_deliveries').where('person_id', 'in', personIds).where('settled_at', 'is not', null).execute()
}

/** Removes what the log has of these people beside its lines; also where it knew no more than an address, while that was theirs, and
 * where it names them in a line of somebody else. */
export async function removeEvidence(transaction: Transaction, { personIds, addresses, partnerIds }: Traces): Promise<void> {
  await transaction.deleteFrom('event_evidence').where('person_id', 'in', personIds).execute()
  for (const { address, until } of addresses) {
    const before = sql`exists (select 1 from events where events.sequence = event_evidence.sequence and events.at <= ${until})`
    await sql`delete from event_evidence where address = ${address} ${until === null ? sql`` : sql`and ${before}`}`.execute(transaction)
  }
  if (partnerIds.length === 0) return
  for (const id of personIds) await transaction.deleteFrom('event_evidence').where('person_id', 'in', partnerIds).where('content', 'like', `%"${id}"%`).execute()
}
