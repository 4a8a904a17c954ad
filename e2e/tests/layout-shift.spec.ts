// Tests that pages keep their first painted height (cumulative layout shift, Web Vitals), with
// every API response delayed until after the first paint.
/// <reference lib="dom" />
import { htmlFileByAdminPagePath, htmlFileByPagePath } from '@countersign/api/page-html-files'
import { dirname } from 'node:path'
import { signInWithRole } from '../src/admin-role-browser-test-steps.ts'
import { runCountersignCommand } from '../src/run-countersign-command.ts'
import { monitorUiCrawlerViolations } from '../src/ui-crawler-invariants.ts'
import type { Page } from '@playwright/test'
import { expect, test as base } from './server-playwright-fixtures.ts'

/** A fifth of the shift that Web Vitals rates as good. */
const maxShift = 0.02

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

const test = base.extend<object, { full: void }>({
  full: [
    async ({ server: { origin, databasePath } }, use) => {
      const words = ['seed', '--people', '30', '--events', '300', '--days', '20']
      const settings = { COUNTERSIGN_ORIGIN: origin, COUNTERSIGN_DATABASE: `sqlite:${databasePath}` }
      const { exitCode, output } = await runCountersignCommand(words, settings, dirname(databasePath))
      expect(exitCode, output).toBe(0)
      await use()
    },
    { scope: 'worker', auto: true },
  ],
})

/** Detail pages are tested with the first item of these lists. */
const lists: Readonly<Record<string, string>> = {
  '/admin/people': '/api/admin/people',
  '/admin/applications': '/api/admin/applications',
  '/admin/groups': '/api/admin/groups',
  '/admin/activity': '/api/admin/events',
}

type PageWithShifts = typeof globalThis & { shifts?: { value: number; moved: string[] }[] }

/** Runs in the page before its scripts. */
function recordShifts(): void {
  const shifts: { value: number; moved: string[] }[] = []
  ;(globalThis as PageWithShifts).shifts = shifts
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
    })[])
      if (!entry.hadRecentInput)
        shifts.push({
          value: entry.value,
          moved: entry.sources.map(
            ({ node, previousRect, currentRect }) =>
              `${node?.nodeName} "${(node?.textContent ?? '').slice(0, 40)}" y ${previousRect.y} → ${currentRect.y}, height ${previousRect.height} → ${currentRect.height}`,
          ),
        })
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Delays each API response until the page has been painted. */
async function slowDown(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    await page
      .evaluate(async () => {
        for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
      })
      .catch(() => undefined)
    await route.continue()
  })
}

async function addressesOf(page: Page): Promise<string[]> {
  const forms = [...Object.keys(htmlFileByPagePath), ...Object.keys(htmlFileByAdminPagePath)].filter(
    (form) => !form.endsWith('/:tab'),
  )
  return Promise.all(
    forms.map(async (form) => {
      const list = lists[form.replace(/\/:id$/, '')]
      if (list === undefined || !form.includes(':')) return form.replace(':id', 'nothing')
      const { items } = (await (await page.request.get(list)).json()) as { items: { id?: string; sequence?: number }[] }
      return form.replace(':id', String(items[0]?.id ?? items[0]?.sequence))
    }),
  )
}

interface MeasuredShift {
  path: string
  shift: number
  moved: string[]
}

async function measureShifts(page: Page, origin: string, addresses: readonly string[]): Promise<MeasuredShift[]> {
  await page.addInitScript(recordShifts)
  await slowDown(page)
  const watch = monitorUiCrawlerViolations(page, origin)
  const looked: MeasuredShift[] = []
  const left = [...addresses]
  for (let path = left.shift(); path !== undefined; path = left.shift()) {
    await page.goto(origin + path)
    await watch.waitUntilIdle()
    // A response is rendered only some time after it arrives.
    await expect(page.locator('main')).toBeVisible()
    await expect(page.locator('main .on-its-way')).toHaveCount(0)
    if (isThing.test(path)) await expect(page.locator('main nav a[aria-current=page]')).toBeVisible()
    const shifts = await page.evaluate(() => (globalThis as PageWithShifts).shifts ?? [])
    const shift = shifts.reduce((total, { value }) => total + value, 0)
    looked.push({ path, shift, moved: shift > maxShift ? shifts.flatMap(({ moved }) => moved) : [] })
    if (isThing.test(path)) left.unshift(...(await tabsOf(page, path)))
  }
  return looked
}

const isThing = /^\/admin\/(settings|(people|applications|groups)\/[^/]+)$/

const tabsOf = (page: Page, path: string): Promise<string[]> =>
  page.evaluate(
    (own) =>
      [...document.querySelectorAll<HTMLAnchorElement>('main nav a')]
        .map(({ pathname }) => pathname)
        .filter((other) => other.startsWith(`${own}/`)),
    path,
  )

test('no page shifts its layout when API responses arrive after the first paint', async ({
  page,
  context,
  server,
  key,
}, info) => {
  await signInWithRole(page, server, key, 'owner')
  const addresses = await addressesOf(page)
  await Promise.all(
    sizes.map(async (size, place) => {
      const own = place === 0 ? page : await context.newPage()
      await own.setViewportSize(size)
      const looked = await measureShifts(own, server.origin, addresses)
      const figures = looked.map(({ path, shift }) => `${shift.toFixed(3)}  ${path}`)
      await info.attach(`at ${size.width} px`, { body: figures.join('\n') })
      expect(
        looked.filter(({ shift }) => shift > maxShift),
        `at ${size.width} px`,
      ).toEqual([])
      // Proves that the tabs of all detail pages were visited.
      expect(looked.length).toBeGreaterThanOrEqual(addresses.length + 9)
    }),
  )
})
