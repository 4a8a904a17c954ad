// Personal data exports with inclusion proofs, for tests.
import type { PersonalDataExport } from '@countersign/api/personal-data-export-schema'
import { expect } from 'vitest'
import { bulkInsertSequencedTestAuditEntries } from './bulk-insert-sequenced-test-audit-entries.ts'
import { sequenceAllAuditEntries } from './inspect-test-database.ts'
import { openSteppedUpBrowser } from './countersign-test-server.ts'
import type { TestServer, TestBrowser } from './countersign-test-server.ts'
import { readBrowserPersonId } from './browser-session-test-steps.ts'

export async function downloadPersonalDataExport(browser: TestBrowser): Promise<PersonalDataExport> {
  const answer = await browser.send('GET', '/api/export')
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
  return answer.json<PersonalDataExport>()
}

export async function openBrowserInLargeAuditLog(app: TestServer, lines = 600): Promise<TestBrowser> {
  const browser = await openSteppedUpBrowser(app)
  const personId = await readBrowserPersonId(browser)
  await sequenceAllAuditEntries(app.database.queries)
  await bulkInsertSequencedTestAuditEntries(app.database.queries, lines, 1000, (index) =>
    index % 40 === 0 ? personId : null,
  )
  return browser
}
