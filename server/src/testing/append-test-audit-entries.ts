// Audit log entries for tests of the console.
import { appendAuditEvents } from '../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../audit-log/append-audit-events.ts'
import { systemRandomBytes } from '../platform/clock.ts'
import type { TestServer } from './countersign-test-server.ts'

export const appendTestAuditEntries = (app: TestServer, ...lines: NewAuditEvent[]) =>
  app.database.queries
    .transaction()
    .execute((transaction) => appendAuditEvents(transaction, systemRandomBytes, app.clock.now, lines))
