// Audit log entries about roles, for tests.
import type { TestServer } from './countersign-test-server.ts'
import { sequenceAllAuditEntries } from './inspect-test-database.ts'

export async function listRoleAuditEntriesForTests(app: TestServer, type: string) {
  await sequenceAllAuditEntries(app.database.queries)
  const lines = await app.database.queries
    .selectFrom('audit_events')
    .leftJoin('audit_event_evidence', 'audit_event_evidence.sequence', 'audit_events.sequence')
    .select(['details', 'person_id', 'content'])
    .where('type', '=', type)
    .orderBy('audit_events.sequence')
    .execute()
  return lines.map(({ details, person_id, content }) => ({
    details: JSON.parse(details) as unknown,
    personId: person_id,
    content: JSON.parse(content ?? 'null') as unknown,
  }))
}
