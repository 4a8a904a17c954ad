// Tests sign-in from the wallet to the session in the database, and its error cases.
import { installFakeEthereumWallets } from '@countersign/testing/fake-ethereum-wallet'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { chooseDemonstrationWallet } from '../src/demonstration-wallet-test-steps.ts'
import { installFakePageClock } from '../src/fake-page-clock.ts'
import { readPersonIdFromSession } from '../src/read-person-id-from-session.ts'
import {
  openSignInAndChooseWallet,
  expectAccountPage,
  installFakeWallet,
  setFakeWalletBehavior,
  shortenAddress,
  openAccountWithFakeWallet,
  signOutFromAccount,
  firstFakeWalletName,
} from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

test('the demonstration wallet signs in a new person, from the home page to the session list', async ({
  page,
  context,
  server,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await chooseDemonstrationWallet(page)
  const connect = page.getByRole('dialog', { name: 'Connect to this page?' })
  const address = (await connect.getByText(/^0x[0-9a-fA-F]{40}$/).textContent()) ?? ''
  await connect.getByRole('button', { name: 'Connect' }).click()
  const sign = page.getByRole('dialog', { name: 'Sign this message?' })
  await expect(sign.getByRole('region', { name: 'The message' })).toContainText(
    `${new URL(server.origin).host} wants you to sign in`,
  )
  await sign.getByRole('button', { name: 'Sign' }).click()
  await expectAccountPage(page)
  await expect(page.getByText(shortenAddress(address)).first()).toBeVisible()
  expect(await readPersonIdFromSession(context, server.origin)).not.toBeNull()

  await page.getByRole('link', { name: 'Sessions', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Your sessions' })).toBeVisible()
  const sessions = page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem')
  await expect(sessions).toHaveCount(1)
  await expect(sessions).toContainText('This browser')
})

test('a returning person is recognized and sees the last used wallet first', async ({ page, context, server, key }) => {
  const others = [createEthereumTestKey(50), createEthereumTestKey(51)] as const
  await installFakeEthereumWallets(page, [
    { behavior: 'good', key: others[0] },
    { behavior: 'good', key },
    { behavior: 'good', key: others[1] },
  ])
  await openSignInAndChooseWallet(page, 'Test Wallet 2')
  await expectAccountPage(page)
  const person = await readPersonIdFromSession(context, server.origin)
  await signOutFromAccount(page)
  expect(await readPersonIdFromSession(context, server.origin)).toBeNull()

  await page.getByRole('link', { name: 'Sign in again' }).click()
  const first = page.getByRole('list', { name: 'Choose your wallet' }).getByRole('listitem').first()
  await expect(first).toContainText('Test Wallet 2')
  await expect(first).toContainText('Last used here')
  await expect(page.getByText('Last used here')).toHaveCount(1)
  await first.getByRole('button').click()
  await expectAccountPage(page)
  expect(await readPersonIdFromSession(context, server.origin)).toBe(person)
})

test('declining to connect creates no session, and a retry signs in', async ({ page, context, server, key }) => {
  await installFakeWallet(page, key, { behavior: 'declines-connect' })
  await openSignInAndChooseWallet(page)
  await expect(page.getByRole('heading', { name: `You declined in ${firstFakeWalletName}.` })).toBeVisible()
  expect(await readPersonIdFromSession(context, server.origin)).toBeNull()
  await setFakeWalletBehavior(page, 'good')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectAccountPage(page)
})

test('declining to sign creates no session, and a retry signs in', async ({ page, context, server, key }) => {
  await installFakeWallet(page, key, { behavior: 'declines-sign' })
  await openSignInAndChooseWallet(page)
  await expect(page.getByRole('heading', { name: 'You declined to sign.' })).toBeVisible()
  expect(await readPersonIdFromSession(context, server.origin)).toBeNull()
  await setFakeWalletBehavior(page, 'good')
  await page.getByRole('button', { name: 'Sign again' }).click()
  await expectAccountPage(page)
})

test('sign-in continues automatically once a locked wallet is unlocked', async ({ page, key }) => {
  await installFakeWallet(page, key, { behavior: 'locked' })
  await openSignInAndChooseWallet(page)
  await expect(page.getByRole('heading', { name: `${firstFakeWalletName} is locked.` })).toBeVisible()
  await page.evaluate(() => (globalThis as unknown as { fakeWallets: { approve(): void }[] }).fakeWallets[0]?.approve())
  await expectAccountPage(page)
})

test('a wallet that returns a lowercase address signs in with the checksum address', async ({ page, key }) => {
  await installFakeWallet(page, key, { behavior: 'lower-case-address' })
  await openSignInAndChooseWallet(page)
  await expectAccountPage(page)
  await expect(page.getByText(shortenAddress(key.address)).first()).toBeVisible()
})

test('an account switched during sign-in is used only after confirmation', async ({ page, key }) => {
  const other = createEthereumTestKey(52)
  await installFakeWallet(page, key, { behavior: 'switches-address-midway', otherKey: other, slowMilliseconds: 300 })
  await openSignInAndChooseWallet(page)
  await expect(page.getByRole('heading', { name: `You switched to ${shortenAddress(other.address)}.` })).toBeVisible()
  await page.getByRole('button', { name: 'Yes, create a new message' }).click()
  await expectAccountPage(page)
  await expect(page.getByText(shortenAddress(other.address)).first()).toBeVisible()
  await expect(page.getByText(shortenAddress(key.address))).toHaveCount(0)
})

test('a page left open renews its challenge automatically and signs the new one', async ({ page, key }) => {
  await installFakePageClock(page)
  await installFakeWallet(page, key)
  const first = page.waitForResponse('**/api/challenges')
  await page.goto('/sign-in')
  await first
  await expect(page.getByRole('button', { name: firstFakeWalletName })).toBeVisible()
  const renewed = page.waitForResponse('**/api/challenges')
  await page.clock.fastForward(4 * 60_000)
  const { message } = (await (await renewed).json()) as { message: { nonce: string } }
  const sent = page.waitForRequest('**/api/sign-in')
  await page.getByRole('button', { name: firstFakeWalletName }).click()
  expect((await sent).postDataJSON().message).toContain(`Nonce: ${message.nonce}`)
  await expectAccountPage(page)
})

test('two tabs do not interfere: the second tab signs in again or shows the signed-in person', async ({
  page,
  context,
  key,
}) => {
  await installFakeWallet(page, key)
  await page.goto('/sign-in')
  const second = await context.newPage()
  await installFakeWallet(second, key)
  await second.goto('/sign-in')
  await expect(second.getByRole('button', { name: firstFakeWalletName })).toBeVisible()

  await page.getByRole('button', { name: firstFakeWalletName }).click()
  await expectAccountPage(page)
  await second.getByRole('button', { name: firstFakeWalletName }).click()
  await expectAccountPage(second)
  await page.reload()
  await expectAccountPage(page)
  await page.getByRole('link', { name: 'Sessions', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem')).toHaveCount(1)

  const third = await context.newPage()
  await third.goto('/sign-in')
  await expect(
    third.getByRole('heading', { name: `You’re signed in as ${shortenAddress(key.address)}.` }),
  ).toBeVisible()
  await third.getByRole('button', { name: 'Continue' }).click()
  await expectAccountPage(third)
})

test('two tabs opened at the same time both sign in', async ({ page, context, key }) => {
  const second = await context.newPage()
  await installFakeWallet(page, key)
  await installFakeWallet(second, key)
  await Promise.all([page.goto('/sign-in'), second.goto('/sign-in')])
  for (const tab of [page, second]) {
    await tab.getByRole('button', { name: firstFakeWalletName }).click()
    await expectAccountPage(tab)
  }
})

test('sign-in returns to the requested page', async ({ page, key }) => {
  await installFakeWallet(page, key)
  await page.goto('/account/sessions')
  await page.waitForURL('**/sign-in?next=*')
  await page.getByRole('button', { name: firstFakeWalletName }).click()
  await page.waitForURL('**/account/sessions')
  await expect(page.getByRole('heading', { name: 'Your sessions' })).toBeVisible()
})

test('the back button does not show the account after sign-out', async ({ page, context, server, key }) => {
  await openAccountWithFakeWallet(page, key)
  await signOutFromAccount(page)
  await page.goBack()
  await page.waitForURL('**/sign-in**')
  await expect(page.getByText('Your identity')).toHaveCount(0)
  await expect(page.getByRole('button', { name: firstFakeWalletName })).toBeVisible()
  expect(await readPersonIdFromSession(context, server.origin)).toBeNull()
})
