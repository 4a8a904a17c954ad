// When somebody was suspended last, and why in the words of whoever did it: the reason is told to them when they sign in, and stands on their
// page in the administration; the time is given back to who must decide within one.
import { sql } from 'kysely'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'

/**
 * @param queries of the database, or a transaction
 * @returns undefined for who never was; the reason is null where none was given, as from the command line
 */
export async function findLastSuspension(
  queries: DatabaseQueryBuilder,
  personId: string,
): Promise<{ at: number; reason: string | null } | undefined> {
  const unsequenced = await queries
    .selectFrom('pending_audit_events')
    .select(['at', 'content'])
    .where('person_id', '=', personId)
    // As the index has it, which is of nothing else.
    .where('type', '=', sql.lit('person.suspended'))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const sequenced = queries
    .selectFrom('audit_event_evidence')
    .innerJoin('audit_events', 'audit_events.sequence', 'audit_event_evidence.sequence')
    .select(['audit_events.at', 'audit_event_evidence.content'])
    .where('audit_event_evidence.person_id', '=', personId)
    .where('audit_events.type', '=', 'person.suspended')
    .orderBy('audit_event_evidence.sequence', 'desc')
    .limit(1)
  // Sealed in between, it was not there at the first look, and is at the second.
  const entry = unsequenced ?? (await sequenced.executeTakeFirst())
  return entry && { at: entry.at, reason: (JSON.parse(entry.content) as { reason?: string }).reason ?? null }
}
