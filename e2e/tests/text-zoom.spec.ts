// Tests doubled text size (WCAG 2.2, 1.4.4 and 1.4.10): nothing in the account is cut off,
// overlaps, or scrolls sideways.
import { chromium, expect, test } from '@playwright/test'
import { findChromium } from '@countersign/testing/find-chromium'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { waitUntilPageLoaded } from '../src/wait-until-page-loaded.ts'
import { startServerForTests } from '../src/start-server-for-tests.ts'
import { signInByApi } from '../src/wallet-sign-in-test-steps.ts'

const pages = ['', '/wallets', '/passkeys', '/sessions', '/applications', '/activity', '/data']

for (const width of [390, 1280])
  test(`the account at ${width} pixels is readable with 200 % text size`, async () => {
    const server = await startServerForTests({})
    const found = await findChromium()
    const browser = await chromium.launch({
      executablePath: found.path,
      args: [...found.flags, '--blink-settings=defaultFontSize=32'],
    })
    try {
      // German words are longer.
      const context = await browser.newContext({ viewport: { width, height: 844 }, locale: 'de-DE' })
      await signInByApi(context, server.origin, createEthereumTestKey(201))
      const page = await context.newPage()
      for (const path of pages) {
        await page.goto(`${server.origin}/account${path}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await waitUntilPageLoaded(page)
        const outside = await page.evaluate(() => {
          const isOutside = (element: Element): boolean => {
            const { right, width: wide } = element.getBoundingClientRect()
            return wide > 1 && right > innerWidth + 1
          }
          return [...document.querySelectorAll('body *')].filter(isOutside).map((element) => element.textContent)
        })
        expect([path, outside]).toEqual([path, []])
        const { bar, heading } = await page.evaluate(() => {
          window.scrollTo(0, 0)
          const nav = document.querySelector('nav')?.getBoundingClientRect()
          const links = [...document.querySelectorAll('nav li > a, nav li > div')].map((link) =>
            link.getBoundingClientRect(),
          )
          const overlaps = links.some((one, place) =>
            links.some(
              (other, next) =>
                next > place &&
                one.width > 0 &&
                other.width > 0 &&
                Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
                Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1,
            ),
          )
          const wide = [...document.querySelectorAll<HTMLElement>('nav li > a, nav li button')].some(
            (link) => link.clientWidth > 0 && link.scrollWidth > link.clientWidth + 1,
          )
          const title = document.querySelector('h1')?.getBoundingClientRect()
          return {
            bar: { overlaps, wide },
            heading:
              nav !== undefined &&
              title !== undefined &&
              nav.right > title.left &&
              nav.bottom > title.top &&
              nav.top < title.bottom,
          }
        })
        expect([path, bar, heading]).toEqual([path, { overlaps: false, wide: false }, false])
      }
    } finally {
      await browser.close()
      await server.remove()
    }
  })
