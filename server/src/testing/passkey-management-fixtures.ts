// A person with permission to add passkeys, for tests.
import { createTestServer } from './countersign-test-server.ts'
import type { TestServer, TestBrowser } from './countersign-test-server.ts'
import type { DatabaseKind } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { relaxedChallengeRateLimits } from './passkey-test-steps.ts'

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
