// Audit log entries about applications, for tests.
import type { TestServer } from './countersign-test-server.ts'
import { sequenceAllAuditEntries } from './inspect-test-database.ts'

export const listApplicationAuditEntriesForTests = async ({ database }: TestServer, type: string) => {
  await sequenceAllAuditEntries(database.queries)
  const rows = await database.queries
    .selectFrom('audit_events')
    .innerJoin('audit_event_evidence', 'audit_event_evidence.sequence', 'audit_events.sequence')
    .select(['details', 'content'])
    .where('type', '=', type)
    .orderBy('audit_events.sequence')
    .execute()
  return rows.map(({ details, content }) => ({
    ...(JSON.parse(details) as object),
    by: (JSON.parse(content) as { actorId?: string }).actorId,
  }))
}
