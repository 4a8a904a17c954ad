// A browser that waits and a device that answers.
import type { DatabaseKind } from '../platform/database/open-database.ts'
import { createTestServer } from './test-app.ts'
import type { TestServer, TestBrowser } from './test-app.ts'
import { relaxedChallengeRateLimits } from './test-passkeys.ts'

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

export const createDesktopAndPhoneBrowsers = async (kind: DatabaseKind = 'sqlite'): Promise<CrossDevicePair> =>
  openDesktopAndPhoneBrowsers(await createTestServer({ database: kind, environment: relaxedChallengeRateLimits }))
