// Tests Focus Not Obscured (WCAG 2.2 §2.4.11) by tabbing through the pages at phone and desktop
// sizes.
import type { Page } from '@playwright/test'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { signInWithRole } from '../src/admin-role-browser-test-steps.ts'
import { signInWithHttpTestBrowser } from '../src/http-test-browser.ts'
import { waitUntilPageLoaded } from '../src/wait-until-page-loaded.ts'
import { expect, test } from './server-playwright-fixtures.ts'

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

/** @returns a description of what covers the focused element, or null */
const readCover = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return null
    const { left, top, width, height } = focused.getBoundingClientRect()
    if (width <= 1 || height <= 1) return null
    const x = Math.min(Math.max(left + width / 2, 1), innerWidth - 1)
    const at = (y: number) => document.elementFromPoint(x, y)
    const isOwn = (one: Element | null) =>
      one !== null &&
      (one === focused || focused.contains(one) || one.contains(focused) || one.matches('label, label *'))
    // For an element taller than the page, a visible part is enough (WCAG).
    const places = [0.25, 0.5, 0.75].map((part) => at(top + height * part))
    if (places.some(isOwn)) return null
    return `${focused.outerHTML.slice(0, 160)} at ${Math.round(top)} is covered by ${places[1]?.outerHTML.slice(0, 160) ?? 'the edge'}`
  })

async function walkFocusThroughPage(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<void> {
  const seen = new Set<string>()
  for (let steps = 0; steps < 120; steps += 1) {
    await page.keyboard.press(key)
    expect(await readCover(page)).toBeNull()
    const place = await page.evaluate(() => {
      const all = [...document.querySelectorAll('*')]
      return document.activeElement === document.body ? 'end' : String(all.indexOf(document.activeElement as Element))
    })
    if (place === 'end' || seen.has(place)) return
    seen.add(place)
  }
}

const paths = [
  '/account',
  '/account/wallets',
  '/account/sessions',
  '/account/data',
  '/admin',
  '/admin/people',
  '/admin/new-application',
  '/admin/new-group',
  '/admin/settings',
  '/sign-in',
]

for (const size of sizes)
  test(`the focused element is never covered on any page at ${size.width}×${size.height}`, async ({
    page,
    server,
    key,
  }) => {
    await signInWithRole(page, server, key, 'owner')
    // Makes the list longer than the page, so that it scrolls under a sticky header.
    for (let person = 0; person < 30; person += 1)
      await signInWithHttpTestBrowser(server.origin, createEthereumTestKey(72_000 + person))
    await page.setViewportSize(size)
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await waitUntilPageLoaded(page)
      await walkFocusThroughPage(page, 'Tab')
      await walkFocusThroughPage(page, 'Shift+Tab')
    }
  })

for (const { width } of sizes)
  test(`the first invalid field is never covered at width ${width} and any height`, async ({ page, server, key }) => {
    await signInWithRole(page, server, key, 'owner')
    for (const [path, name] of [
      ['/admin/new-application', 'Example'],
      ['/admin/new-group', ''],
    ] as const) {
      await page.goto(path)
      await page.getByRole('textbox', { name: /^Name/ }).first().fill(name)
      for (let height = 480; height <= 900; height += 60) {
        await page.setViewportSize({ width, height })
        await page.evaluate(() => {
          ;(document.activeElement as HTMLElement | null)?.blur()
          scrollTo(0, 0)
        })
        await page.getByRole('group', { name: 'Unsaved changes' }).getByRole('button').first().click()
        await expect(page.locator('#content [aria-invalid=true]').first()).toBeFocused()
        expect(await readCover(page), `${path} at ${height}`).toBeNull()
      }
    }
  })
