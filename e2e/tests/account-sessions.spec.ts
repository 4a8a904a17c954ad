// Tests a person's sessions in several browsers: listed, ended one by one or all at once, and
// signed out afterwards.
import { findStepUpDialog } from '../src/find-step-up-dialog.ts'
import { testUserAgents } from '../src/public-page-test-cases.ts'
import { openAccountWithFakeWallet, firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import { chooseWalletInDialog } from '../src/wallets-page-test-steps.ts'
import { signInWithSecondBrowser } from './same-person-second-browser-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

test('a session ended from another browser is signed out at its next action', async ({
  page,
  browser,
  server,
  key,
}) => {
  await openAccountWithFakeWallet(page, key)
  const elsewhere = await signInWithSecondBrowser(browser, server.origin, key, testUserAgents.firefoxOnLinux)
  await page.goto('/account/sessions')
  const sessions = page.getByRole('list', { name: 'Your sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  const end = sessions.getByRole('button', { name: 'End the session in Firefox on Linux' })
  await end.click()
  // A new browser needs a step-up. Canceling it ends no session.
  await expect(findStepUpDialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(findStepUpDialog(page)).toBeHidden()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await end.click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await expect(findStepUpDialog(page)).toBeHidden()
  await expect(page.getByRole('status')).toHaveText('Ended the session in Firefox on Linux.')
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByText('You’re not signed in anywhere else.')).toBeVisible()

  await elsewhere.page.getByRole('link', { name: 'Wallets', exact: true }).click()
  await elsewhere.page.waitForURL('**/signed-out?reason=ended')
  await expect(elsewhere.page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
  expect(elsewhere.errors).toEqual([])
  await elsewhere.page.context().close()
})

test('a page restored by Back stays hidden until the session is checked', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  await page.goto('/account')
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies()
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  const asked = Promise.withResolvers<() => Promise<void>>()
  await page.route('**/api/session', (route) => asked.resolve(() => route.continue()), { times: 1 })
  // Simulates the bfcache of Firefox, which the Chromium of these tests lacks.
  await page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  const answer = await asked.promise
  await expect(page.locator('html')).toHaveCSS('visibility', 'hidden')
  expect(calls).toEqual(['/api/session'])
  await answer()
  await page.waitForURL('**/sign-in')
})

test('all other sessions can be ended at once after confirmation', async ({ page, browser, server, key }) => {
  await openAccountWithFakeWallet(page, key)
  const others = [
    await signInWithSecondBrowser(browser, server.origin, key, testUserAgents.firefoxOnLinux),
    await signInWithSecondBrowser(browser, server.origin, key, testUserAgents.safariOnMac),
  ]
  await page.goto('/account/sessions')
  const sessions = page.getByRole('list', { name: 'Your sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  const endOthers = page.getByRole('button', { name: 'End all other sessions' })
  const question = page.getByRole('dialog', { name: 'End all other sessions?' })
  await endOthers.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(sessions.getByRole('listitem')).toHaveCount(3)

  await endOthers.click()
  await question.getByRole('button', { name: 'End sessions' }).click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await expect(findStepUpDialog(page)).toBeHidden()
  await expect(page.getByRole('status')).toHaveText('2 other sessions ended.')
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(sessions).toContainText('This browser')
  for (const { page: other, errors } of others) {
    await other.reload()
    // The server redirects the tab, or the page does so if it notices the ended session first.
    await expect(other.getByRole('heading', { level: 1, name: /^(Sign in|Your session has ended)$/ })).toBeVisible()
    expect(errors).toEqual([])
    await other.context().close()
  }
})
