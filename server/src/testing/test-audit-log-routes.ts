// Audit log entries for tests of the console.
import { appendAuditEvents } from '../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../audit-log/append-audit-events.ts'
import { systemRandomBytes } from '../platform/clock.ts'
import type { TestApp } from './test-app.ts'

export const appendEntries = (app: TestApp, ...lines: NewAuditEvent[]) =>
  app.database.queries
    .transaction()
    .execute((transaction) => appendAuditEvents(transaction, systemRandomBytes, app.clock.now, lines))
