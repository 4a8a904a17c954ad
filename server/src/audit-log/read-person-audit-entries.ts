import { categoryByActivityEventType } from '@countersign/api/activity-event-types'
import type { ActivityCategory, ActivityEventType } from '@countersign/api/activity-event-types'
import { formatChainedEntryHashInput, formatTreeEntryHashInput } from '@countersign/api/format-audit-entry-hash-input'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { DatabaseQueryBuilder } from '../platform/database/open-sqlite-or-postgres-database.ts'
import type { AuditEventType } from './append-audit-events.ts'
import { hourMs } from './count-audit-events.ts'

type ImpersonalType =
  | `application.${'added' | 'changed' | 'disabled' | 'enabled' | 'removed' | 'secret_rotated' | 'registered' | 'approved' | 'test_login_started'}`
  | `signing_key.${string}`
  | `registration_token.${string}`
  | `backup.${string}`
  | 'database.restored'
  | 'entry.expired'
  | 'mail.failed'
  | 'retention.applied'
  | `group.${'added' | 'changed' | 'removed'}`
  | `resource.${'added' | 'changed' | 'removed'}`
  | `product.${'added' | 'changed' | 'removed'}`

/** With this type, an event type without a category does not compile. */
const activityKindByType: Readonly<Record<Exclude<AuditEventType, ImpersonalType>, ActivityCategory>> =
  categoryByActivityEventType

export interface PersonAuditEntryOwner {
  /** The person and everyone merged into them. */
  personIds: readonly string[]
  /** An attempt that was refused before the person was recognized names only the address. */
  wallets: readonly { address: string; since: number }[]
}

/** Times are in milliseconds since 1970. */
export interface PersonAuditEntryFilter {
  kind?: ActivityCategory | undefined
  types?: readonly ActivityEventType[] | undefined
  outcome?: 'success' | 'refused' | undefined
  from?: number | undefined
  to?: number | undefined
}

export interface PersonAuditEntry {
  sequence: number
  at: number
  type: ActivityEventType
  outcome: 'success' | 'refused'
  details: Readonly<Record<string, string | number>>
  evidence: Readonly<Record<string, string>>
  /** The text whose hash is the leaf of this entry in the tree. */
  hashedText: string
  /** Opens the commitment: the salted hash that binds the entry to its evidence. */
  evidenceOpening: { salt: string; personId: string | null }
}

// Anyone can try any address. The owner of an address sees only the newest attempts, so that
// thousands of them neither hide other entries nor slow down the page.
const maxAttemptsPerWallet = 100

export async function readPersonAuditEntries(
  queries: DatabaseQueryBuilder,
  { personIds, wallets }: PersonAuditEntryOwner,
  filter: PersonAuditEntryFilter,
  { before, size }: { before: number | null; size: number },
): Promise<PersonAuditEntry[]> {
  const part = (evidence: RawBuilder<unknown>, conditions: readonly RawBuilder<unknown>[]) => {
    const all = [
      ...conditions,
      ...toSqlConditions(filter),
      ...(before === null ? [] : [sql`evidence.sequence < ${before}`]),
    ]
    return sql`select * from (
      select evidence.sequence, event.at, event.type, event.outcome, event.details, event.evidence_hash, event.previous_hash,
        evidence.content, evidence.salt, evidence.person_id
      from ${evidence} as evidence inner join audit_events as event on event.sequence = evidence.sequence
      where ${all.length === 0 ? sql`1 = 1` : sql.join(all, sql` and `)}
      order by evidence.sequence desc limit ${size}) as part`
  }
  const parts = [
    ...personIds.map((id) => part(sql`audit_event_evidence`, [sql`evidence.person_id = ${id}`])),
    ...wallets.map(({ address, since }) => part(selectNewestAttempts(address), [sql`event.at >= ${since}`])),
  ]
  const { rows } =
    await sql<ReadRow>`${sql.join(parts, sql` union all `)} order by sequence desc limit ${size}`.execute(queries)
  return rows.map((row) => ({
    sequence: row.sequence,
    at: row.at,
    type: row.type,
    outcome: row.outcome,
    details: JSON.parse(row.details) as PersonAuditEntry['details'],
    evidence: JSON.parse(row.content) as PersonAuditEntry['evidence'],
    hashedText: toHashedText(row),
    evidenceOpening: { salt: row.salt, personId: row.person_id },
  }))
}

interface ReadRow extends Pick<PersonAuditEntry, 'sequence' | 'at' | 'type' | 'outcome'> {
  details: string
  evidence_hash: string | null
  previous_hash: string
  content: string
  salt: string
  person_id: string | null
}

function toHashedText({ evidence_hash: evidenceHash, previous_hash, ...line }: ReadRow): string {
  const event = { ...line, evidenceHash }
  return previous_hash === '' ? formatTreeEntryHashInput(event) : formatChainedEntryHashInput(previous_hash, event)
}

const selectNewestAttempts = (address: string) =>
  sql`(select sequence, content, salt, person_id from audit_event_evidence where address = ${address} order by sequence desc limit ${maxAttemptsPerWallet})`

/** Skips all older entries of a busy person. Entries that are not counted yet can have any time. */
const selectFirstSequenceSince = (from: number) =>
  sql`coalesce((select min(first_sequence) from audit_event_hours where hour >= ${Math.floor(from / hourMs)}), (select sequence + 1 from audit_event_cursor))`

function toSqlConditions({ kind, types, outcome, from, to }: PersonAuditEntryFilter): RawBuilder<unknown>[] {
  const ofKind = Object.entries(activityKindByType).flatMap(([type, each]) => (each === kind ? [type] : []))
  return [
    ...(kind === undefined ? [] : [sql`event.type in (${sql.join(ofKind)})`]),
    ...(types === undefined ? [] : [sql`event.type in (${sql.join(types)})`]),
    ...(outcome === undefined ? [] : [sql`event.outcome = ${outcome}`]),
    ...(from === undefined
      ? []
      : [sql`event.at >= ${from}`, sql`evidence.sequence >= ${selectFirstSequenceSince(from)}`]),
    ...(to === undefined ? [] : [sql`event.at < ${to}`]),
  ]
}
