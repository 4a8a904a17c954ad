// Why somebody is suspended, in the words of whoever did it: they are told when they sign in, and it stands on their page in the administration.
import type { Queries } from '../platform/database/open-database.ts'

/** @returns null where no reason was given, as from the command line */
export async function readSuspensionReason(queries: Queries, personId: string): Promise<string | null> {
  const line = await queries
    .selectFrom('event_evidence')
    .innerJoin('events', 'events.sequence', 'event_evidence.sequence')
    .select('content')
    .where('person_id', '=', personId)
    .where('type', '=', 'person.suspended')
    .orderBy('event_evidence.sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return line === undefined ? null : ((JSON.parse(line.content) as { reason?: string }).reason ?? null)
}
