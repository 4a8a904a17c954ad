// A victim and an attacker at cross-device codes.
import type { EndpointOutput } from '@countersign/api/api-endpoints'
import type { DatabaseKind } from '../platform/database/open-database.ts'
import { createTestApp } from './test-app.ts'
import type { TestApp, TestBrowser } from './test-app.ts'
import { relaxedChallengeLimits } from './test-passkeys.ts'

/** An attacker's browser and the victim's phone. */
export async function createAttackedApp(
  kind: DatabaseKind = 'sqlite',
): Promise<{ app: TestApp; theirs: TestBrowser; phone: TestBrowser }> {
  const app = await createTestApp({ database: kind, environment: relaxedChallengeLimits })
  return {
    app,
    theirs: app.openBrowser({ userAgent: 'Attacker', address: '198.51.100.66' }),
    phone: app.openBrowser({ userAgent: 'Phone', address: '203.0.113.9' }),
  }
}

export const isSignedIn = async (browser: TestBrowser): Promise<boolean> =>
  (await browser.send('GET', '/api/session')).json<EndpointOutput<'readSession'>>().person !== null
