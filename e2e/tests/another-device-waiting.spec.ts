// The browser that waits while another device signs for it: every state that it shows, the code as a camera sees it, and what becomes of it when
// something comes in between. The other device is played by its calls alone.
import type { CallAnswer } from '@countersign/api/calls'
import type { Browser, Page } from '@playwright/test'
import { createTestKey } from '@countersign/testing/test-keys'
import jsqr from 'jsqr'
import { expectAccessible } from '../src/accessibility.ts'
import { createOtherDevice } from '../src/other-device.ts'
import type { OtherDevice } from '../src/other-device.ts'
import { press } from '../src/keyboard.ts'
import { holdTime, startTime } from '../src/page-time.ts'
import { addressOf, refuse, withoutDemonstrationWallet } from '../src/server-answers.ts'
import { expectAccount, shortAddress, signInAtOnce } from '../src/sign-in.ts'
import { linkButton, linkDialog, openWallets, walletRows } from '../src/wallets-page.ts'
import { expect, test } from './test.ts'

let made = 61_000
const newKey = () => createTestKey((made += 1))

const entrance = (page: Page) => page.getByRole('button', { name: 'Another device' })
const picture = (page: Page) => page.getByRole('img', { name: /^QR code that leads to / })
const typed = (page: Page) => page.getByText(/^[2-9][B-Z]{3}-[B-Z]{4}$/)
const pair = (page: Page) => page.getByText(/^[0-9A-Z]{2}$/)
const heading = (page: Page, name: string) => page.getByRole('heading', { name })
const newCode = (page: Page) => page.getByRole('button', { name: 'New code' })

/** The code that is shown, opened by another device. */
async function scan(page: Page, browser: Browser, origin: string): Promise<OtherDevice> {
  await expect(picture(page)).toBeVisible()
  return createOtherDevice(browser, origin, (await typed(page).textContent()) ?? '')
}

/** Opens the sign-in page and has it show a code. */
async function beginElsewhere(page: Page): Promise<void> {
  await page.goto('/sign-in')
  await press(page, entrance(page))
}

/** Opens the code and picks the right pair. */
async function openAndPick(page: Page, other: OtherDevice): Promise<void> {
  const { pairs } = await other.open()
  const shown = (await pair(page).textContent()) ?? ''
  expect(pairs).toContain(shown)
  await other.pick(shown)
}

/** Time passes in a leap, and whatever is due by then happens; the server, whose time stands, is said to have got there too. */
async function letRunOut(page: Page): Promise<void> {
  const json = { state: 'ran-out', expiresAt: new Date().toISOString(), answer: null }
  await page.route(addressOf('watchCrossDevice'), (route) => route.fulfill({ json }), { times: 1 })
  await page.clock.fastForward(125_000)
  await page.clock.runFor(100)
}

/** What a camera reads off a picture: its pixels come from the browser, which alone can read a PNG here. */
async function readPicture(page: Page): Promise<string | undefined> {
  const png = await picture(page).screenshot()
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
  await beginElsewhere(page)
  const link = `${server.origin}/device?user_code=${await typed(page).textContent()}`
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1440, 390]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      expect(await readPicture(page)).toBe(link)
    }
  }
  await expect(page.getByText(`${new URL(server.origin).host}/device`, { exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('what another device signed signs this browser in, by itself', async ({ page, browser, server, key }) => {
  await beginElsewhere(page)
  await expect(heading(page, 'Scan with your phone’s camera.')).toBeFocused()
  const other = await scan(page, browser, server.origin)
  const { pairs } = await other.open()
  await expect(heading(page, 'Opened on another device. Go on there.')).toBeFocused()
  await expectAccessible(page)
  const shown = (await pair(page).textContent()) ?? ''
  expect(pairs).toContain(shown)
  await other.pick(shown)
  await expect(heading(page, 'Go on at the other device.')).toBeVisible()
  await expectAccessible(page)
  await other.sign(key)
  await expect(heading(page, `Signed in as ${shortAddress(key.address)}.`)).toBeVisible()
  await expectAccount(page)
  await expect(page.getByText(shortAddress(key.address)).first()).toBeVisible()
  expect((await other.follow()).state).toBe('taken')
})

test.describe('what ends it says so, and a new code is one press away', () => {
  test('refused there', async ({ page, browser, server }) => {
    await beginElsewhere(page)
    const other = await scan(page, browser, server.origin)
    await other.open()
    await expect(pair(page)).toBeVisible()
    await other.refuse()
    await expect(heading(page, 'It was refused on the other device.')).toBeFocused()
    await expectAccessible(page)
    await press(page, newCode(page))
    await expect(picture(page)).toBeVisible()
  })

  test('another pair', async ({ page, browser, server }) => {
    await beginElsewhere(page)
    const other = await scan(page, browser, server.origin)
    const { pairs } = await other.open()
    const shown = await pair(page).textContent()
    await other.pick(pairs.find((one) => one !== shown) ?? '')
    await expect(heading(page, 'Another pair was picked on the other device.')).toBeVisible()
    await expect(newCode(page)).toBeVisible()
  })

  test('P16 a second device', async ({ page, browser, server }) => {
    await beginElsewhere(page)
    const [one, two] = [await scan(page, browser, server.origin), await scan(page, browser, server.origin)]
    await one.open()
    await expect(two.open()).rejects.toThrow('cross_device.over')
    await expect(heading(page, 'A second device opened this code.')).toBeVisible()
    await expect(newCode(page)).toBeVisible()
  })

  test('the server takes nothing of it, and the other device learns that', async ({ page, browser, server, key }) => {
    await refuse(page, addressOf('signIn'), 'signature.refused')
    await beginElsewhere(page)
    const other = await scan(page, browser, server.origin)
    await openAndPick(page, other)
    await other.sign(key)
    await expect(heading(page, 'The signature doesn’t match the wallet.')).toBeVisible()
    await expectAccessible(page)
    await expect.poll(async () => (await other.follow()).state).toBe('cancelled')
    await press(page, newCode(page))
    await expect(picture(page)).toBeVisible()
  })
})

test('a code that runs out is replaced by itself three times, and then by a button', async ({ page }) => {
  await startTime(page)
  await beginElsewhere(page)
  await expect(picture(page)).toBeVisible()
  await holdTime(page)
  const codes = new Set([await typed(page).textContent()])
  for (let times = 0; times < 3; times += 1) {
    const before = (await typed(page).textContent()) ?? ''
    await letRunOut(page)
    await expect(typed(page)).not.toHaveText(before)
    await expect(page.getByText('The last code ran out. Here is a new one.').first()).toBeVisible()
    await expect(page.getByRole('status')).toHaveText('The last code ran out. Here is a new one.')
    codes.add(await typed(page).textContent())
  }
  expect(codes.size).toBe(4)
  await letRunOut(page)
  await expect(heading(page, 'This code ran out.')).toBeVisible()
  await expect(newCode(page)).toBeVisible()
})

test('a page that slept past the end of its code asks how far it is, and signs in what was answered meanwhile', async ({
  page,
  browser,
  server,
  key,
}) => {
  await startTime(page)
  const created = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/api/cross-device'),
  )
  await beginElsewhere(page)
  const { pair } = (await (await created).json()) as CallAnswer<'createCrossDevice'>
  const other = await scan(page, browser, server.origin)
  await holdTime(page)
  // What was asked before it fell asleep is lost on the way, and says nothing of what happens meanwhile.
  const ended: string[] = []
  page.on('request', (request) => request.method() === 'DELETE' && ended.push(request.url()))
  const watching = addressOf('watchCrossDevice')
  await page.route(watching, (route) => route.abort())
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await other.open()
  await other.pick(pair)
  await other.sign(key)
  await page.unroute(watching)
  await page.clock.fastForward(150_000)
  await page.clock.resume()
  await expectAccount(page)
  expect(ended).toEqual([])
  expect(await other.follow()).toMatchObject({ state: 'taken' })
})

test('cancelled or left, the code opens nothing any more; who comes back gets another one', async ({
  page,
  browser,
  server,
}) => {
  await beginElsewhere(page)
  const cancelled = await scan(page, browser, server.origin)
  await press(page, page.getByRole('button', { name: 'Cancel' }))
  await expect(entrance(page)).toBeFocused()
  await expect.poll(() => cancelled.open().catch(String)).toContain('cross_device.over')

  await press(page, entrance(page))
  const left = await scan(page, browser, server.origin)
  const before = await typed(page).textContent()
  await page.goto('/signed-out')
  await expect.poll(() => left.open().catch(String)).toContain('cross_device.over')
  await page.goBack()
  // The page is restored from the back/forward cache, or loaded again.
  await expect(entrance(page).or(typed(page)).first()).toBeVisible()
  if (await entrance(page).isVisible()) await press(page, entrance(page))
  await expect(typed(page)).not.toHaveText(before ?? '')
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
    await beginElsewhere(page)
    const other = await scan(page, browser, server.origin)
    await context.setOffline(true)
    await expect(page.getByText('You are offline. This goes on when you are back.').first()).toBeVisible()
    await expect(page.getByRole('status')).toHaveText('You are offline. This goes on when you are back.')
    await expect(picture(page)).toBeVisible()
    await expectAccessible(page)
    await context.setOffline(false)
    await openAndPick(page, other)
    await other.sign(key)
    await expectAccount(page)
  })

  test('where what waits cannot be fetched, there is a way back, and one to try again', async ({ page }) => {
    await page.route(/\/assets\/AnotherDevice-/, (route) => route.abort())
    await page.goto('/sign-in')
    await press(page, entrance(page))
    const tryNow = page.getByRole('button', { name: 'Try now' })
    await expect(tryNow).toBeVisible()
    await expect(page.getByRole('status')).not.toBeEmpty()
    await expectAccessible(page)
    await press(page, page.getByRole('button', { name: 'Cancel' }))
    await expect(entrance(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(tryNow).toBeVisible()
    await page.unroute(/\/assets\/AnotherDevice-/)
    await press(page, tryNow)
    await expect(picture(page)).toBeVisible()
  })

  test('where there is no code to be had, it says when it tries again', async ({ page }) => {
    await refuse(page, addressOf('createCrossDevice'), 'rate.limited', 30)
    await beginElsewhere(page)
    await expect(heading(page, 'Too many attempts.')).toBeVisible()
    await expect(page.getByText(/^Again in \d+ s$/)).toBeVisible()
    await expectAccessible(page)
  })
})

test.describe('for who is signed in', () => {
  test('confirms that it is them, and links a wallet only once the person has seen whose it is', async ({
    page,
    browser,
    context,
    server,
    key,
  }) => {
    await signInAtOnce(context, server.origin, key)
    await openWallets(page)
    await linkButton(page).click()
    const dialog = page.getByRole('dialog')
    await press(page, entrance(page))
    const first = await scan(page, browser, server.origin)
    await expect(dialog.getByText('It has to be the wallet that signs you in here:')).toBeVisible()
    await expect(dialog.getByRole('button', { name: shortAddress(key.address) })).toBeVisible()
    await openAndPick(page, first)
    await first.sign(key)
    await expect(linkDialog(page)).toBeVisible()

    const linked = newKey()
    await press(page, entrance(page))
    const second = await scan(page, browser, server.origin)
    await openAndPick(page, second)
    await second.sign(linked)
    await expect(heading(page, `${shortAddress(linked.address)} signed on the other device. Link it?`)).toBeFocused()
    await expectAccessible(page)
    await press(page, dialog.getByRole('button', { name: 'Link it' }))
    await expect(walletRows(page)).toHaveCount(2)
    await expect(walletRows(page).filter({ hasText: shortAddress(linked.address) })).toHaveCount(1)
  })

  test('P16 what a stranger signed who saw the screen is put away, and links nothing', async ({
    page,
    browser,
    context,
    server,
    key,
  }) => {
    await signInAtOnce(context, server.origin, key)
    await openWallets(page)
    await linkButton(page).click()
    await press(page, entrance(page))
    const own = await scan(page, browser, server.origin)
    await openAndPick(page, own)
    await own.sign(key)
    await expect(linkDialog(page)).toBeVisible()
    await press(page, entrance(page))
    const stranger = await scan(page, browser, server.origin)
    await openAndPick(page, stranger)
    await stranger.sign(newKey())
    await press(page, page.getByRole('button', { name: 'It is not mine' }))
    await expect(heading(page, 'Nothing was linked.')).toBeVisible()
    await expect.poll(async () => (await stranger.follow()).state).toBe('cancelled')
    await page.keyboard.press('Escape')
    await expect(walletRows(page)).toHaveCount(1)
  })

  test('somebody else’s wallet confirms nobody', async ({ page, browser, context, server, key }) => {
    await signInAtOnce(context, server.origin, key)
    await openWallets(page)
    await linkButton(page).click()
    await press(page, entrance(page))
    const other = await scan(page, browser, server.origin)
    await openAndPick(page, other)
    await other.sign(newKey())
    await expect(heading(page, 'That wallet or passkey isn’t linked to your identity.')).toBeVisible()
    await expectAccessible(page)
    await expect(newCode(page)).toBeVisible()
  })
})

test('without a wallet, a computer’s main way is the phone', async ({ page }) => {
  await withoutDemonstrationWallet(page)
  await page.goto('/sign-in')
  await press(page, page.getByRole('button', { name: 'Use your phone' }))
  await expect(picture(page)).toBeVisible()
  await press(page, page.getByRole('button', { name: 'Cancel' }))
  await expect(page.getByRole('button', { name: 'Use your phone' })).toBeFocused()
})
