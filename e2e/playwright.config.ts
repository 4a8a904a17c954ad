// How the whole-system tests run: a real Chromium, a real server, one after the other on few cores.
import { defineConfig } from '@playwright/test'
import { findChromium } from '@countersign/testing/chromium'

const chromium = await findChromium()
const resultFile = process.env['TEST_RESULT_FILE']

export default defineConfig({
  testDir: 'tests',
  outputDir: '../test-results',
  timeout: 45_000,
  expect: { timeout: 10_000 },
  fullyParallel: false,
  workers: 2,
  forbidOnly: true,
  // A machine that stood still for a moment is no fault of the product. What needed a second try is said at the end of `npm test`.
  retries: 1,
  reporter: [['list'], ...(resultFile === undefined ? [] : [['json', { outputFile: resultFile }] as const])],
  use: {
    locale: 'en-US',
    timezoneId: 'UTC',
    launchOptions: { executablePath: chromium.path, args: chromium.flags },
    screenshot: 'only-on-failure',
  },
})
