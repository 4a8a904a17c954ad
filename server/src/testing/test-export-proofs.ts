// An export with its proofs.
import type { PersonalDataExport } from '@countersign/api/personal-data-export'
import { expect } from 'vitest'
import { fillSequencedAuditLog } from './fill-sequenced-audit-log.ts'
import { readBrowserSession } from './fully-populated-person.ts'
import { sequenceAllAuditEntries } from './read-database-state.ts'
import { openSteppedUpBrowser } from './test-app.ts'
import type { TestApp, TestBrowser } from './test-app.ts'

export async function downloadExport(browser: TestBrowser): Promise<PersonalDataExport> {
  const answer = await browser.send('GET', '/api/export')
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
  return answer.json<PersonalDataExport>()
}

export const readPersonIdOf = async (browser: TestBrowser): Promise<string> =>
  (await readBrowserSession(browser)).person?.id ?? ''

/** Somebody among others, in a log of several tiles. */
export async function openBrowserAmongOthers(app: TestApp, lines = 600): Promise<TestBrowser> {
  const browser = await openSteppedUpBrowser(app)
  const personId = await readPersonIdOf(browser)
  await sequenceAllAuditEntries(app.database.queries)
  await fillSequencedAuditLog(app.database.queries, lines, 1000, (index) => (index % 40 === 0 ? personId : null))
  return browser
}
