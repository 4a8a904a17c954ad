// Tests the texts of the approving page: who requests the approval, and what went wrong.
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
  // All tests request codes from the same network.
  serverSettings: { COUNTERSIGN_CROSS_DEVICE_CODES_PER_NETWORK_PER_MINUTE: '100000' },
})

const expiredHeading = 'This single-use code has expired or was already used.'

test('the approval page shows when a request ended elsewhere and keeps final states on reload', async ({
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
  await expectHeadingFocused(page, 'It didn’t work.')
  await expectAccessible(page)

  const used = await startCrossDeviceWaitingBrowser(client)
  await openCrossDeviceLinkAndMatchNumber(page, used)
  await signMessageOnApprovingDevice(page)
  expect(await used.submitSignedMessage()).toBe(true)
  await expectHeadingFocused(page, /^The other browser is signed in until/)
  await page.reload()
  await expectHeadingFocused(page, /^The other browser is signed in until/)
  await page.getByRole('button', { name: 'End session' }).click()
  await expectHeadingFocused(page, 'Ended.')
  await page.goto(used.link)
  await expectHeadingFocused(page, 'Ended.')
  await expect(page.getByRole('button', { name: 'End session' })).toBeHidden()
  expect(await client.readPersonId()).toBeNull()
})

test('step-up, linking and merging have specific texts on the approving device', async ({ page, server, key }) => {
  test.slow()
  await installFakeWallet(page, key)
  const client = await signInWithHttpTestBrowser(server.origin, key, crossDeviceWaitingBrowserHeaders)
  const confirming = await startCrossDeviceWaitingBrowser(client, 'step-up')
  await page.goto(confirming.link)
  await expectHeadingFocused(page, 'Confirm that it’s you in another browser?')
  await expectAccessible(page)
  await findContinueButton(page).click()
  await page.getByRole('button', { name: confirming.pair, exact: true }).click()
  await signMessageOnApprovingDevice(page)
  expect(await confirming.submitSignedMessage()).toBe(true)
  await expectHeadingFocused(page, 'Confirmed in the other browser.')
  await expectAccessible(page)

  const linking = await startCrossDeviceWaitingBrowser(client, 'link')
  await page.goto(linking.link)
  await expectHeadingFocused(page, 'Link a wallet to the account in another browser?')
  await expect(findMain(page)).toContainText('can then sign in with the wallet you use to sign')
  await findContinueButton(page).click()
  await page.getByRole('button', { name: linking.pair, exact: true }).click()
  await expectHeadingFocused(page, 'Now sign with the wallet to link')
  await expect(page.getByRole('button', { name: firstFakeWalletName })).toBeVisible()
  await expect(findUsePasskeyButton(page)).toBeHidden()
  await signMessageOnApprovingDevice(page)

  const merging = await startCrossDeviceWaitingBrowser(client, 'merge')
  await page.goto(merging.link)
  await expectHeadingFocused(page, /^Merge a wallet’s identity/)
  await expect(findMain(page)).toContainText('If that isn’t you, you lose it to them.')
})

test('the approval page names the application, the network and a known browser', async ({ page, server, key }) => {
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
  for (const said of ['different from here', 'Confirmed as yours', 'Nothing changes in this browser.'])
    await expect(findMain(page)).toContainText(said)
  await expectAccessible(page)
  await openAs({ sameNetwork: null, networkPrefix: '2001:db8::/64' })
  await expect(findMain(page)).toContainText('2001:db8::/64')
  await expect(findMain(page)).not.toContainText('as here')
  await openAs({ application: unregisteredApplicationFixture, isThisBrowser: true })
  await expect(findHeading(page, 'Sign in to agent.example in another window?')).toBeVisible()
  for (const said of ['This browser', 'Unverified app', '“Helpful Agent”'])
    await expect(findMain(page)).toContainText(said)
})

test('the approval page shows errors in place and retries automatically where possible', async ({
  page,
  server,
  key,
}) => {
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
  await expectHeadingFocused(page, 'Now prove that it’s you')
  await page.reload()
  await expect(findHeading(page, 'Now prove that it’s you')).toBeVisible()
  await page.route(createApiEndpointUrlMatcher('followCrossDevice'), (route) => route.abort())
  await signMessageOnApprovingDevice(page)
  await expect(findMain(page).getByRole('status')).toContainText('This page retries automatically.')
  await expectAccessible(page)
  await page.unrouteAll()
  expect(await waiting.submitSignedMessage()).toBe(true)
  await expectHeadingFocused(page, /^The other browser is signed in until/)
  await mockApiEndpointError(page, createApiEndpointUrlMatcher('endCrossDevice'), 'rate.limited', 5)
  await page.getByRole('button', { name: 'End session' }).click()
  await expect(findMain(page).getByRole('alert')).toBeVisible()
})
