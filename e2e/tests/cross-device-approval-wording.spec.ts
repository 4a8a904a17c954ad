// What the page on the other device says of who asks, and where something goes wrong.
import { expectAccessible } from '../src/expect-accessible.ts'
import { createHttpTestBrowser, signInWithHttpTestBrowser } from '../src/http-test-browser.ts'
import { findUsePasskeyButton } from '../src/passkey-page-test-steps.ts'
import { createApiEndpointUrlMatcher, mockApiEndpointError } from '../src/api-response-mocking-test-steps.ts'
import { installFakeWallet, signInByApi, firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import {
  startCrossDeviceWaitingBrowser,
  crossDeviceWaitingBrowserHeaders,
} from '../src/cross-device-waiting-test-browser.ts'
import {
  unregisteredApplicationFixture,
  registeredApplicationFixture,
} from '../src/consent-and-connected-application-fixtures.ts'
import { expect, test } from './server-playwright-fixtures.ts'
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
  // Every test asks for codes of its own, all from this machine.
  serverSettings: { COUNTERSIGN_CROSS_DEVICE_CODES_PER_NETWORK_PER_MINUTE: '100000' },
})

const expiredHeading = 'This single-use code has expired or was already used.'

test('what ends elsewhere is said here by itself; what is over stays over, and what is done stays done', async ({
  page,
  server,
  key,
}) => {
  test.slow()
  await installFakeWallet(page, key)
  const client = createHttpTestBrowser(server.origin, crossDeviceWaitingBrowserHeaders)
  const called = await startCrossDeviceWaitingBrowser(client)
  await page.goto(called.link)
  await expect(findContinueButton(page)).toBeVisible()
  await called.cancel()
  await expectHeadingFocused(page, expiredHeading)
  await page.reload()
  await expect(findHeading(page, expiredHeading)).toBeVisible()
  await expectAccessible(page)

  const opened = await startCrossDeviceWaitingBrowser(client)
  await page.goto(opened.link)
  await findContinueButton(page).click()
  await createHttpTestBrowser(server.origin).send('POST', '/api/cross-device/open', { code: opened.code })
  await expectHeadingFocused(page, 'A second device opened this code.')
  await expectAccessible(page)

  const signed = await startCrossDeviceWaitingBrowser(client)
  await openCrossDeviceLinkAndMatchNumber(page, signed)
  await signMessageOnApprovingDevice(page)
  await signed.cancel()
  await expectHeadingFocused(page, 'It did not go through.')
  await expectAccessible(page)

  const used = await startCrossDeviceWaitingBrowser(client)
  await openCrossDeviceLinkAndMatchNumber(page, used)
  await signMessageOnApprovingDevice(page)
  expect(await used.submitSignedMessage()).toBe(true)
  await expectHeadingFocused(page, /^The other browser is signed in until/)
  await page.reload()
  await expectHeadingFocused(page, /^The other browser is signed in until/)
  await page.getByRole('button', { name: 'End it' }).click()
  await expectHeadingFocused(page, 'Ended.')
  // Without a session there is no time to say, and nothing to end.
  await page.goto(used.link)
  await expectHeadingFocused(page, 'Ended.')
  await expect(page.getByRole('button', { name: 'End it' })).toBeHidden()
  expect(await client.readPersonId()).toBeNull()
})

test('what else is asked for has words of its own', async ({ page, server, key }) => {
  test.slow()
  await installFakeWallet(page, key)
  const client = await signInWithHttpTestBrowser(server.origin, key, crossDeviceWaitingBrowserHeaders)
  const confirming = await startCrossDeviceWaitingBrowser(client, 'step-up')
  await page.goto(confirming.link)
  await expectHeadingFocused(page, 'Confirm in another browser that it is you?')
  await expectAccessible(page)
  await findContinueButton(page).click()
  await page.getByRole('button', { name: confirming.pair, exact: true }).click()
  await signMessageOnApprovingDevice(page)
  expect(await confirming.submitSignedMessage()).toBe(true)
  await expectHeadingFocused(page, 'It is confirmed in the other browser.')
  await expectAccessible(page)

  const linking = await startCrossDeviceWaitingBrowser(client, 'link')
  await page.goto(linking.link)
  await expectHeadingFocused(page, 'Link a wallet to whoever is signed in in another browser?')
  await expect(findMain(page)).toContainText('becomes a way in there')
  await findContinueButton(page).click()
  await page.getByRole('button', { name: linking.pair, exact: true }).click()
  await expectHeadingFocused(page, 'Now sign with the wallet to link')
  // A wallet is linked, and no passkey.
  await expect(page.getByRole('button', { name: firstFakeWalletName })).toBeVisible()
  await expect(findUsePasskeyButton(page)).toBeHidden()
  await signMessageOnApprovingDevice(page)

  const merging = await startCrossDeviceWaitingBrowser(client, 'merge')
  await page.goto(merging.link)
  await expectHeadingFocused(page, /^Merge the identity of a wallet/)
  await expect(findMain(page)).toContainText('If that is not you, you lose it to them.')
})

test('the application, the network and whose browser it is are said where they are known', async ({
  page,
  server,
  key,
}) => {
  await signInByApi(page.context(), server.origin, key)
  const openAs = async (given: object) => {
    const { link } = await startCrossDeviceWaitingBrowser(
      createHttpTestBrowser(server.origin, crossDeviceWaitingBrowserHeaders),
    )
    await page.route(createApiEndpointUrlMatcher('openCrossDevice'), async (route) => {
      const real = (await (await route.fetch()).json()) as object
      await route.fulfill({ json: { ...real, ...given } })
    })
    await page.goto(link)
    await expect(findContinueButton(page)).toBeVisible()
    await page.unrouteAll()
  }
  await openAs({
    application: registeredApplicationFixture,
    sameNetwork: false,
    networkPrefix: '203.0.113.0/24',
    isKnown: true,
  })
  await expect(findHeading(page, 'Sign in to Ledger Notes in another browser?')).toBeVisible()
  for (const said of ['not the same as here', 'Known to be yours', 'Nothing changes in this browser.'])
    await expect(findMain(page)).toContainText(said)
  await expectAccessible(page)
  await openAs({ sameNetwork: null, networkPrefix: '2001:db8::/64' })
  await expect(findMain(page)).toContainText('2001:db8::/64')
  await expect(findMain(page)).not.toContainText('as here')
  await openAs({ application: unregisteredApplicationFixture, isThisBrowser: true })
  await expect(findHeading(page, 'Sign in to agent.example in another window?')).toBeVisible()
  for (const said of ['This very browser', 'Nobody has registered this application here', '“Helpful Agent”'])
    await expect(findMain(page)).toContainText(said)
})

test('trouble is said where it is, and what can go on goes on by itself', async ({ page, server, key }) => {
  test.slow()
  await installFakeWallet(page, key)
  const waiting = await startCrossDeviceWaitingBrowser(
    createHttpTestBrowser(server.origin, crossDeviceWaitingBrowserHeaders),
  )
  await mockApiEndpointError(page, createApiEndpointUrlMatcher('openCrossDevice'), 'rate.limited', 30)
  await page.goto(waiting.link)
  await expect(findMain(page).getByRole('alert')).toContainText('Too many')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Continue' }).click()
  await findContinueButton(page).click()
  await page.getByRole('button', { name: waiting.pair, exact: true }).click()
  // A reload goes on where it was.
  await expectHeadingFocused(page, 'Now show that it is you')
  await page.reload()
  await expect(findHeading(page, 'Now show that it is you')).toBeVisible()
  await page.route(createApiEndpointUrlMatcher('followCrossDevice'), (route) => route.abort())
  await signMessageOnApprovingDevice(page)
  await expect(findMain(page).getByRole('status')).toContainText('This page tries again by itself.')
  await expectAccessible(page)
  await page.unrouteAll()
  expect(await waiting.submitSignedMessage()).toBe(true)
  await expectHeadingFocused(page, /^The other browser is signed in until/)
  await mockApiEndpointError(page, createApiEndpointUrlMatcher('endCrossDevice'), 'rate.limited', 5)
  await page.getByRole('button', { name: 'End it' }).click()
  await expect(findMain(page).getByRole('alert')).toBeVisible()
})
