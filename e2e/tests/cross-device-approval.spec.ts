// Tests the approving device: a phone with a wallet, for a computer without one. The waiting
// browser is headless.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/expect-accessible.ts'
import { addVirtualAuthenticator } from '../src/virtual-authenticator.ts'
import { createHttpTestBrowser } from '../src/http-test-browser.ts'
import { chooseDemonstrationWallet } from '../src/demonstration-wallet-test-steps.ts'
import { testUserAgents } from '../src/public-page-test-cases.ts'
import { signInAndAddPasskey, findUsePasskeyButton } from '../src/passkey-page-test-steps.ts'
import { createApiEndpointUrlMatcher, mockDemonstrationWalletNotFound } from '../src/api-response-mocking-test-steps.ts'
import { readPersonIdFromSession } from '../src/read-person-id-from-session.ts'
import { installFakeWallet, signOutFromAccount, firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import {
  startCrossDeviceWaitingBrowser,
  crossDeviceWaitingBrowserHeaders,
} from '../src/cross-device-waiting-test-browser.ts'
import type { CrossDeviceWaitingBrowser } from '../src/cross-device-waiting-test-browser.ts'
import { expect, test, collectBrowserContextErrors } from './server-playwright-fixtures.ts'
import {
  findMain,
  findHeading,
  findContinueButton,
  expectHeadingFocused,
  openCrossDeviceLinkAndMatchNumber,
  signMessageOnApprovingDevice,
} from './cross-device-approval-test-steps.ts'

test.use({
  viewport: { width: 390, height: 844 },
  // All tests request codes from the same network.
  serverSettings: { COUNTERSIGN_CROSS_DEVICE_CODES_PER_NETWORK_PER_MINUTE: '100000' },
})

const findRefuseButton = (page: Page) => page.getByRole('button', { name: 'Refuse and report' })
const pairHeading = 'Which of these does the other screen show?'

const findPairButtons = (page: Page) => page.getByRole('button', { name: /^[A-Z][2-9]$/ })

test('a wallet on this device signs in another browser, and this device can end that session', async ({
  page,
  server,
  key,
}) => {
  test.slow()
  await installFakeWallet(page, key)
  const waiting = await startCrossDeviceWaitingBrowser(
    createHttpTestBrowser(server.origin, crossDeviceWaitingBrowserHeaders),
  )
  // Link previews only send a GET request for the page, which must not open the code.
  expect((await page.request.get(waiting.link)).ok()).toBe(true)
  expect(await waiting.readState()).toBe('shown')

  await page.goto(waiting.link)
  await expectHeadingFocused(page, `Sign in to ${new URL(server.origin).host} in another browser?`)
  for (const said of ['Firefox on Linux', 'same as here', 'You’ll stay signed out here.', 'Did someone send you this?'])
    await expect(findMain(page)).toContainText(said)
  await expectAccessible(page)
  await findContinueButton(page).click()
  await expectHeadingFocused(page, pairHeading)
  await expect(findPairButtons(page)).toHaveCount(3)
  await expectAccessible(page)
  await page.getByRole('button', { name: waiting.pair, exact: true }).click()
  await expectHeadingFocused(page, 'Now prove that it’s you')
  await expect(findMain(page)).toContainText('in another browser: Firefox on Linux.')
  await expect(page.getByRole('button', { name: firstFakeWalletName })).toBeVisible()
  await expectAccessible(page)
  await signMessageOnApprovingDevice(page)
  await expectAccessible(page)
  expect(await waiting.client.readPersonId()).toBeNull()
  expect(await waiting.submitSignedMessage()).toBe(true)
  await expectHeadingFocused(page, /^The other browser is signed in until .+\.$/)
  await expectAccessible(page)
  expect(await waiting.client.readPersonId()).not.toBeNull()
  expect(await readPersonIdFromSession(page.context(), server.origin)).toBeNull()
  await page.getByRole('button', { name: 'End session' }).click()
  await expectHeadingFocused(page, 'Ended.')
  await expectAccessible(page)
  expect(await waiting.client.readPersonId()).toBeNull()
})

test('the demonstration wallet can approve a cross-device sign-in', async ({ page, server }) => {
  const waiting = await startCrossDeviceWaitingBrowser(
    createHttpTestBrowser(server.origin, crossDeviceWaitingBrowserHeaders),
  )
  await openCrossDeviceLinkAndMatchNumber(page, waiting)
  await chooseDemonstrationWallet(page)
  const wallet = page.getByRole('dialog')
  await wallet.getByRole('button', { name: 'Connect' }).click()
  await expect(findMain(page)).toContainText('Only what the other browser requested')
  await wallet.getByRole('button', { name: 'Sign' }).click()
  await expectHeadingFocused(page, 'Continue on the other screen.')
  expect(await waiting.submitSignedMessage()).toBe(true)
  await expectHeadingFocused(page, /^The other browser is signed in until/)
})

test('the code field accepts cross-device codes and OAuth device codes', async ({ page, server }) => {
  const waiting = await startCrossDeviceWaitingBrowser(
    createHttpTestBrowser(server.origin, crossDeviceWaitingBrowserHeaders),
  )
  const field = page.getByRole('textbox', { name: 'Code' })
  const next = page.getByRole('button', { name: 'Continue' })
  await page.goto('/device')
  // The page reports a possible typo next to the field.
  await field.fill('9bbb-bbbb')
  await next.click()
  await expect(findMain(page).getByRole('alert')).toContainText('This code didn’t work.')
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await field.fill(waiting.code.replace('-', ' ').toLowerCase())
  await next.click()
  await expectHeadingFocused(page, /in another browser\?$/)
  expect(new URL(page.url()).search).toBe(`?user_code=${waiting.code}`)
  await page.reload()
  await expect(findContinueButton(page)).toBeVisible()

  // A code of letters only is a device code, which requires sign-in first.
  await page.goto('/device')
  await field.fill('wdjb mjht')
  await next.click()
  await page.waitForURL('**/sign-in?**')
  expect(new URL(page.url()).searchParams.get('next')).toBe('/device?user_code=WDJB-MJHT')
})

test('a request can be refused and reported in one tap from every step', async ({ page, server }) => {
  const steps = [
    async () => {},
    async () => findContinueButton(page).click(),
    async ({ pair }: CrossDeviceWaitingBrowser) => {
      await findContinueButton(page).click()
      await page.getByRole('button', { name: pair, exact: true }).click()
      await expectHeadingFocused(page, 'Now prove that it’s you')
    },
  ]
  for (const goThere of steps) {
    const waiting = await startCrossDeviceWaitingBrowser(
      createHttpTestBrowser(server.origin, crossDeviceWaitingBrowserHeaders),
    )
    await page.goto(waiting.link)
    await goThere(waiting)
    await findRefuseButton(page).click()
    await expectHeadingFocused(page, 'Refused and reported.')
    expect(await waiting.readState()).toBe('refused')
  }
  await expectAccessible(page)
})

test('picking the wrong matching number ends the request', async ({ page, server }) => {
  const waiting = await startCrossDeviceWaitingBrowser(
    createHttpTestBrowser(server.origin, crossDeviceWaitingBrowserHeaders),
  )
  await page.goto(waiting.link)
  await findContinueButton(page).click()
  await findPairButtons(page).filter({ hasNotText: waiting.pair }).first().click()
  await expectHeadingFocused(page, 'That was a different pair. We ended the request.')
  await expectAccessible(page)
  expect(await waiting.readState()).toBe('wrong-pair')
})

test('two codes opened concurrently on a new phone both stay open', async ({ page, server, context }) => {
  const client = createHttpTestBrowser(server.origin, crossDeviceWaitingBrowserHeaders)
  const codes = [await startCrossDeviceWaitingBrowser(client), await startCrossDeviceWaitingBrowser(client)]
  const other = await context.newPage()
  const pages = [page, other]
  // The delay is long enough that the second request starts before the first has a response.
  await context.route(createApiEndpointUrlMatcher('openCrossDevice'), async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await Promise.all(pages.map((tab, index) => tab.goto(codes[index]?.link ?? '')))
  for (const [index, tab] of pages.entries()) {
    await findContinueButton(tab).click()
    await tab.getByRole('button', { name: codes[index]?.pair ?? '', exact: true }).click()
    await expectHeadingFocused(tab, 'Now prove that it’s you')
  }
})

test.describe('Approval on a phone with a wrong clock', () => {
  test('shows the remaining time as the server reports it', async ({ page, server }) => {
    await page.clock.install({ time: Date.now() + 7 * 60_000 })
    const waiting = await startCrossDeviceWaitingBrowser(
      createHttpTestBrowser(server.origin, crossDeviceWaitingBrowserHeaders),
    )
    await page.goto(waiting.link)
    await expect(findContinueButton(page)).toBeVisible()
    await expect(findMain(page)).toContainText(/Valid for4:\d\d/)
    await expect(findMain(page)).toContainText('Requestedjust now')
  })
})

test('a passkey on this device signs in another browser; a missing passkey is not an error', async ({
  page,
  server,
  key,
}) => {
  test.slow()
  const authenticator = await addVirtualAuthenticator(page)
  await signInAndAddPasskey(page, key)
  await page.goto('/account')
  await signOutFromAccount(page)
  const waiting = await startCrossDeviceWaitingBrowser(
    createHttpTestBrowser(server.origin, crossDeviceWaitingBrowserHeaders),
  )
  await openCrossDeviceLinkAndMatchNumber(page, waiting)
  const [passkey] = await authenticator.passkeys()
  await authenticator.clear()
  await findUsePasskeyButton(page).click()
  await expect(findMain(page)).toContainText('No passkey was used.')
  await expect(page.getByRole('status').filter({ hasText: 'No passkey was used.' })).toBeAttached()
  await expectAccessible(page)
  if (passkey) await authenticator.add(passkey)
  await findUsePasskeyButton(page).click()
  await expectHeadingFocused(page, 'Continue on the other screen.')
  expect(await waiting.submitSignedMessage()).toBe(true)
  await expectHeadingFocused(page, /^The other browser is signed in until/)
  expect(await waiting.client.readPersonId()).not.toBeNull()
})

test.describe('Approval on a phone without a wallet', () => {
  test.use({ userAgent: testUserAgents.chromeOnAndroid })

  test('the in-app browser of a wallet takes over the request', async ({ page, server, key, browser }) => {
    await mockDemonstrationWalletNotFound(page)
    const waiting = await startCrossDeviceWaitingBrowser(
      createHttpTestBrowser(server.origin, crossDeviceWaitingBrowserHeaders),
    )
    await openCrossDeviceLinkAndMatchNumber(page, waiting)
    const link = page.getByRole('link', { name: 'Open in Trust Wallet' })
    const inside = new URL((await link.getAttribute('href')) ?? '').searchParams.get('url') ?? ''
    expect(new URL(inside).searchParams.get('pass')).toMatch(/^[0-9a-z]{26}$/)
    await expectAccessible(page)

    const context = await browser.newContext({ baseURL: server.origin })
    const errors = collectBrowserContextErrors(context, server.origin)
    const wallet = await context.newPage()
    await installFakeWallet(wallet, key)
    await wallet.goto(inside)
    // The browser that opened the link may differ from the one that matched the number.
    await expect(findHeading(wallet, /in another browser\?$/)).toBeVisible()
    expect(new URL(wallet.url()).search).toBe(`?user_code=${waiting.code}`)
    await expectHeadingFocused(page, 'You’re done on this page.')
    await expectAccessible(page)
    // A reload of the original tab does not count as a second device.
    await page.reload()
    await expectHeadingFocused(page, 'You’re done on this page.')
    await findContinueButton(wallet).click()
    await expectHeadingFocused(wallet, pairHeading)
    await wallet.getByRole('button', { name: waiting.pair, exact: true }).click()
    await expect(findMain(wallet)).toContainText('in another browser: Firefox on Linux.')
    await signMessageOnApprovingDevice(wallet)
    expect(await waiting.submitSignedMessage()).toBe(true)
    await expectHeadingFocused(wallet, /^The other browser is signed in until/)
    expect(errors).toEqual([])
    await context.close()
  })

  test('resumes after a reload without opening a wallet, and explains what a wallet is', async ({ page, server }) => {
    await mockDemonstrationWalletNotFound(page)
    await openCrossDeviceLinkAndMatchNumber(
      page,
      await startCrossDeviceWaitingBrowser(createHttpTestBrowser(server.origin, crossDeviceWaitingBrowserHeaders)),
    )
    await expect(page.getByRole('link', { name: 'Open in Trust Wallet' })).toBeVisible()
    for (const said of ['It asks for the pair again.', 'A wallet is an app or browser extension'])
      await expect(findMain(page)).toContainText(said)
    expect(page.url()).toBe(`${server.origin}/device`)
    await page.reload()
    await expect(findHeading(page, 'Now prove that it’s you')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Open in Trust Wallet' })).toBeVisible()
  })
})

test('approval on a computer without a wallet explains wallets and does not suggest a phone', async ({
  page,
  server,
}) => {
  await mockDemonstrationWalletNotFound(page)
  await openCrossDeviceLinkAndMatchNumber(
    page,
    await startCrossDeviceWaitingBrowser(createHttpTestBrowser(server.origin, crossDeviceWaitingBrowserHeaders)),
  )
  await expect(page.getByRole('heading', { name: 'No wallet found in this browser.' })).toBeVisible()
  await expect(findMain(page)).toContainText('A wallet is an app or browser extension')
  await expect(findMain(page)).not.toContainText('phone')
  await expectAccessible(page)
})
