// Tests that the consent buttons are in sight with six items and a choice of wallets, and that they
// never cover the focused element.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/expect-accessible.ts'
import { openConsentPage, openSixItemConsentPage } from '../src/consent-page-test-steps.ts'
import {
  createConsentItemFixtures,
  unregisteredApplicationFixture,
} from '../src/consent-and-connected-application-fixtures.ts'
import { expect, test } from './server-playwright-fixtures.ts'

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]
const languages = [
  { language: 'en', allow: 'Allow and continue', deny: 'Deny', address: 'Shared: ada@example.com.' },
  { language: 'de', allow: 'Erlauben und weiter', deny: 'Ablehnen', address: 'Weitergegeben wird ada@example.com.' },
]

/** Whether the middle of the focused element is in the window and not covered. */
const isFocusVisible = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return true
    const { left, top, width, height } = focused.getBoundingClientRect()
    const shown = document.elementFromPoint(left + width / 2, top + height / 2)
    return shown !== null && (focused.contains(shown) || shown.contains(focused))
  })

for (const size of sizes)
  for (const { language, allow, deny, address } of languages)
    test(`both consent buttons are in sight at ${size.width}×${size.height} (${language})`, async ({ page }) => {
      await page.setViewportSize(size)
      await page.context().setExtraHTTPHeaders({ 'accept-language': language })
      await page.addInitScript((tag) => Object.defineProperty(navigator, 'languages', { value: [tag] }), language)
      await openSixItemConsentPage(page)
      await expect(page.getByText(address)).toBeVisible()
      await expect(page.getByRole('checkbox')).toHaveCount(5)
      for (const name of [allow, deny]) await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
      const last = page.getByRole('main').getByRole('link').last()
      for (const key of ['Tab', 'Shift+Tab'])
        for (let step = 0; step < 14; step += 1) {
          await page.keyboard.press(key)
          expect(await isFocusVisible(page), `${key} ${step + 1}`).toBe(true)
        }
      await last.scrollIntoViewIfNeeded()
      await expect(last).toBeInViewport({ ratio: 1 })
    })

test('an unregistered application is warned of before the items', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openConsentPage(page, {
    application: unregisteredApplicationFixture,
    destination: 'callback.agent.example',
    items: createConsentItemFixtures('openid', 'wallet'),
  })
  const title = page.getByText('Unverified app')
  await expect(title).toBeInViewport()
  await expect(title.locator('svg')).toBeVisible()
  await expect(
    page.getByText('It isn’t registered here, so all we can confirm is its address: agent.example.'),
  ).toBeVisible()
  const items = (await page.getByRole('list', { name: 'What’s shared' }).boundingBox())!
  expect((await title.boundingBox())!.y).toBeLessThan(items.y)
  await expectAccessible(page)
})
