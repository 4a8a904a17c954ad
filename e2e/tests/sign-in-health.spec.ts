// Tests what the sign-in page says about the wallet: its name with a proof, and failures without one.
import { openSignInTestScenario } from '../src/states/open-sign-in-test-scenario.ts'
import { installFakeWallet, openSignInAndChooseWallet } from '../src/wallet-sign-in-test-steps.ts'
import { signInTestScenarios } from '../src/sign-in-test-scenarios.ts'
import type { Request } from '@playwright/test'
import { expect, test } from './server-playwright-fixtures.ts'

const isReport = (request: Request): boolean => new URL(request.url()).pathname === '/api/sign-in-failures'

async function openScenario(page: Parameters<typeof openSignInTestScenario>[0], name: string): Promise<void> {
  const scenario = signInTestScenarios.find((known) => known.name === name)
  if (scenario === undefined) throw new Error(`There is no scenario "${name}".`)
  await openSignInTestScenario(page, scenario)
}

test('a wallet that fails is reported, with its name and the reason', async ({ page }) => {
  const sent = page.waitForRequest(isReport)
  await openScenario(page, 'wallet error')
  const report = await sent
  expect(report.postDataJSON()).toEqual({ reason: 'wallet-failed', wallet: expect.stringMatching(/./) })
  expect((await report.response())?.status()).toBe(204)
})

test('a person who declines is not reported as a failure', async ({ page }) => {
  const reports: Request[] = []
  page.on('request', (request) => isReport(request) && reports.push(request))
  await openScenario(page, 'declined to sign')
  expect(reports).toEqual([])
})

test('a sign-in names the wallet in a header', async ({ page, key }) => {
  const sent = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/sign-in')
  await installFakeWallet(page, key)
  await openSignInAndChooseWallet(page)
  expect((await sent).headers()['countersign-wallet']).toMatch(/^[\w%.-]+$/)
})
