// The device that answers another browser: a phone with the wallet, for a computer that has none. The other browser is a client without a screen.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { addVirtualAuthenticator } from '../src/virtual-authenticator.ts'
import { createHeadlessClient, signInHeadlessClient } from '../src/headless-client.ts'
import { chooseDemonstrationWallet } from '../src/choose-demonstration-wallet.ts'
import { userAgents } from '../src/public-pages.ts'
import { signInAndAddPasskey, findUsePasskeyButton } from '../src/passkey-steps.ts'
import { matchCallUrl, mockCallError, disableDemonstrationWallet } from '../src/mock-responses.ts'
import { readPersonId } from '../src/read-person-id.ts'
import {
  installFakeWallet,
  signInWithoutPage,
  signOutFromAccount,
  firstWalletName,
} from '../src/wallet-sign-in-steps.ts'
import { requestCrossDeviceCode, crossDeviceBrowserHeaders } from '../src/cross-device-browser.ts'
import type { CrossDeviceBrowser } from '../src/cross-device-browser.ts'
import { unregisteredApplication, registeredApplication } from '../src/application-fixtures.ts'
import { expect, test, collectContextErrors } from './test-fixtures.ts'

test.use({
  viewport: { width: 390, height: 844 },
  // Every test asks for codes of its own, all from this machine.
  serverSettings: { COUNTERSIGN_CROSS_DEVICE_CODES_PER_NETWORK_PER_MINUTE: '100000' },
})

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const continueButton = (page: Page) => page.getByRole('button', { name: 'It is mine, go on' })
const refuseButton = (page: Page) => page.getByRole('button', { name: 'Refuse and report' })
const pairHeading = 'Which of these does the other screen show?'
const expiredHeading = 'This single-use code has expired or was already used.'

/** What is next is at hand for the keyboard and the screen reader too. */
const expectNext = (page: Page, name: string | RegExp) => expect(heading(page, name)).toBeFocused()

const pairs = (page: Page) => page.getByRole('button', { name: /^[A-Z][2-9]$/ })

/** Opens the code by its link, says that it is theirs, and picks the pair. */
async function openProofStep(page: Page, { link, pair }: CrossDeviceBrowser): Promise<void> {
  await page.goto(link)
  await continueButton(page).click()
  await page.getByRole('button', { name: pair, exact: true }).click()
}

/** Signs with the wallet of the page, for a proof that it is at. */
async function signOnThisDevice(page: Page): Promise<void> {
  await page.getByRole('list', { name: 'Choose your wallet' }).getByRole('button', { name: firstWalletName }).click()
  await expectNext(page, 'Go on at the other screen.')
}

test('a wallet here signs in another browser, and this one can end that again', async ({ page, server, key }) => {
  test.slow()
  await installFakeWallet(page, key)
  const waiting = await requestCrossDeviceCode(createHeadlessClient(server.origin, crossDeviceBrowserHeaders))
  // Whoever only looks at the link, such as the preview of a message, opens nothing.
  expect((await page.request.get(waiting.link)).ok()).toBe(true)
  expect(await waiting.readState()).toBe('shown')

  await page.goto(waiting.link)
  await expectNext(page, `Sign in to ${new URL(server.origin).host} in another browser?`)
  for (const said of [
    'Firefox on Linux',
    'same as here',
    'You will stay signed out here.',
    'Did somebody send you this?',
  ])
    await expect(main(page)).toContainText(said)
  await expectAccessible(page)
  await continueButton(page).click()
  await expectNext(page, pairHeading)
  await expect(pairs(page)).toHaveCount(3)
  await expectAccessible(page)
  await page.getByRole('button', { name: waiting.pair, exact: true }).click()
  await expectNext(page, 'Now show that it is you')
  await expect(main(page)).toContainText('in another browser: Firefox on Linux.')
  await expect(page.getByRole('button', { name: firstWalletName })).toBeVisible()
  await expectAccessible(page)
  await signOnThisDevice(page)
  await expectAccessible(page)
  expect(await waiting.client.readPersonId()).toBeNull()
  expect(await waiting.submitSignedMessage()).toBe(true)
  await expectNext(page, /^The other browser is signed in until .+\.$/)
  await expectAccessible(page)
  expect(await waiting.client.readPersonId()).not.toBeNull()
  expect(await readPersonId(page.context(), server.origin)).toBeNull()
  await page.getByRole('button', { name: 'End it' }).click()
  await expectNext(page, 'Ended.')
  await expectAccessible(page)
  expect(await waiting.client.readPersonId()).toBeNull()
})

test('the demonstration wallet answers too', async ({ page, server }) => {
  const waiting = await requestCrossDeviceCode(createHeadlessClient(server.origin, crossDeviceBrowserHeaders))
  await openProofStep(page, waiting)
  await chooseDemonstrationWallet(page)
  const wallet = page.getByRole('dialog')
  await wallet.getByRole('button', { name: 'Connect' }).click()
  await expect(main(page)).toContainText('Only what the other browser asks for')
  await wallet.getByRole('button', { name: 'Sign' }).click()
  await expectNext(page, 'Go on at the other screen.')
  expect(await waiting.submitSignedMessage()).toBe(true)
  await expectNext(page, /^The other browser is signed in until/)
})

test('one field takes the code of a browser and of a device', async ({ page, server }) => {
  const waiting = await requestCrossDeviceCode(createHeadlessClient(server.origin, crossDeviceBrowserHeaders))
  const field = page.getByRole('textbox', { name: 'Code' })
  const next = page.getByRole('button', { name: 'Continue' })
  await page.goto('/device')
  // What may be a slip is said at the field.
  await field.fill('9bbb-bbbb')
  await next.click()
  await expect(main(page).getByRole('alert')).toContainText('This code does not work.')
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await field.fill(waiting.code.replace('-', ' ').toLowerCase())
  await next.click()
  await expectNext(page, /in another browser\?$/)
  // A reload comes back to it.
  expect(new URL(page.url()).search).toBe(`?user_code=${waiting.code}`)
  await page.reload()
  await expect(continueButton(page)).toBeVisible()

  // Letters alone are a device's: whoever is signed out signs in first.
  await page.goto('/device')
  await field.fill('wdjb mjht')
  await next.click()
  await page.waitForURL('**/sign-in?**')
  expect(new URL(page.url()).searchParams.get('next')).toBe('/device?user_code=WDJB-MJHT')
})

test('refused and reported in one tap, from any step', async ({ page, server }) => {
  const steps = [
    async () => {},
    async () => continueButton(page).click(),
    async ({ pair }: CrossDeviceBrowser) => {
      await continueButton(page).click()
      await page.getByRole('button', { name: pair, exact: true }).click()
      await expectNext(page, 'Now show that it is you')
    },
  ]
  for (const goThere of steps) {
    const waiting = await requestCrossDeviceCode(createHeadlessClient(server.origin, crossDeviceBrowserHeaders))
    await page.goto(waiting.link)
    await goThere(waiting)
    await refuseButton(page).click()
    await expectNext(page, 'Refused and reported.')
    expect(await waiting.readState()).toBe('refused')
  }
  await expectAccessible(page)
})

test('a wrong pair ends it', async ({ page, server }) => {
  const waiting = await requestCrossDeviceCode(createHeadlessClient(server.origin, crossDeviceBrowserHeaders))
  await page.goto(waiting.link)
  await continueButton(page).click()
  await pairs(page).filter({ hasNotText: waiting.pair }).first().click()
  await expectNext(page, 'That was another one. We ended it.')
  await expectAccessible(page)
  expect(await waiting.readState()).toBe('wrong-pair')
})

test('what ends elsewhere is said here by itself; what is over stays over, and what is done stays done', async ({
  page,
  server,
  key,
}) => {
  test.slow()
  await installFakeWallet(page, key)
  const client = createHeadlessClient(server.origin, crossDeviceBrowserHeaders)
  const called = await requestCrossDeviceCode(client)
  await page.goto(called.link)
  await expect(continueButton(page)).toBeVisible()
  await called.cancel()
  await expectNext(page, expiredHeading)
  await page.reload()
  await expect(heading(page, expiredHeading)).toBeVisible()
  await expectAccessible(page)

  const opened = await requestCrossDeviceCode(client)
  await page.goto(opened.link)
  await continueButton(page).click()
  await createHeadlessClient(server.origin).send('POST', '/api/cross-device/open', { code: opened.code })
  await expectNext(page, 'A second device opened this code.')
  await expectAccessible(page)

  const signed = await requestCrossDeviceCode(client)
  await openProofStep(page, signed)
  await signOnThisDevice(page)
  await signed.cancel()
  await expectNext(page, 'It did not go through.')
  await expectAccessible(page)

  const used = await requestCrossDeviceCode(client)
  await openProofStep(page, used)
  await signOnThisDevice(page)
  expect(await used.submitSignedMessage()).toBe(true)
  await expectNext(page, /^The other browser is signed in until/)
  await page.reload()
  await expectNext(page, /^The other browser is signed in until/)
  await page.getByRole('button', { name: 'End it' }).click()
  await expectNext(page, 'Ended.')
  // Without a session there is no time to say, and nothing to end.
  await page.goto(used.link)
  await expectNext(page, 'Ended.')
  await expect(page.getByRole('button', { name: 'End it' })).toBeHidden()
  expect(await client.readPersonId()).toBeNull()
})

test('two codes that a new phone opens at the same time both stay open', async ({ page, server, context }) => {
  const client = createHeadlessClient(server.origin, crossDeviceBrowserHeaders)
  const codes = [await requestCrossDeviceCode(client), await requestCrossDeviceCode(client)]
  const other = await context.newPage()
  const pages = [page, other]
  // Long enough that the second one asks before the first one has its answer.
  await context.route(matchCallUrl('openCrossDevice'), async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await Promise.all(pages.map((tab, index) => tab.goto(codes[index]?.link ?? '')))
  for (const [index, tab] of pages.entries()) {
    await continueButton(tab).click()
    await tab.getByRole('button', { name: codes[index]?.pair ?? '', exact: true }).click()
    await expectNext(tab, 'Now show that it is you')
  }
})

test.describe('on a phone whose clock is wrong', () => {
  test('as much time is left as the server gives', async ({ page, server }) => {
    await page.clock.install({ time: Date.now() + 7 * 60_000 })
    const waiting = await requestCrossDeviceCode(createHeadlessClient(server.origin, crossDeviceBrowserHeaders))
    await page.goto(waiting.link)
    await expect(continueButton(page)).toBeVisible()
    await expect(main(page)).toContainText(/Valid for4:\d\d/)
    await expect(main(page)).toContainText('Askedjust now')
  })
})

test('a passkey of this device signs in another browser; none is no failure', async ({ page, server, key }) => {
  test.slow()
  const authenticator = await addVirtualAuthenticator(page)
  await signInAndAddPasskey(page, key)
  await page.goto('/account')
  await signOutFromAccount(page)
  const waiting = await requestCrossDeviceCode(createHeadlessClient(server.origin, crossDeviceBrowserHeaders))
  await openProofStep(page, waiting)
  const [passkey] = await authenticator.passkeys()
  await authenticator.clear()
  await findUsePasskeyButton(page).click()
  await expect(main(page)).toContainText('No passkey was used.')
  await expect(page.getByRole('status').filter({ hasText: 'No passkey was used.' })).toBeAttached()
  await expectAccessible(page)
  if (passkey) await authenticator.add(passkey)
  await findUsePasskeyButton(page).click()
  await expectNext(page, 'Go on at the other screen.')
  expect(await waiting.submitSignedMessage()).toBe(true)
  await expectNext(page, /^The other browser is signed in until/)
  expect(await waiting.client.readPersonId()).not.toBeNull()
})

test.describe('on a phone without a wallet', () => {
  test.use({ userAgent: userAgents.chromeOnAndroid })

  test('the browser inside a wallet takes over', async ({ page, server, key, browser }) => {
    await disableDemonstrationWallet(page)
    const waiting = await requestCrossDeviceCode(createHeadlessClient(server.origin, crossDeviceBrowserHeaders))
    await openProofStep(page, waiting)
    const link = page.getByRole('link', { name: 'Open in Trust Wallet' })
    const inside = new URL((await link.getAttribute('href')) ?? '').searchParams.get('url') ?? ''
    expect(new URL(inside).searchParams.get('pass')).toMatch(/^[0-9a-z]{26}$/)
    await expectAccessible(page)

    const context = await browser.newContext({ baseURL: server.origin })
    const faults = collectContextErrors(context, server.origin)
    const wallet = await context.newPage()
    await installFakeWallet(wallet, key)
    await wallet.goto(inside)
    // Who opened the link need not be who picked the pair.
    await expect(heading(wallet, /in another browser\?$/)).toBeVisible()
    expect(new URL(wallet.url()).search).toBe(`?user_code=${waiting.code}`)
    await expectNext(page, 'This page is done.')
    await expectAccessible(page)
    // The tab that lies behind the wallet is loaded anew, and is no second device by that.
    await page.reload()
    await expectNext(page, 'This page is done.')
    await continueButton(wallet).click()
    await expectNext(wallet, pairHeading)
    await wallet.getByRole('button', { name: waiting.pair, exact: true }).click()
    await expect(main(wallet)).toContainText('in another browser: Firefox on Linux.')
    await signOnThisDevice(wallet)
    expect(await waiting.submitSignedMessage()).toBe(true)
    await expectNext(wallet, /^The other browser is signed in until/)
    expect(faults).toEqual([])
    await context.close()
  })

  test('whoever comes back without having opened a wallet goes on, and is told what one is', async ({
    page,
    server,
  }) => {
    await disableDemonstrationWallet(page)
    await openProofStep(
      page,
      await requestCrossDeviceCode(createHeadlessClient(server.origin, crossDeviceBrowserHeaders)),
    )
    await expect(page.getByRole('link', { name: 'Open in Trust Wallet' })).toBeVisible()
    for (const said of ['it asks for the pair once more.', 'A wallet is an app or browser extension'])
      await expect(main(page)).toContainText(said)
    // What lies behind a wallet's app and is loaded anew opens nothing a second time.
    expect(page.url()).toBe(`${server.origin}/device`)
    await page.reload()
    await expect(heading(page, 'Now show that it is you')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Open in Trust Wallet' })).toBeVisible()
  })
})

test('on a computer without a wallet it is said what one is, and nobody is sent to a phone', async ({
  page,
  server,
}) => {
  await disableDemonstrationWallet(page)
  await openProofStep(
    page,
    await requestCrossDeviceCode(createHeadlessClient(server.origin, crossDeviceBrowserHeaders)),
  )
  await expect(page.getByRole('heading', { name: 'No wallet found in this browser.' })).toBeVisible()
  await expect(main(page)).toContainText('A wallet is an app or browser extension')
  await expect(main(page)).not.toContainText('phone')
  await expectAccessible(page)
})

test('what else is asked for has words of its own', async ({ page, server, key }) => {
  test.slow()
  await installFakeWallet(page, key)
  const client = await signInHeadlessClient(server.origin, key, crossDeviceBrowserHeaders)
  const confirming = await requestCrossDeviceCode(client, 'step-up')
  await page.goto(confirming.link)
  await expectNext(page, 'Confirm in another browser that it is you?')
  await expectAccessible(page)
  await continueButton(page).click()
  await page.getByRole('button', { name: confirming.pair, exact: true }).click()
  await signOnThisDevice(page)
  expect(await confirming.submitSignedMessage()).toBe(true)
  await expectNext(page, 'It is confirmed in the other browser.')
  await expectAccessible(page)

  const linking = await requestCrossDeviceCode(client, 'link')
  await page.goto(linking.link)
  await expectNext(page, 'Link a wallet to whoever is signed in in another browser?')
  await expect(main(page)).toContainText('becomes a way in there')
  await continueButton(page).click()
  await page.getByRole('button', { name: linking.pair, exact: true }).click()
  await expectNext(page, 'Now sign with the wallet to link')
  // A wallet is linked, and no passkey.
  await expect(page.getByRole('button', { name: firstWalletName })).toBeVisible()
  await expect(findUsePasskeyButton(page)).toBeHidden()
  await signOnThisDevice(page)

  const merging = await requestCrossDeviceCode(client, 'merge')
  await page.goto(merging.link)
  await expectNext(page, /^Merge the identity of a wallet/)
  await expect(main(page)).toContainText('If that is not you, you lose it to them.')
})

test('the application, the network and whose browser it is are said where they are known', async ({
  page,
  server,
  key,
}) => {
  await signInWithoutPage(page.context(), server.origin, key)
  const openAs = async (given: object) => {
    const { link } = await requestCrossDeviceCode(createHeadlessClient(server.origin, crossDeviceBrowserHeaders))
    await page.route(matchCallUrl('openCrossDevice'), async (route) => {
      const real = (await (await route.fetch()).json()) as object
      await route.fulfill({ json: { ...real, ...given } })
    })
    await page.goto(link)
    await expect(continueButton(page)).toBeVisible()
    await page.unrouteAll()
  }
  await openAs({
    application: registeredApplication,
    sameNetwork: false,
    networkPrefix: '203.0.113.0/24',
    isKnown: true,
  })
  await expect(heading(page, 'Sign in to Ledger Notes in another browser?')).toBeVisible()
  for (const said of ['not the same as here', 'Known to be yours', 'Nothing changes in this browser.'])
    await expect(main(page)).toContainText(said)
  await expectAccessible(page)
  await openAs({ sameNetwork: null, networkPrefix: '2001:db8::/64' })
  await expect(main(page)).toContainText('2001:db8::/64')
  await expect(main(page)).not.toContainText('as here')
  await openAs({ application: unregisteredApplication, isHere: true })
  await expect(heading(page, 'Sign in to agent.example in another window?')).toBeVisible()
  for (const said of ['This very browser', 'Nobody has registered this application here', '“Helpful Agent”'])
    await expect(main(page)).toContainText(said)
})

test('trouble is said where it is, and what can go on goes on by itself', async ({ page, server, key }) => {
  test.slow()
  await installFakeWallet(page, key)
  const waiting = await requestCrossDeviceCode(createHeadlessClient(server.origin, crossDeviceBrowserHeaders))
  await mockCallError(page, matchCallUrl('openCrossDevice'), 'rate.limited', 30)
  await page.goto(waiting.link)
  await expect(main(page).getByRole('alert')).toContainText('Too many')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Continue' }).click()
  await continueButton(page).click()
  await page.getByRole('button', { name: waiting.pair, exact: true }).click()
  // A reload goes on where it was.
  await expectNext(page, 'Now show that it is you')
  await page.reload()
  await expect(heading(page, 'Now show that it is you')).toBeVisible()
  await page.route(matchCallUrl('followCrossDevice'), (route) => route.abort())
  await signOnThisDevice(page)
  await expect(main(page).getByRole('status')).toContainText('This page tries again by itself.')
  await expectAccessible(page)
  await page.unrouteAll()
  expect(await waiting.submitSignedMessage()).toBe(true)
  await expectNext(page, /^The other browser is signed in until/)
  await mockCallError(page, matchCallUrl('endCrossDevice'), 'rate.limited', 5)
  await page.getByRole('button', { name: 'End it' }).click()
  await expect(main(page).getByRole('alert')).toBeVisible()
})
