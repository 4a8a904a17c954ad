// Tests short time limits: a challenge that expires on an open page, and a rate-limited wallet.
import { createHttpTestBrowser, signTestChallenge } from '../src/http-test-browser.ts'
import {
  openSignInAndChooseWallet,
  expectAccountPage,
  installFakeWallet,
  setFakeWalletBehavior,
} from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

test.use({
  serverSettings: { COUNTERSIGN_CHALLENGE_LIFETIME_SECONDS: '30', COUNTERSIGN_SIGN_INS_PER_WALLET_PER_MINUTE: '2' },
})

test('a message left unsigned expires and is refused, and a new message signs in', async ({ page, server, key }) => {
  const late = createHttpTestBrowser(server.origin)
  const old = signTestChallenge(await late.createChallenge(), key)
  await installFakeWallet(page, key, { behavior: 'never-signs' })
  await openSignInAndChooseWallet(page)
  await expect(page.getByText(/Valid for 0:[12]\d/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'This request expired.' })).toBeVisible({ timeout: 90_000 })
  await setFakeWalletBehavior(page, 'good')
  await page.getByRole('button', { name: 'Sign the new one' }).click()
  await expectAccountPage(page)

  const refused = await late.signIn(old)
  expect(refused.status).toBe(401)
  expect(await refused.json()).toMatchObject({ code: 'challenge.invalid' })
})

test('a rate-limited page counts down and does not retry early', async ({ page, server, key }) => {
  const client = createHttpTestBrowser(server.origin)
  const secondsToWait = async () => {
    const response = await client.signIn(signTestChallenge(await client.createChallenge(), key))
    return Number(response.headers.get('retry-after') ?? 0)
  }
  // Rate limit windows reset at each full minute, so the page must make its attempt well before
  // that.
  await expect.poll(secondsToWait, { intervals: [0, 0, 1_000] }).toBeGreaterThan(20)
  await installFakeWallet(page, key)
  await openSignInAndChooseWallet(page)
  await expect(page.getByRole('heading', { name: 'Too many attempts.' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Try again in [1-5]?\d s$/ })).toHaveAttribute('aria-disabled', 'true')
})
