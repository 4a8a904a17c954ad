// One runner for the fast tests of every room; the tests of the message run a second time inside Chromium, because
// browsers run that code too.
import { playwright } from '@vitest/browser-playwright'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { findChromium } from './testing/src/chromium.ts'

const chromium = await findChromium()

/** A machine that stood still for a moment is no fault of the product. What needed a second try is said at the end of `npm test`. */
const retry = 1

export default defineConfig({
  test: {
    // The runner's own choice leaves one processor to itself, which on two is half of them.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        test: {
          name: 'node',
          retry,
          include: ['{message,proof,inspector,api,web,testing,scripts,examples}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          retry,
          // Each worker loads the server once, and not once for each file of tests: no test leaves anything behind in a module.
          isolate: false,
          include: ['server/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'chromium',
          retry,
          include: ['message/src/**/*.test.ts'],
          exclude: ['**/*.node.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { executablePath: chromium.path, args: chromium.flags } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
