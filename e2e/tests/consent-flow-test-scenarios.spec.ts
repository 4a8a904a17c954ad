// Tests every state of the pages about applications, by keyboard, on a phone and in dark mode.
import { gzipSync } from 'node:zlib'
import { expectAccessible } from '../src/expect-accessible.ts'
import {
  createOidcInteractionFixture,
  signedInSessionFixture,
} from '../src/consent-and-connected-application-fixtures.ts'
import { openApplicationSignIn } from '../src/consent-page-test-steps.ts'
import { consentFlowTestScenarios } from '../src/consent-flow-test-scenarios.ts'
import { openConsentFlowTestScenario } from '../src/open-consent-flow-test-scenario.ts'
import { pressControlByKeyboard } from '../src/press-control-by-keyboard.ts'
import {
  createApiEndpointUrlMatcher,
  mockApiEndpointResponse,
  mockApiEndpointError,
} from '../src/api-response-mocking-test-steps.ts'
import { firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

const groups = ['sign-in for', 'consent', 'device', 'sign-out', 'applications', 'error']

for (const group of groups) {
  test(`every state is reachable and accessible: ${group}`, async ({ context }) => {
    const states = consentFlowTestScenarios.filter(({ name }) => name.startsWith(group))
    expect(states.length).toBeGreaterThan(0)
    for (const state of states) {
      const page = await context.newPage()
      await openConsentFlowTestScenario(page, state)
      if (!state.isVariant) await expectAccessible(page)
      await page.close()
    }
  })
}

test('every state belongs to a tested group', () => {
  expect(consentFlowTestScenarios.filter(({ name }) => !groups.some((group) => name.startsWith(group)))).toEqual([])
})

test.describe('Sign-in for an application', () => {
  test('leads to the destination from the server and names it', async ({ page }) => {
    await mockApiEndpointResponse(page, 'signIn', {
      person: signedInSessionFixture.person!,
      session: signedInSessionFixture.session!,
      next: '/signed-out',
    })
    await mockApiEndpointResponse(page, 'readSession', signedInSessionFixture)
    await openApplicationSignIn(page)
    await pressControlByKeyboard(page, page.getByRole('button', { name: firstFakeWalletName }))
    await expect(page.getByRole('main').getByText('Continuing to Ledger Notes…')).toBeVisible()
    await page.waitForURL('**/signed-out')
  })

  test('can be canceled, which leads back to the application', async ({ page }) => {
    const denied = await mockApiEndpointResponse(page, 'deny', { next: '/signed-out' })
    await openApplicationSignIn(page)
    await pressControlByKeyboard(page, page.getByRole('button', { name: 'Cancel and return to Ledger Notes' }))
    await page.waitForURL('**/signed-out')
    expect(denied).toEqual([null])
  })

  test('hides wallets when the server reports that the request has ended', async ({ page }) => {
    await mockApiEndpointError(page, createApiEndpointUrlMatcher('createChallenge'), 'interaction.invalid')
    await mockApiEndpointError(page, createApiEndpointUrlMatcher('readInteraction'), 'interaction.invalid')
    let isOver = false
    await page.route(createApiEndpointUrlMatcher('createChallenge'), (route) => {
      isOver = true
      return route.fallback()
    })
    await page.route(createApiEndpointUrlMatcher('readInteraction'), (route) =>
      isOver ? route.fallback() : route.fulfill({ json: createOidcInteractionFixture({ prompt: 'sign-in' }) }),
    )
    await page.goto('/sign-in?interaction=Xk3_test')
    await expect(
      page.getByRole('heading', { level: 1, name: 'This application’s sign-in has ended or expired.' }),
    ).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Choose your wallet' })).toBeHidden()
  })

  test('uses the language requested by the application if it is available', async ({ page }) => {
    await openApplicationSignIn(page)
    await page.goto('/sign-in?interaction=Xk3_test&lang=de')
    await expect(page.getByText('um weiter zu Ledger Notes zu kommen')).toBeVisible()
    await page.goto('/sign-in?interaction=Xk3_test&lang=fr')
    await expect(page.getByText('to continue to Ledger Notes')).toBeVisible()
  })

  test('loads at most 130 kB of code', async ({ page }) => {
    const loaded: Promise<number>[] = []
    page.on('response', (response) => {
      if (!['script', 'stylesheet'].includes(response.request().resourceType())) return
      loaded.push(response.body().then((body) => gzipSync(body).length))
    })
    await openApplicationSignIn(page)
    await expect(page.getByRole('button', { name: firstFakeWalletName })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const bytes = (await Promise.all(loaded)).reduce((sum, size) => sum + size, 0)
    test.info().annotations.push({ type: 'loaded', description: `${bytes} bytes of code` })
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThanOrEqual(130_000)
  })
})
