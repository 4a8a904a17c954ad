// A person who may add passkeys.
import { readAuditLog } from './read-database-state.ts'
import { createTestApp } from './test-app.ts'
import type { TestApp, TestBrowser } from './test-app.ts'
import type { DatabaseKind } from '../platform/database/open-database.ts'
import { relaxedChallengeLimits } from './test-passkeys.ts'

/** Alice, signed in and confirmed. */
export async function createSteppedUpApp(
  kind: DatabaseKind,
  environment: Record<string, string> = {},
): Promise<{ app: TestApp; browser: TestBrowser }> {
  const app = await createTestApp({ database: kind, environment: { ...relaxedChallengeLimits, ...environment } })
  const browser = app.openBrowser()
  await browser.signIn()
  await browser.stepUp()
  return { app, browser }
}

export const listPasskeysOf = async (browser: TestBrowser): Promise<Record<string, unknown>[]> =>
  (await browser.send('GET', '/api/passkeys')).json<{ items: Record<string, unknown>[] }>().items

export const listAuditEntries = async ({ database }: TestApp, type: string): Promise<string[]> =>
  (await readAuditLog(database.queries)).filter((line) => line.startsWith(type))
