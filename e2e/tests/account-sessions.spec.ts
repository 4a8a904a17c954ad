// A person's sessions in several browsers: seen, ended one by one, ended all at once; an ended one is out at its next step.
import { findStepUpDialog } from '../src/find-step-up-dialog.ts'
import { testUserAgents } from '../src/public-page-test-cases.ts'
import { openAccountWithFakeWallet, firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import { chooseWalletInDialog } from '../src/wallets-page-test-steps.ts'
import { signInWithSecondBrowser } from './same-person-second-browser-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

test('a session ended from another browser is out at its next step', async ({ page, browser, server, key }) => {
  await openAccountWithFakeWallet(page, key)
  const elsewhere = await signInWithSecondBrowser(browser, server.origin, key, testUserAgents.firefoxOnLinux)
  await page.goto('/account/sessions')
  const sessions = page.getByRole('list', { name: 'Your sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  const end = sessions.getByRole('button', { name: 'End the session in Firefox on Linux' })
  await end.click()
  // This browser is new too, and so has to show first whose it is. Who does not confirm has ended nothing.
  await expect(findStepUpDialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(findStepUpDialog(page)).toBeHidden()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await end.click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await expect(findStepUpDialog(page)).toBeHidden()
  await expect(page.getByRole('status')).toHaveText('The session in Firefox on Linux has ended.')
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByText('You are signed in nowhere else.')).toBeVisible()

  await elsewhere.page.getByRole('link', { name: 'Wallets', exact: true }).click()
  await elsewhere.page.waitForURL('**/signed-out?reason=ended')
  await expect(elsewhere.page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
  expect(elsewhere.errors).toEqual([])
  await elsewhere.page.context().close()
})

test('a page that Back restores after the session ended asks who is signed in before anything else', async ({
  page,
  key,
}) => {
  await openAccountWithFakeWallet(page, key)
  await page.goto('/account')
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies()
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  const asked = Promise.withResolvers<() => Promise<void>>()
  await page.route('**/api/session', (route) => asked.resolve(() => route.continue()), { times: 1 })
  // As Firefox does: the Chromium of these tests keeps no page in memory.
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

test('all other sessions end together, after a question', async ({ page, browser, server, key }) => {
  await openAccountWithFakeWallet(page, key)
  const others = [
    await signInWithSecondBrowser(browser, server.origin, key, testUserAgents.firefoxOnLinux),
    await signInWithSecondBrowser(browser, server.origin, key, testUserAgents.safariOnMac),
  ]
  await page.goto('/account/sessions')
  const sessions = page.getByRole('list', { name: 'Your sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  const endOthers = page.getByRole('button', { name: 'End all others' })
  const question = page.getByRole('dialog', { name: 'End all other sessions?' })
  await endOthers.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(sessions.getByRole('listitem')).toHaveCount(3)

  await endOthers.click()
  await question.getByRole('button', { name: 'End them' }).click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await expect(findStepUpDialog(page)).toBeHidden()
  await expect(page.getByRole('status')).toHaveText('2 other sessions have ended.')
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(sessions).toContainText('This browser')
  for (const { page: other, errors } of others) {
    await other.reload()
    // By the server, or by the page itself where it has noticed before.
    await expect(other.getByRole('heading', { level: 1, name: /^(Sign in|Your session has ended)$/ })).toBeVisible()
    expect(errors).toEqual([])
    await other.context().close()
  }
})
