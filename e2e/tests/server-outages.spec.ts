// A server that goes away and comes back, and a network that does: what was begun goes on, and nobody is signed out.
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

/** Does something between the wallet's signature and the server's first look at it. */
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

test('a server that is restarted between message and signature accepts the signature', async ({
  page,
  server,
  key,
}) => {
  await installFakeWallet(page, key)
  await beforeSignature(page, async () => {
    await server.stop()
    await server.start()
  })
  await openSignInAndChooseWallet(page)
  await expectAccountPage(page)
})

test('a session survives the restart of the server, and its sudden death', async ({ page, context, server, key }) => {
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

test('a server that is gone while signing is said to be; once it is back, the same signature signs in', async ({
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
  await expect(page.getByRole('heading', { name: 'The server does not answer.' })).toBeVisible()
  // The page tries again by itself too: time stands until the person has.
  await pauseFakePageClock(page)
  await server.start()
  await page.getByRole('button', { name: 'Try now' }).click()
  await page.clock.resume()
  await expectAccountPage(page)
})

test('a server that is gone before a wallet is chosen is asked again by itself', async ({ page, key }) => {
  await installFakeWallet(page, key)
  await page.route('**/api/challenges', (route) => route.abort('connectionrefused'))
  await page.goto('/sign-in')
  await expect(page.getByRole('heading', { name: 'The server does not answer.' })).toBeVisible()
  await page.unroute('**/api/challenges')
  await expect(page.getByRole('heading', { name: 'Choose your wallet' })).toBeVisible()
  await page.getByRole('button', { name: firstFakeWalletName }).click()
  await expectAccountPage(page)
})

test('offline while signing: the page says so, and goes on by itself when the network is back', async ({
  page,
  context,
  key,
}) => {
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
  await expect(page.getByRole('heading', { name: 'You are offline.' })).toBeVisible()
  await context.setOffline(false)
  await expectAccountPage(page)
})
