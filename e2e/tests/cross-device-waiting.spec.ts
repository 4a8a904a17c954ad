// Tests the waiting browser: every state, the QR code, and interruptions. The other device is faked
// by API calls.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { Page } from '@playwright/test'
import jsqr from 'jsqr'
import { expectAccessible } from '../src/expect-accessible.ts'
import { pressControlByKeyboard } from '../src/press-control-by-keyboard.ts'
import { pauseFakePageClock, installFakePageClock } from '../src/fake-page-clock.ts'
import {
  createApiEndpointUrlMatcher,
  mockApiEndpointError,
  mockDemonstrationWalletNotFound,
} from '../src/api-response-mocking-test-steps.ts'
import { expectAccountPage, shortenAddress } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'
import {
  findAnotherDeviceButton,
  findQrCodeImage,
  findDeviceCodeText,
  findMatchingNumberText,
  findHeading,
  findNewDeviceCodeButton,
  createApproverFromShownCode,
  pickMatchingNumberOnOtherDevice,
} from './cross-device-waiting-test-steps.ts'

async function showCode(page: Page): Promise<void> {
  await page.goto('/sign-in')
  await pressControlByKeyboard(page, findAnotherDeviceButton(page))
}

/**
 * Jumps past the expiry, and mocks the server's response, because the server's clock does not jump.
 */
async function expireCode(page: Page): Promise<void> {
  const json = { state: 'ran-out', expiresAt: new Date().toISOString(), answer: null }
  await page.route(createApiEndpointUrlMatcher('watchCrossDevice'), (route) => route.fulfill({ json }), { times: 1 })
  await page.clock.fastForward(125_000)
  await page.clock.runFor(100)
}

/** Decodes the QR code; the browser decodes the PNG. */
async function readQrCode(page: Page): Promise<string | undefined> {
  const png = await findQrCodeImage(page).screenshot()
  const { pixels, width, height } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const drawn = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    drawn?.drawImage(bitmap, 0, 0)
    const { data, width, height } = drawn?.getImageData(0, 0, bitmap.width, bitmap.height) ?? new ImageData(1, 1)
    return { pixels: [...data], width, height }
  }, png.toString('base64'))
  return jsqr.default(Uint8ClampedArray.from(pixels), width, height)?.data
}

test('the QR code is machine-readable in light and dark mode at desktop and phone widths', async ({ page, server }) => {
  await showCode(page)
  const link = `${server.origin}/device?user_code=${await findDeviceCodeText(page).textContent()}`
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1440, 390]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      expect(await readQrCode(page)).toBe(link)
    }
  }
  await expect(page.getByText(`${new URL(server.origin).host}/device`, { exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('the waiting browser signs in automatically once another device has signed', async ({
  page,
  browser,
  server,
  key,
}) => {
  await showCode(page)
  await expect(findHeading(page, 'Scan with your phone’s camera.')).toBeFocused()
  const other = await createApproverFromShownCode(page, browser, server.origin)
  const { pairs } = await other.openCode()
  await expect(findHeading(page, 'Opened on another device. Continue there.')).toBeFocused()
  await expectAccessible(page)
  const shown = (await findMatchingNumberText(page).textContent()) ?? ''
  expect(pairs).toContain(shown)
  await other.pickMatchingNumber(shown)
  await expect(findHeading(page, 'Continue on the other device.')).toBeVisible()
  await expectAccessible(page)
  await other.sign(key)
  await expect(findHeading(page, `Signed in as ${shortenAddress(key.address)}.`)).toBeVisible()
  await expectAccountPage(page)
  await expect(page.getByText(shortenAddress(key.address)).first()).toBeVisible()
  expect((await other.readProgress()).state).toBe('taken')
})

test.describe('A cross-device request that ended shows why and offers a new code', () => {
  test('after refusal on the other device', async ({ page, browser, server }) => {
    await showCode(page)
    const other = await createApproverFromShownCode(page, browser, server.origin)
    await other.openCode()
    await expect(findMatchingNumberText(page)).toBeVisible()
    await other.refuse()
    await expect(findHeading(page, 'It was refused on the other device.')).toBeFocused()
    await expectAccessible(page)
    await pressControlByKeyboard(page, findNewDeviceCodeButton(page))
    await expect(findQrCodeImage(page)).toBeVisible()
  })

  test('after a wrong matching number was picked on the other device', async ({ page, browser, server }) => {
    await showCode(page)
    const other = await createApproverFromShownCode(page, browser, server.origin)
    const { pairs } = await other.openCode()
    const shown = await findMatchingNumberText(page).textContent()
    await other.pickMatchingNumber(pairs.find((one) => one !== shown) ?? '')
    await expect(findHeading(page, 'A different pair was chosen on the other device.')).toBeVisible()
    await expect(findNewDeviceCodeButton(page)).toBeVisible()
  })

  test('P16: after a second device opened the code', async ({ page, browser, server }) => {
    await showCode(page)
    const [one, two] = [
      await createApproverFromShownCode(page, browser, server.origin),
      await createApproverFromShownCode(page, browser, server.origin),
    ]
    await one.openCode()
    await expect(two.openCode()).rejects.toThrow('cross_device.ended')
    await expect(findHeading(page, 'A second device opened this code.')).toBeVisible()
    await expect(findNewDeviceCodeButton(page)).toBeVisible()
  })

  test('after the server refused the signature, which cancels it on the other device too', async ({
    page,
    browser,
    server,
    key,
  }) => {
    await mockApiEndpointError(page, createApiEndpointUrlMatcher('signIn'), 'signature.refused')
    await showCode(page)
    const other = await createApproverFromShownCode(page, browser, server.origin)
    await pickMatchingNumberOnOtherDevice(page, other)
    await other.sign(key)
    await expect(findHeading(page, 'The signature doesn’t match the wallet.')).toBeVisible()
    await expectAccessible(page)
    await expect.poll(async () => (await other.readProgress()).state).toBe('cancelled')
    await pressControlByKeyboard(page, findNewDeviceCodeButton(page))
    await expect(findQrCodeImage(page)).toBeVisible()
  })
})

test('an expired code is replaced automatically three times, then only on request', async ({ page }) => {
  await installFakePageClock(page)
  await showCode(page)
  await expect(findQrCodeImage(page)).toBeVisible()
  await pauseFakePageClock(page)
  const codes = new Set([await findDeviceCodeText(page).textContent()])
  for (let times = 0; times < 3; times += 1) {
    const before = (await findDeviceCodeText(page).textContent()) ?? ''
    await expireCode(page)
    await expect(findDeviceCodeText(page)).not.toHaveText(before)
    await expect(page.getByText('The last code expired. Here’s a new one.').first()).toBeVisible()
    await expect(page.getByRole('status')).toHaveText('The last code expired. Here’s a new one.')
    codes.add(await findDeviceCodeText(page).textContent())
  }
  expect(codes.size).toBe(4)
  await expireCode(page)
  await expect(findHeading(page, 'This code expired.')).toBeVisible()
  await expect(findNewDeviceCodeButton(page)).toBeVisible()
})

test('a page that slept past code expiry checks progress and completes an approved sign-in', async ({
  page,
  browser,
  server,
  key,
}) => {
  await installFakePageClock(page)
  const created = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/api/cross-device'),
  )
  await showCode(page)
  const { pair } = (await (await created).json()) as ApiEndpointOutput<'createCrossDevice'>
  const other = await createApproverFromShownCode(page, browser, server.origin)
  await pauseFakePageClock(page)
  // Makes the poll from before the sleep fail, so that it does not report what happens next.
  const ended: string[] = []
  page.on('request', (request) => request.method() === 'DELETE' && ended.push(request.url()))
  const watching = createApiEndpointUrlMatcher('watchCrossDevice')
  await page.route(watching, (route) => route.abort())
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await other.openCode()
  await other.pickMatchingNumber(pair)
  await other.sign(key)
  await page.unroute(watching)
  await page.clock.fastForward(150_000)
  await page.clock.resume()
  await expectAccountPage(page)
  expect(ended).toEqual([])
  expect(await other.readProgress()).toMatchObject({ state: 'taken' })
})

test('canceling or leaving the page invalidates the code; returning creates a new one', async ({
  page,
  browser,
  server,
}) => {
  await showCode(page)
  const cancelled = await createApproverFromShownCode(page, browser, server.origin)
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Cancel' }))
  await expect(findAnotherDeviceButton(page)).toBeFocused()
  await expect.poll(() => cancelled.openCode().catch(String)).toContain('cross_device.ended')

  await pressControlByKeyboard(page, findAnotherDeviceButton(page))
  const left = await createApproverFromShownCode(page, browser, server.origin)
  const before = await findDeviceCodeText(page).textContent()
  await page.goto('/signed-out')
  await expect.poll(() => left.openCode().catch(String)).toContain('cross_device.ended')
  await page.goBack()
  // The page is restored from the back/forward cache, or loaded again.
  await expect(findAnotherDeviceButton(page).or(findDeviceCodeText(page)).first()).toBeVisible()
  if (await findAnotherDeviceButton(page).isVisible()) await pressControlByKeyboard(page, findAnotherDeviceButton(page))
  await expect(findDeviceCodeText(page)).not.toHaveText(before ?? '')
})

test.describe('Waiting browser without a server', () => {
  test.use({ allowedErrors: /Failed to load resource/ })

  test('keeps the code while offline and continues automatically once online', async ({
    page,
    browser,
    server,
    context,
    key,
  }) => {
    await showCode(page)
    const other = await createApproverFromShownCode(page, browser, server.origin)
    await context.setOffline(true)
    await expect(page.getByText('You’re offline. We’ll continue when you’re back online.').first()).toBeVisible()
    await expect(page.getByRole('status')).toHaveText('You’re offline. We’ll continue when you’re back online.')
    await expect(findQrCodeImage(page)).toBeVisible()
    await expectAccessible(page)
    await context.setOffline(false)
    await pickMatchingNumberOnOtherDevice(page, other)
    await other.sign(key)
    await expectAccountPage(page)
  })

  test('offers cancel and retry when the code for the panel cannot be loaded', async ({ page }) => {
    await page.route(/\/assets\/CrossDeviceProofPanel-/, (route) => route.abort())
    await page.goto('/sign-in')
    await pressControlByKeyboard(page, findAnotherDeviceButton(page))
    const tryNow = page.getByRole('button', { name: 'Try now' })
    await expect(tryNow).toBeVisible()
    await expect(page.getByRole('status')).not.toBeEmpty()
    await expectAccessible(page)
    await pressControlByKeyboard(page, page.getByRole('button', { name: 'Cancel' }))
    await expect(findAnotherDeviceButton(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(tryNow).toBeVisible()
    await page.unroute(/\/assets\/CrossDeviceProofPanel-/)
    await pressControlByKeyboard(page, tryNow)
    await expect(findQrCodeImage(page)).toBeVisible()
  })

  test('shows when it retries if code creation is rate limited', async ({ page }) => {
    await mockApiEndpointError(page, createApiEndpointUrlMatcher('createCrossDevice'), 'rate.limited', 30)
    await showCode(page)
    await expect(findHeading(page, 'Too many attempts.')).toBeVisible()
    await expect(page.getByText(/^Try again in \d+ s$/)).toBeVisible()
    await expectAccessible(page)
  })
})

test('using a phone is the primary option on a computer without a wallet', async ({ page }) => {
  await mockDemonstrationWalletNotFound(page)
  await page.goto('/sign-in')
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Use your phone' }))
  await expect(findQrCodeImage(page)).toBeVisible()
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Cancel' }))
  await expect(page.getByRole('button', { name: 'Use your phone' })).toBeFocused()
})
