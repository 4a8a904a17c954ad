import { sql } from 'kysely'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'

/** Undefined if never suspended. `reason` is null if none was given, for example by the CLI. */
export async function findLastSuspension(
  queries: DatabaseQueryBuilder,
  personId: string,
): Promise<{ at: number; reason: string | null } | undefined> {
  const unsequenced = await queries
    .selectFrom('pending_audit_events')
    .select(['at', 'content'])
    .where('person_id', '=', personId)
    // This must be a literal, so that the partial index applies.
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
  // If the event is sequenced between the two queries, the second query finds it.
  const entry = unsequenced ?? (await sequenced.executeTakeFirst())
  return entry && { at: entry.at, reason: (JSON.parse(entry.content) as { reason?: string }).reason ?? null }
}
