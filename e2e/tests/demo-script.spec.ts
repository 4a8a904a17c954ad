// Tests `npm run demo`: an application signs a person in, and notices when the session ends
// anywhere.
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { chooseDemonstrationWallet } from '../src/demonstration-wallet-test-steps.ts'
import { startNodeScript, startDemoProcessForTests } from '../src/start-demo-for-tests.ts'
import { collectBrowserContextErrors } from './server-playwright-fixtures.ts'

let demo: Awaited<ReturnType<typeof startDemoProcessForTests>>
let errors: string[]

test.beforeAll(async () => {
  demo = await startDemoProcessForTests()
  await expect.poll(demo.output, { timeout: 30_000 }).toContain('Ctrl-C stops everything')
})

test.beforeEach(({ context }) => {
  errors = collectBrowserContextErrors(context, demo.issuer, new RegExp(`^foreign request: ${demo.application}/`))
})

test.afterEach(() => expect(errors).toEqual([]))

test.afterAll(async () => {
  demo.interrupt()
  expect(await demo.ended).toBe(0)
  expect(demo.output()).not.toMatch(/error/i)
})

test('a person signs in to the demo application and out again from both sides', async ({ page, context }) => {
  await page.goto(demo.application)
  await expect(page.getByRole('heading', { name: 'You’re not signed in' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign in with Countersign' }).click()
  await expect(page.getByText('to continue to Example application')).toBeVisible()
  const address = await useDemonstrationWallet(page)
  await expect(page.getByRole('heading', { name: 'Example application wants to know' })).toBeVisible()
  await page.getByRole('button', { name: 'Allow and continue' }).click()
  await expectSignedIn(page)
  await expect(page.getByText(`eip155:1:${address}`, { exact: true })).toBeVisible()
  await page.getByText('The message that you signed').click()
  await expect(
    page.getByText(`${new URL(demo.issuer).host} wants you to sign in with your Ethereum account:`).first(),
  ).toBeVisible()

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('Example application requested this.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${demo.application}/`)
  await expect(page.getByRole('heading', { name: 'You’re not signed in' })).toBeVisible()

  await page.getByRole('link', { name: 'Sign in with Countersign' }).click()
  await useDemonstrationWallet(page)
  await expectSignedIn(page)

  const account = await context.newPage()
  await account.goto(`${demo.issuer}/account/sessions`)
  await account.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'You were signed out' })).toBeVisible()
})

test('staying signed in uses a refresh token, and revoking the grant signs out the application', async ({
  page,
  context,
}) => {
  const device = startNodeScript('examples/src/example-device-flow-client.ts', { ISSUER: demo.issuer })
  await page.goto(demo.application)
  await page.getByRole('link', { name: 'Sign in and stay signed in' }).click()
  await useDemonstrationWallet(page)
  await page.getByRole('button', { name: 'Allow and continue' }).click()
  await expectSignedIn(page)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('status')).toContainText('Refreshed at')

  await expect.poll(device.output).toContain('Waiting')
  const [link = ''] = /http\S+/.exec(device.output()) ?? []
  const account = await context.newPage()
  await account.goto(link)
  await expect(
    account.getByRole('heading', { name: 'Example on the command line wants to sign in a device' }),
  ).toBeVisible()
  await account.getByRole('button', { name: 'Sign in this device' }).click()
  await expect(account.getByRole('heading', { name: 'Your device is signed in' })).toBeVisible()

  await account.goto(`${demo.issuer}/account/applications`)
  await account.getByRole('button', { name: 'Revoke access for Example application' }).click()
  await account.getByRole('dialog').getByRole('button', { name: 'Revoke access' }).click()
  await expect(page.getByRole('heading', { name: 'You were signed out' })).toBeVisible()

  expect(await device.ended).toBe(0)
  expect(device.output()).toMatch(/"wallet": "eip155:1:0x[0-9a-fA-F]{40}"/)
})

test('the demo application shows that the person denied access', async ({ page }) => {
  await page.goto(demo.application)
  await page.getByRole('link', { name: 'Sign in with Countersign' }).click()
  await page.getByRole('button', { name: 'Cancel and return to Example application' }).click()
  await expect(page.getByRole('heading', { name: 'You did not allow access.' })).toBeVisible()
})

test('an interrupted device flow client exits with a message', async () => {
  const device = startNodeScript('examples/src/example-device-flow-client.ts', { ISSUER: demo.issuer })
  await expect.poll(device.output).toContain('Waiting')
  device.interrupt()
  expect(await device.ended).toBe(130)
  expect(device.output()).toContain('Stopped. No one is signed in.')
})

/** @returns the demonstration wallet's address */
async function useDemonstrationWallet(page: Page): Promise<string> {
  await chooseDemonstrationWallet(page)
  const connect = page.getByRole('dialog', { name: 'Connect to this page?' })
  const sign = page.getByRole('dialog', { name: 'Sign this message?' })
  await expect(connect.or(sign)).toBeVisible()
  const address = (await connect.getByText(/^0x[0-9a-fA-F]{40}$/).allTextContents())[0] ?? ''
  if (await connect.isVisible()) await connect.getByRole('button', { name: 'Connect' }).click()
  await sign.getByRole('button', { name: 'Sign' }).click()
  return address
}

async function expectSignedIn(page: Page): Promise<void> {
  await page.waitForURL(`${demo.application}/`)
  await expect(page.getByRole('heading', { name: 'You’re signed in' })).toBeVisible()
}
