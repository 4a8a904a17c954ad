// Configures the unit and component tests of all workspaces. The message and log tests also run in
// Chromium, because browsers run that code; tests that render pages run only there.
import { playwright } from '@vitest/browser-playwright'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { longRunningTestSuites } from './e2e/long-running-test-suites.ts'
import { findChromium } from './packages/testing/src/find-chromium.ts'
import { compileTranslationsVitePlugin } from './web/compile-translations.ts'
import { componentTestVitePlugins } from './web/component-test-vite-plugins.ts'

const chromium = await findChromium()

/** The long suites run these tests with their own scripts. */
const inSuites =
  process.env['TEST_SUITE'] === undefined
    ? Object.values(longRunningTestSuites).flatMap(({ unit = [] }) =>
        unit.map((part) => `**/${part.endsWith('/') ? `${part}**` : `*${part}`}`),
      )
    : []

/** Long enough for a busy machine, short enough to detect a hang. Slower tests set their own. */
const timeouts = { testTimeout: 60_000, hookTimeout: 60_000 }

/** A new object for each project, because Vitest writes the project's name into it. */
const inChromium = () => ({
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: playwright({
    launchOptions: { executablePath: chromium.path, args: chromium.flags },
    actionTimeout: 20_000,
  }),
  instances: [{ browser: 'chromium' as const }],
})

export default defineConfig({
  test: {
    // One worker more than processors, because tests spend a third of their time waiting for files
    // and databases.
    maxWorkers: availableParallelism() + 1,
    // With `isolate: false`, a worker loads modules once, not once per test file. No test may leave
    // state in a module.
    projects: [
      {
        plugins: [compileTranslationsVitePlugin()],
        test: {
          name: 'node',
          isolate: false,
          include: ['{packages,web,scripts,examples,e2e}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/*.browser.test.tsx', ...inSuites],
          ...timeouts,
        },
      },
      {
        test: {
          name: 'server',
          isolate: false,
          include: ['server/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...inSuites],
          globalSetup: ['server/src/testing/vitest-global-setup.ts'],
          ...timeouts,
        },
      },
      {
        test: {
          name: 'chromium',
          include: ['packages/{message,log}/src/**/*.test.ts'],
          exclude: ['**/*.node.test.ts'],
          ...timeouts,
          browser: inChromium(),
        },
      },
      {
        plugins: componentTestVitePlugins,
        // Discovered before the first test, because a later discovery reloads the page.
        optimizeDeps: { entries: ['{web,packages/react}/src/**/*.browser.test.tsx'] },
        test: {
          name: 'web',
          include: ['{web,packages/react}/src/**/*.browser.test.tsx'],
          expect: { poll: { timeout: 10_000 } },
          ...timeouts,
          // Locators by text or name match substrings, as in Playwright.
          browser: { ...inChromium(), locators: { exact: false } },
        },
      },
    ],
  },
})
