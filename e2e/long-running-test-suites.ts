// Each long suite has a script, `npm run test:NAME`, and a CI job.

export interface LongRunningTestSuite {
  /** Minutes on two cores. `.ci/run` starts the suite only if that much time is left. */
  minutes: number
  /** Files in e2e/tests. Files that no suite lists belong to `npm test`. */
  browser?: readonly string[]
  /** Substrings of the paths of its unit tests. */
  unit?: readonly string[]
}

export const longRunningTestSuites: Readonly<Record<string, LongRunningTestSuite>> = {
  races: { minutes: 3, unit: ['races.test.ts', 'plans.test.ts'] },
  crawler: { minutes: 2, browser: ['admin-crawler.spec.ts'] },
  chain: {
    minutes: 3,
    browser: [
      'admin-group-rules-chain.spec.ts',
      'admin-groups-chain.spec.ts',
      'contract-ownership-changes.spec.ts',
      'contract-wallet-owner-approval.spec.ts',
      'contract-wallets.spec.ts',
      'contract-wallet-ownership-hold.spec.ts',
    ],
  },
  families: {
    minutes: 2,
    browser: [
      'solana-bitcoin-application-sign-in.spec.ts',
      'solana-bitcoin-step-up-and-linking.spec.ts',
      'solana-bitcoin-wallet-errors.spec.ts',
      'multi-chain-wallet.spec.ts',
    ],
  },
  history: {
    minutes: 3,
    browser: ['consistency-soak-test.spec.ts', 'crash-recovery.spec.ts', 'rolling-upgrade.spec.ts'],
  },
  simulation: { minutes: 1, unit: ['e2e/src/simulation/'] },
  screens: {
    minutes: 10,
    browser: [
      'focus-not-obscured.spec.ts',
      'forced-colors.spec.ts',
      'layout-shift.spec.ts',
      'sign-in-message-on-small-screens.spec.ts',
      'screen-accessibility.spec.ts',
      'sign-in-test-scenarios.spec.ts',
      'text-zoom.spec.ts',
      'browser-page-translation.spec.ts',
    ],
  },
  browsers: { minutes: 2, browser: ['firefox-sign-in-and-account.spec.ts', 'firefox-blocked-wallets.spec.ts'] },
  recipes: {
    minutes: 4,
    browser: [
      'client-apache-mod-auth-openidc.spec.ts',
      'client-metadata-documents.spec.ts',
      'client-oidc-libraries.spec.ts',
      'client-openid-client.spec.ts',
      'client-single-page-application.spec.ts',
      'client-requests-passkey-sign-in.spec.ts',
      'demo-script.spec.ts',
      'forward-auth-headers.spec.ts',
      'forward-auth.spec.ts',
      'mcp-authorization.spec.ts',
      'getting-started.spec.ts',
    ],
  },
  kit: {
    minutes: 6,
    browser: [
      'developer-kit-node.spec.ts',
      'developer-kit-node-terminal.spec.ts',
      'developer-kit-react.spec.ts',
      'kit-react-express.spec.ts',
      'kit-sites.spec.ts',
      'kit-terminal.spec.ts',
    ],
  },
  release: { minutes: 3, browser: ['container-image.spec.ts', 'npm-package.spec.ts'] },
}
