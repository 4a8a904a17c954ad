// A person who may add passkeys.
import { readAuditLogFromDatabase } from './read-database-state.ts'
import { createTestServer } from './test-app.ts'
import type { TestServer, TestBrowser } from './test-app.ts'
import type { DatabaseKind } from '../platform/database/open-database.ts'
import { relaxedChallengeRateLimits } from './test-passkeys.ts'

/** Alice, signed in and confirmed. */
export async function createTestServerWithSteppedUpBrowser(
  kind: DatabaseKind,
  environment: Record<string, string> = {},
): Promise<{ app: TestServer; browser: TestBrowser }> {
  const app = await createTestServer({ database: kind, environment: { ...relaxedChallengeRateLimits, ...environment } })
  const browser = app.openBrowser()
  await browser.signIn()
  await browser.stepUp()
  return { app, browser }
}

export const listPasskeysOfBrowser = async (browser: TestBrowser): Promise<Record<string, unknown>[]> =>
  (await browser.send('GET', '/api/passkeys')).json<{ items: Record<string, unknown>[] }>().items

export const listAuditEntries = async ({ database }: TestServer, type: string): Promise<string[]> =>
  (await readAuditLogFromDatabase(database.queries)).filter((line) => line.startsWith(type))
