// A browser that waits and a device that answers.
import type { DatabaseKind } from '../platform/database/open-database.ts'
import { createTestApp } from './test-app.ts'
import type { TestApp, TestBrowser } from './test-app.ts'
import { relaxedChallengeLimits } from './test-passkeys.ts'

interface CrossDevicePair {
  app: TestApp
  desktop: TestBrowser
  phone: TestBrowser
}

export const openCrossDevicePair = (app: TestApp): CrossDevicePair => ({
  app,
  desktop: app.openBrowser({ userAgent: 'Desktop', address: '198.51.100.7' }),
  phone: app.openBrowser({ userAgent: 'Phone', address: '203.0.113.9' }),
})

export const createCrossDevicePair = async (kind: DatabaseKind = 'sqlite'): Promise<CrossDevicePair> =>
  openCrossDevicePair(await createTestApp({ database: kind, environment: relaxedChallengeLimits }))
