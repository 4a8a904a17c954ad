// Position, time and hash remain; the database allows no other change (migrations/0001-schema.ts).
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../platform/database/open-sqlite-or-postgres-database.ts'
import type { AuditEventsTable } from '../platform/database/database-schema.ts'
import { entryExpiredAuditEventType } from './compute-audit-entry-hash.ts'
import { collectAuditEntrySearchLinks } from './audit-entry-search-link-rows.ts'

export interface AuditEntryWithEvidence extends AuditEventsTable {
  salt: string | null
  person_id: string | null
  content: string | null
}

/** Returns false if an erasure has locked some evidence, because waiting could deadlock. */
export async function lockAuditEvidence(
  transaction: DatabaseTransaction,
  kind: Database['kind'],
  lines: readonly AuditEntryWithEvidence[],
): Promise<boolean> {
  const sequences = lines.filter(({ salt }) => salt !== null).map(({ sequence }) => sequence)
  if (kind === 'sqlite' || sequences.length === 0) return true
  const held = await transaction
    .selectFrom('audit_event_evidence')
    .select('sequence')
    .where('sequence', 'in', sequences)
    .forUpdate()
    .skipLocked()
    .execute()
  return held.length === sequences.length
}

export async function pruneAuditEntries(
  transaction: DatabaseTransaction,
  kind: Database['kind'],
  lines: readonly AuditEntryWithEvidence[],
  batch: number,
): Promise<void> {
  const sequences = lines.map(({ sequence }) => sequence)
  const links = lines.flatMap(({ sequence, details, content }) =>
    collectAuditEntrySearchLinks(
      sequence,
      JSON.parse(details) as Record<string, string | number>,
      content === null ? {} : (JSON.parse(content) as Record<string, string>),
    ),
  )
  for (const some of Map.groupBy(links, ({ kind, target }) => `${kind} ${target}`).values()) {
    const { kind, target } = some[0] as (typeof some)[number]
    await transaction
      .deleteFrom('audit_event_links')
      .where('kind', '=', kind)
      .where('target', '=', target)
      .where(
        'sequence',
        'in',
        some.map(({ sequence }) => sequence),
      )
      .execute()
  }
  await transaction.deleteFrom('audit_event_evidence').where('sequence', 'in', sequences).execute()
  const emptied = sql`type = ${entryExpiredAuditEventType}, outcome = 'success', details = '{}', evidence_hash = null, previous_hash = '', expired_by = ${batch}`
  if (kind === 'postgres') {
    await sql`update audit_events set ${emptied} where sequence in (${sql.join(sequences)})`.execute(transaction)
    return
  }
  // SQLite only reuses pages that are empty, so pruned entries move to the end of the table.
  const { rows } = await sql<{ last: number }>`select max(rowid) as last from audit_events`.execute(transaction)
  const places = sequences.map((sequence, index) => sql`(${sequence}, ${(rows[0]?.last ?? 0) + index + 1})`)
  await sql`update audit_events set rowid = place.column2, ${emptied} from (values ${sql.join(places)}) as place where audit_events.sequence = place.column1`.execute(
    transaction,
  )
}
