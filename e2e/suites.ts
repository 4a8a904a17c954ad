// The long suites: whole-system tests that are not part of `npm test`. Each has a script, `npm run test:NAME`, and a job in CI.

export interface Suite {
  /** How long it takes on two cores, in minutes. `.ci/run` starts it only where that much is left. */
  minutes: number
  /** Its files in e2e/tests. Every file that no suite names belongs to `npm test`. */
  browser?: readonly string[]
  /** Parts of the paths of its unit tests. */
  unit?: readonly string[]
}

export const suites: Readonly<Record<string, Suite>> = {
  races: { minutes: 3, unit: ['races.test.ts', 'plans.test.ts'] },
  crawler: { minutes: 2, browser: ['admin-crawler.spec.ts'] },
  chain: {
    minutes: 3,
    browser: [
      'admin-groups-chain.spec.ts',
      'contract-changes.spec.ts',
      'contract-wallets.spec.ts',
      'held-wallets.spec.ts',
    ],
  },
  families: {
    minutes: 2,
    browser: [
      'namespaces-application.spec.ts',
      'namespaces-purposes.spec.ts',
      'namespaces-trouble.spec.ts',
      'wallet-of-several-chains.spec.ts',
    ],
  },
  history: { minutes: 3, browser: ['history.spec.ts', 'kill.spec.ts', 'upgrade.spec.ts'] },
  simulation: { minutes: 1, unit: ['e2e/src/simulation/'] },
  screens: {
    minutes: 4,
    browser: [
      'focus-in-sight.spec.ts',
      'layout-shift.spec.ts',
      'message-on-small-screens.spec.ts',
      'screens.spec.ts',
      'states.spec.ts',
      'text-zoom.spec.ts',
      'translated-page.spec.ts',
    ],
  },
  browsers: { minutes: 2, browser: ['firefox.spec.ts'] },
  recipes: {
    minutes: 4,
    browser: [
      'client-apache.spec.ts',
      'client-documents.spec.ts',
      'client-frameworks.spec.ts',
      'client-openid-client.spec.ts',
      'client-page.spec.ts',
      'client-passkey.spec.ts',
      'demo.spec.ts',
      'forward-auth.spec.ts',
      'mcp.spec.ts',
      'newcomer.spec.ts',
    ],
  },
  release: { minutes: 3, browser: ['image.spec.ts', 'package.spec.ts'] },
}
