// Tests server and network outages: actions that were in progress continue afterwards, and no one
// is signed out.
import type { Page } from '@playwright/test'
import { pauseFakePageClock, installFakePageClock } from '../src/fake-page-clock.ts'
import { readPersonIdFromSession } from '../src/read-person-id-from-session.ts'
import {
  openSignInAndChooseWallet,
  expectAccountPage,
  installFakeWallet,
  openAccountWithFakeWallet,
  firstFakeWalletName,
} from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

/** Runs `happen` between the wallet's signature and the server's check. */
async function beforeSignature(page: Page, happen: () => Promise<void>): Promise<void> {
  await page.route(
    '**/api/sign-in',
    async (route) => {
      await happen()
      await route.continue()
    },
    { times: 1 },
  )
}

test('a server restarted between message and signature accepts the signature', async ({ page, server, key }) => {
  await installFakeWallet(page, key)
  await beforeSignature(page, async () => {
    await server.stop()
    await server.start()
  })
  await openSignInAndChooseWallet(page)
  await expectAccountPage(page)
})

test('a session survives a server restart and a crash', async ({ page, context, server, key }) => {
  await openAccountWithFakeWallet(page, key)
  const person = await readPersonIdFromSession(context, server.origin)
  for (const end of [server.stop, server.kill]) {
    await end()
    await server.start()
    await page.reload()
    await expectAccountPage(page)
    expect(await readPersonIdFromSession(context, server.origin)).toBe(person)
  }
})

test('an outage while signing is reported, and the same signature signs in afterwards', async ({
  page,
  server,
  key,
}) => {
  await installFakePageClock(page)
  await installFakeWallet(page, key)
  await beforeSignature(page, async () => {
    await server.stop()
  })
  await openSignInAndChooseWallet(page)
  await expect(page.getByRole('heading', { name: 'The server isn’t responding.' })).toBeVisible()
  // The page also retries automatically, so its clock is paused until the person has clicked.
  await pauseFakePageClock(page)
  await server.start()
  await page.getByRole('button', { name: 'Try now' }).click()
  await page.clock.resume()
  await expectAccountPage(page)
})

test('the page retries automatically if the server is down before a wallet is chosen', async ({ page, key }) => {
  await installFakeWallet(page, key)
  await page.route('**/api/challenges', (route) => route.abort('connectionrefused'))
  await page.goto('/sign-in')
  await expect(page.getByRole('heading', { name: 'The server isn’t responding.' })).toBeVisible()
  await page.unroute('**/api/challenges')
  await expect(page.getByRole('heading', { name: 'Choose your wallet' })).toBeVisible()
  await page.getByRole('button', { name: firstFakeWalletName }).click()
  await expectAccountPage(page)
})

test('going offline while signing is reported, and sign-in continues once online', async ({ page, context, key }) => {
  await installFakeWallet(page, key)
  await page.route(
    '**/api/sign-in',
    async (route) => {
      await context.setOffline(true)
      await route.abort('internetdisconnected')
    },
    { times: 1 },
  )
  await openSignInAndChooseWallet(page)
  await expect(page.getByRole('heading', { name: 'You’re offline.' })).toBeVisible()
  await context.setOffline(false)
  await expectAccountPage(page)
})
