// How the whole-system tests run: a real Chromium, a real server, one after the other on few cores.
import { defineConfig } from '@playwright/test'
import { findChromium } from '@countersign/testing/find-chromium'
import { longRunningTestSuites } from './long-running-test-suites.ts'

const chromium = await findChromium()
const resultFile = process.env['TEST_RESULT_FILE']

/** One of the long suites; without it, what `npm test` runs. */
const suite = process.env['TEST_SUITE']
const inSuites = Object.values(longRunningTestSuites).flatMap(({ browser = [] }) => browser)

/**
 * What waits for real time to pass (the shortest intervals that the server can be told, a page that asks again by itself, owners who take
 * their time) leaves the processor idle for most of it: it runs beside the rest. All of it together must stay shorter than the rest, and
 * what keeps the processor busy is none of it.
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
  // A whole test has time on a busy machine; each step of it shows a hang within 30 seconds.
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
    // Snapshots are scripts in every frame: the previews of the sign-in page allow none, and each attempt is an error in the console.
    trace: process.env['CI'] === undefined ? 'off' : { mode: 'retain-on-failure', snapshots: false },
  },
})
