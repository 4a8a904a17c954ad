// Every screen and state, for screenshots and for tests that visit all screens.
import { dirname } from 'node:path'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { Page } from '@playwright/test'
import { listAdminScreenScenes } from './admin-screen-scenes.ts'
import type { ScreenScene } from './screen-scene-type.ts'
import { mockDemonstrationWalletNotFound } from './api-response-mocking-test-steps.ts'
import { consentFlowTestScenarios } from './consent-flow-test-scenarios.ts'
import { chooseDemonstrationWallet } from './demonstration-wallet-test-steps.ts'
import { signInWithHttpTestBrowser } from './http-test-browser.ts'
import { openConsentFlowTestScenario } from './open-consent-flow-test-scenario.ts'
import { publicPageTestCases, testUserAgents } from './public-page-test-cases.ts'
import { runCountersignCommand } from './run-countersign-command.ts'
import { signInTestScenarios } from './sign-in-test-scenarios.ts'
import type { RunningTestServer } from './start-server-for-tests.ts'
import { openSignInTestScenario } from './states/open-sign-in-test-scenario.ts'
import { openAccountWithFakeWallet } from './wallet-sign-in-test-steps.ts'
import { walletsPageTestScenarios } from './wallets-page-test-scenarios.ts'

/** Fills an empty server with people, applications, groups, events and a resource. */
export async function seedServerForScreenScenes(server: RunningTestServer): Promise<void> {
  for (const words of [
    ['seed', '--people', '30', '--events', '500', '--days', '20'],
    ['resource', 'add', 'https://api.notes.example/', '--name', 'Notes API', '--open-to', 'applications'],
  ]) {
    const { exitCode, output } = await runCountersignCommand(
      words,
      { COUNTERSIGN_ORIGIN: server.origin, COUNTERSIGN_DATABASE: `sqlite:${server.databasePath}` },
      dirname(server.databasePath),
    )
    if (exitCode !== 0) throw new Error(`"countersign ${words.join(' ')}" failed: ${output}`)
  }
}

/** Each scene signs in with keys of its own, so that scenes can run in any order. */
export function listScreenScenes(server: RunningTestServer): ScreenScene[] {
  return [...listSignInAndPublicScenes(), ...listAccountScenes(server), ...listAdminScreenScenes(server)]
}

function listSignInAndPublicScenes(): ScreenScene[] {
  return [
    ...signInTestScenarios.map((state) => ({
      name: `sign-in ${state.name}`,
      isPhone: state.isPhoneOnly ?? false,
      reach: (page: Page) => openSignInTestScenario(page, state),
    })),
    ...publicPageTestCases.map(({ name, path, title }) => ({
      name,
      reach: async (page: Page) => {
        await page.goto(path)
        await page.getByRole('heading', { name: title }).waitFor()
      },
    })),
    ...consentFlowTestScenarios.map((decision) => ({
      name: decision.name,
      reach: (page: Page) => openConsentFlowTestScenario(page, decision),
    })),
    { name: 'demonstration wallet connect', reach: (page) => openDemonstrationWallet(page) },
    { name: 'demonstration wallet Solana', reach: (page) => openDemonstrationWallet(page, 'Solana') },
    { name: 'demonstration wallet Bitcoin', reach: (page) => openDemonstrationWallet(page, 'Bitcoin') },
    {
      name: 'demonstration wallet sign',
      reach: async (page) => {
        await openDemonstrationWallet(page)
        await page.getByRole('dialog').getByRole('button', { name: 'Connect' }).click()
        await page.getByRole('dialog', { name: 'Sign this message?' }).waitFor()
      },
    },
  ]
}

function listAccountScenes(server: RunningTestServer): ScreenScene[] {
  const openSignedIn = (page: Page, key: number, others: number, path: string) =>
    openSignedInPage(page, server, key, others, path)
  return [
    { name: 'front signed in', reach: (page) => openSignedIn(page, 900, 0, '/') },
    { name: 'account', reach: (page) => openSignedIn(page, 901, 2, '/account') },
    { name: 'account wallets', reach: (page) => openSignedIn(page, 902, 2, '/account/wallets') },
    ...walletsPageTestScenarios.map(({ name, reach }) => ({
      name: `account ${name}`,
      reach: (page: Page) => reach(page, server.origin),
    })),
    { name: 'account sessions one', reach: (page) => openSignedIn(page, 903, 0, '/account/sessions') },
    { name: 'account sessions some', reach: (page) => openSignedIn(page, 904, 5, '/account/sessions') },
    { name: 'account sessions many', reach: (page) => openSignedIn(page, 905, 60, '/account/sessions') },
    {
      name: 'account sessions end all',
      reach: async (page) => {
        await openSignedIn(page, 906, 3, '/account/sessions')
        await page.getByRole('button', { name: 'End all other sessions' }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'account server unreachable',
      reach: async (page) => {
        await openSignedIn(page, 907, 1, '/account')
        await page.route('**/api/**', (route) => route.abort('connectionrefused'))
        await page.goto('/account/sessions')
        await page.getByRole('button', { name: 'Try again' }).waitFor()
      },
    },
    ...['passkeys', 'applications', 'activity', 'data'].map((page, index) => ({
      name: `account ${page}`,
      reach: (browserPage: Page) => openSignedIn(browserPage, 910 + index, 1, `/account/${page}`),
    })),
  ]
}

async function openDemonstrationWallet(page: Page, account = 'Ethereum'): Promise<void> {
  await page.goto('/sign-in')
  await chooseDemonstrationWallet(page, account)
  await page.getByRole('dialog').waitFor()
}

/** `others` is the number of other browsers in which the person is signed in. */
async function openSignedInPage(
  page: Page,
  server: RunningTestServer,
  keyNumber: number,
  others: number,
  path: string,
): Promise<void> {
  const key = createEthereumTestKey(keyNumber)
  const agents = Object.values(testUserAgents)
  for (let index = 0; index < others; index += 1)
    await signInWithHttpTestBrowser(server.origin, key, { 'user-agent': agents[index % agents.length] ?? '' })
  await mockDemonstrationWalletNotFound(page)
  await openAccountWithFakeWallet(page, key)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
}
