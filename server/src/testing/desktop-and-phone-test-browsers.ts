// A waiting browser and a phone, for cross-device tests.
import type { DatabaseKind } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { createTestServer } from './countersign-test-server.ts'
import type { TestServer, TestBrowser } from './countersign-test-server.ts'
import { relaxedChallengeRateLimits } from './passkey-test-steps.ts'

interface CrossDevicePair {
  app: TestServer
  desktop: TestBrowser
  phone: TestBrowser
}

export const openDesktopAndPhoneBrowsers = (app: TestServer): CrossDevicePair => ({
  app,
  desktop: app.openBrowser({ userAgent: 'Desktop', address: '198.51.100.7' }),
  phone: app.openBrowser({ userAgent: 'Phone', address: '203.0.113.9' }),
})

export const createTestServerWithDesktopAndPhone = async (kind: DatabaseKind = 'sqlite'): Promise<CrossDevicePair> =>
  openDesktopAndPhoneBrowsers(await createTestServer({ database: kind, environment: relaxedChallengeRateLimits }))
