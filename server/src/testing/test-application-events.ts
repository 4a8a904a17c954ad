// Audit log entries about applications, for tests.
import type { TestApp } from './test-app.ts'
import { sequenceAllEntries } from './read-database-state.ts'

export const listApplicationEvents = async ({ database }: TestApp, type: string) => {
  await sequenceAllEntries(database.queries)
  const rows = await database.queries
    .selectFrom('events')
    .innerJoin('event_evidence', 'event_evidence.sequence', 'events.sequence')
    .select(['details', 'content'])
    .where('type', '=', type)
    .orderBy('events.sequence')
    .execute()
  return rows.map(({ details, content }) => ({
    ...(JSON.parse(details) as object),
    by: (JSON.parse(content) as { actorId?: string }).actorId,
  }))
}
