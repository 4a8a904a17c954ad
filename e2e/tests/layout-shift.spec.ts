// Every page keeps the height that it was first painted with: what is still on its way has its place already (cumulative layout shift, of the Web Vitals). It is
// looked at as on a slow line, where nothing that the page asks for is there before the page has been painted.
/// <reference lib="dom" />
import { htmlFileByAdminPagePath, htmlFileByPagePath } from '@countersign/api/page-html-files'
import { dirname } from 'node:path'
import { signInWithRole } from '../src/admin-role-browser-test-steps.ts'
import { runCountersignCommand } from '../src/run-countersign-command.ts'
import { monitorUiCrawlerViolations } from '../src/ui-crawler-invariants.ts'
import type { Page } from '@playwright/test'
import { expect, test as base } from './server-playwright-fixtures.ts'

/** A tenth of what the Web Vitals call poor, and a fifth of what they call good. */
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

/** Which thing a page of one is opened for: the first of its list. */
const lists: Readonly<Record<string, string>> = {
  '/admin/people': '/api/admin/people',
  '/admin/applications': '/api/admin/applications',
  '/admin/groups': '/api/admin/groups',
  '/admin/activity': '/api/admin/events',
}

type PageWithShifts = typeof globalThis & { shifts?: { value: number; moved: string[] }[] }

/** Runs in the page, before anything of it. */
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

/** Nothing is answered before what is there has been painted. */
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

/** Every page, by its address; a tab of a thing follows from the thing's page. */
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
  /** What was moved, where that is too much. */
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
    // An answer that is there is drawn only afterwards.
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

const isThing = /^\/admin\/(people|applications|groups)\/[^/]+$/

const tabsOf = (page: Page, path: string): Promise<string[]> =>
  page.evaluate(
    (own) =>
      [...document.querySelectorAll<HTMLAnchorElement>('main nav a')]
        .map(({ pathname }) => pathname)
        .filter((other) => other.startsWith(`${own}/`)),
    path,
  )

test('no page moves under the eyes of whoever reads it', async ({ page, context, server, key }, info) => {
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
      // Each kind of thing has tabs, and they were looked at as well.
      expect(looked.length).toBeGreaterThanOrEqual(addresses.length + 9)
    }),
  )
})
