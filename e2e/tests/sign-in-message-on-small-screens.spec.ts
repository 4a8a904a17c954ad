// Tests the sign-in message on small screens: it scrolls inside its box with a visible edge,
// buttons stay visible, nothing shifts.
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../src/expect-accessible.ts'
import { openSignInAndChooseWallet, installFakeWallet } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

const message = (page: Page) => page.getByRole('group', { name: 'The message' })

function watchShifts(): void {
  Reflect.set(globalThis, 'shifted', 0)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
      if (!entry.hadRecentInput)
        Reflect.set(globalThis, 'shifted', (Reflect.get(globalThis, 'shifted') as number) + entry.value)
  }).observe({ type: 'layout-shift', buffered: true })
}

/** The rendered color at the middle of a box's bottom edge. */
async function colourAtEnd(page: Page, box: Locator): Promise<string> {
  const { x, y, width, height } = (await box.boundingBox())!
  const picture = await page.screenshot({
    clip: { x: x + width / 2, y: y + height - 1, width: 1, height: 1 },
    scale: 'css',
  })
  return page.evaluate(
    async (bytes) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(bytes)], { type: 'image/png' }))
      const canvas = new OffscreenCanvas(1, 1).getContext('2d')!
      canvas.drawImage(image, 0, 0)
      return [...canvas.getImageData(0, 0, 1, 1).data].join()
    },
    [...picture],
  )
}

async function expectInWindow(page: Page, control: Locator): Promise<void> {
  const box = (await control.boundingBox())!
  expect(box.y).toBeGreaterThanOrEqual(0)
  expect(box.y + box.height).toBeLessThanOrEqual(page.viewportSize()!.height)
}

for (const { text, ...viewport } of [
  // On a larger phone, the whole message fits unless the text is enlarged (WCAG 2.2 §1.4.4).
  { width: 390, height: 844, text: '125%' },
  { width: 360, height: 640, text: '100%' },
])
  test(`long messages scroll and buttons stay visible at ${viewport.width}×${viewport.height}, text ${text}`, async ({
    page,
    key,
  }) => {
    await page.setViewportSize(viewport)
    await page.addInitScript((size) => {
      addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = size))
    }, text)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript(watchShifts)
    await installFakeWallet(page, key, { behavior: 'never-signs' })
    await openSignInAndChooseWallet(page)
    // Ignores earlier layout shifts, which were caused by wallets being added to the list.
    await page.evaluate(() => Reflect.set(globalThis, 'shifted', 0))
    const cancel = page.getByRole('button', { name: 'Cancel' })
    await expect(page.getByRole('button', { name: 'Waiting for the wallet…' })).toBeVisible()
    await expectInWindow(page, cancel)
    await page.getByRole('button', { name: 'Show the exact text' }).click()
    await expect(message(page)).toBeVisible()
    await expectInWindow(page, cancel)
    await expectInWindow(page, page.getByRole('button', { name: 'Show as a form' }))

    const atFirst = await colourAtEnd(page, message(page))
    await message(page).focus()
    await page.keyboard.press('End')
    await expect
      .poll(() => message(page).evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop))
      .toBeLessThan(2)
    const atEnd = await colourAtEnd(page, message(page))
    expect(atFirst, 'an edge where it goes on').not.toBe(atEnd)
    expect(atEnd, 'the sheet alone where it ends').toBe('252,250,244,255')
    await expectInWindow(page, cancel)
    expect(await page.evaluate(() => Reflect.get(globalThis, 'shifted') as number)).toBeLessThanOrEqual(0.02)
    await expectAccessible(page)
  })

test('a message that fits the screen has no focusable scroll area', async ({ page, key }) => {
  await page.setViewportSize({ width: 1440, height: 1000 })
  await installFakeWallet(page, key, { behavior: 'never-signs' })
  await openSignInAndChooseWallet(page)
  await expect(page.getByRole('button', { name: 'Show the exact text' })).toBeVisible()
  await expect(message(page)).toHaveCount(0)
})
