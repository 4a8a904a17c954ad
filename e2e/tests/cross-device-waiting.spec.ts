// The browser that waits while another device signs for it: every state that it shows, the code as a camera sees it, and what becomes of it when
// something comes in between. The other device is played by its calls alone.
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

/** Opens the sign-in page and has it show a code. */
async function showCode(page: Page): Promise<void> {
  await page.goto('/sign-in')
  await pressControlByKeyboard(page, findAnotherDeviceButton(page))
}

/** Time passes in a leap, and whatever is due by then happens; the server, whose time stands, is said to have got there too. */
async function expireCode(page: Page): Promise<void> {
  const json = { state: 'ran-out', expiresAt: new Date().toISOString(), answer: null }
  await page.route(createApiEndpointUrlMatcher('watchCrossDevice'), (route) => route.fulfill({ json }), { times: 1 })
  await page.clock.fastForward(125_000)
  await page.clock.runFor(100)
}

/** What a camera reads off a picture: its pixels come from the browser, which alone can read a PNG here. */
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

test('the code is read by a camera, in light and in dark, on a computer and on a phone', async ({ page, server }) => {
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

test('what another device signed signs this browser in, by itself', async ({ page, browser, server, key }) => {
  await showCode(page)
  await expect(findHeading(page, 'Scan with your phone’s camera.')).toBeFocused()
  const other = await createApproverFromShownCode(page, browser, server.origin)
  const { pairs } = await other.openCode()
  await expect(findHeading(page, 'Opened on another device. Go on there.')).toBeFocused()
  await expectAccessible(page)
  const shown = (await findMatchingNumberText(page).textContent()) ?? ''
  expect(pairs).toContain(shown)
  await other.pickMatchingNumber(shown)
  await expect(findHeading(page, 'Go on at the other device.')).toBeVisible()
  await expectAccessible(page)
  await other.sign(key)
  await expect(findHeading(page, `Signed in as ${shortenAddress(key.address)}.`)).toBeVisible()
  await expectAccountPage(page)
  await expect(page.getByText(shortenAddress(key.address)).first()).toBeVisible()
  expect((await other.readProgress()).state).toBe('taken')
})

test.describe('what ends it says so, and a new code is one press away', () => {
  test('refused there', async ({ page, browser, server }) => {
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

  test('another pair', async ({ page, browser, server }) => {
    await showCode(page)
    const other = await createApproverFromShownCode(page, browser, server.origin)
    const { pairs } = await other.openCode()
    const shown = await findMatchingNumberText(page).textContent()
    await other.pickMatchingNumber(pairs.find((one) => one !== shown) ?? '')
    await expect(findHeading(page, 'Another pair was picked on the other device.')).toBeVisible()
    await expect(findNewDeviceCodeButton(page)).toBeVisible()
  })

  test('P16 a second device', async ({ page, browser, server }) => {
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

  test('the server takes nothing of it, and the other device learns that', async ({ page, browser, server, key }) => {
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

test('a code that runs out is replaced by itself three times, and then by a button', async ({ page }) => {
  await installFakePageClock(page)
  await showCode(page)
  await expect(findQrCodeImage(page)).toBeVisible()
  await pauseFakePageClock(page)
  const codes = new Set([await findDeviceCodeText(page).textContent()])
  for (let times = 0; times < 3; times += 1) {
    const before = (await findDeviceCodeText(page).textContent()) ?? ''
    await expireCode(page)
    await expect(findDeviceCodeText(page)).not.toHaveText(before)
    await expect(page.getByText('The last code ran out. Here is a new one.').first()).toBeVisible()
    await expect(page.getByRole('status')).toHaveText('The last code ran out. Here is a new one.')
    codes.add(await findDeviceCodeText(page).textContent())
  }
  expect(codes.size).toBe(4)
  await expireCode(page)
  await expect(findHeading(page, 'This code ran out.')).toBeVisible()
  await expect(findNewDeviceCodeButton(page)).toBeVisible()
})

test('a page that slept past the end of its code asks how far it is, and signs in what was answered meanwhile', async ({
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
  // What was asked before it fell asleep is lost on the way, and says nothing of what happens meanwhile.
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

test('cancelled or left, the code opens nothing any more; who comes back gets another one', async ({
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

test.describe('no server', () => {
  test.use({ allowedErrors: /Failed to load resource/ })

  test('without a network the code stays, and it goes on by itself', async ({
    page,
    browser,
    server,
    context,
    key,
  }) => {
    await showCode(page)
    const other = await createApproverFromShownCode(page, browser, server.origin)
    await context.setOffline(true)
    await expect(page.getByText('You are offline. This goes on when you are back.').first()).toBeVisible()
    await expect(page.getByRole('status')).toHaveText('You are offline. This goes on when you are back.')
    await expect(findQrCodeImage(page)).toBeVisible()
    await expectAccessible(page)
    await context.setOffline(false)
    await pickMatchingNumberOnOtherDevice(page, other)
    await other.sign(key)
    await expectAccountPage(page)
  })

  test('where what waits cannot be fetched, there is a way back, and one to try again', async ({ page }) => {
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

  test('where there is no code to be had, it says when it tries again', async ({ page }) => {
    await mockApiEndpointError(page, createApiEndpointUrlMatcher('createCrossDevice'), 'rate.limited', 30)
    await showCode(page)
    await expect(findHeading(page, 'Too many attempts.')).toBeVisible()
    await expect(page.getByText(/^Again in \d+ s$/)).toBeVisible()
    await expectAccessible(page)
  })
})

test('without a wallet, a computer’s main way is the phone', async ({ page }) => {
  await mockDemonstrationWalletNotFound(page)
  await page.goto('/sign-in')
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Use your phone' }))
  await expect(findQrCodeImage(page)).toBeVisible()
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Cancel' }))
  await expect(page.getByRole('button', { name: 'Use your phone' })).toBeFocused()
})
