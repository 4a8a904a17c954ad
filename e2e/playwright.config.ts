import { defineConfig } from '@playwright/test'
import { findChromium } from '@countersign/testing/find-chromium'
import { longRunningTestSuites } from './long-running-test-suites.ts'

const chromium = await findChromium()
const resultFile = process.env['TEST_RESULT_FILE']

/** Name of a long suite; undefined for `npm test`. */
const suite = process.env['TEST_SUITE']
const inSuites = Object.values(longRunningTestSuites).flatMap(({ browser = [] }) => browser)

/**
 * Files that mostly wait for real time, such as shortest recheck intervals, and use little CPU.
 * They run in parallel with the rest, and together must take less time than the rest.
 */
const waiting = [
  'admin-audit-log.spec.ts',
  'cross-device-step-up-and-linking.spec.ts',
  'cross-device-waiting.spec.ts',
  'challenge-expiry-and-rate-limit.spec.ts',
  'late-wallet-announcements.spec.ts',
  'ens-names.spec.ts',
  'server-outages.spec.ts',
]

export default defineConfig({
  testDir: 'tests',
  outputDir: '../test-results',
  // Long enough for a busy machine; a step that hangs fails within 30 seconds.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  fullyParallel: false,
  workers: 3,
  projects:
    suite === undefined
      ? [
          { name: 'waiting', testMatch: waiting, workers: 1 },
          { name: 'working', testIgnore: [...waiting, ...inSuites], workers: 2 },
        ]
      : [{ name: suite, testMatch: [...(longRunningTestSuites[suite]?.browser ?? [])], workers: 2 }],
  forbidOnly: true,
  reporter: [['list'], ...(resultFile === undefined ? [] : [['json', { outputFile: resultFile }] as const])],
  use: {
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    locale: 'en-US',
    timezoneId: 'UTC',
    launchOptions: { executablePath: chromium.path, args: chromium.flags },
    screenshot: 'only-on-failure',
    // Snapshots inject scripts into frames, which the CSP of the sign-in preview would block.
    trace: process.env['CI'] === undefined ? 'off' : { mode: 'retain-on-failure', snapshots: false },
  },
})
