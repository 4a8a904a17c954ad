// What must not happen while somebody clicks through the pages, written down with the place where it did; and when a page has come to rest.
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { UiCrawlerPageSnapshot } from './ui-crawler-page-snapshot.ts'

export interface UiCrawlerViolationMonitor {
  /** What happened that must not, each with the step that it came after. */
  violations: string[]
  /** Writes down what was found otherwise. */
  reportViolation: (fault: string) => void
  /** Where one is, for what is written down. */
  setStep: (step: string) => void
  /** The refusals since the last time that they were asked for. */
  takeRefusals: () => string[]
  /** What was on its way with the session of before is refused, and asked once more. */
  ignoreOldSessionRefusals: () => void
  /** Waits until nothing is on its way. */
  waitUntilIdle: () => Promise<void>
}

const awaitedResourceTypes = new Set(['document', 'xhr', 'fetch', 'script'])

export function monitorUiCrawlerViolations(page: Page, origin: string): UiCrawlerViolationMonitor {
  const violations: string[] = []
  let refusals: string[] = []
  let step = 'the beginning'
  const underWay = new Set<object>()
  let begun = 0
  const add = (fault: string): void => void violations.push(`${step}: ${fault}`)
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      add(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => add(`exception: ${error.message}`))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && url.origin !== origin) add(`foreign request: ${request.url()}`)
    if (!awaitedResourceTypes.has(request.resourceType())) return
    begun += 1
    underWay.add(request)
  })
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.status() >= 500) add(`${response.status()} ${pathname}`)
    else if (response.status() >= 400) refusals.push(`${response.status()} ${pathname}`)
  })
  return {
    violations,
    reportViolation: add,
    setStep: (next) => void (step = next),
    takeRefusals: () => {
      const taken = refusals
      refusals = []
      return taken
    },
    ignoreOldSessionRefusals: () => {
      refusals = refusals.filter((refusal) => !refusal.startsWith('401 '))
    },
    waitUntilIdle: async () => {
      await expect
        .poll(
          async () => {
            // What came last is drawn only afterwards: nothing was on its way before the page is looked at, and nothing has set out meanwhile.
            const [wasUnderWay, before] = [underWay.size, begun]
            const isBusy = await page
              .evaluate(async () => {
                // What was pressed is drawn, and what that asks for has been sent.
                for (let frame = 0; frame < 2; frame += 1)
                  await new Promise((resolve) => requestAnimationFrame(resolve))
                // What lies beneath a question waits for its answer.
                const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
                return (
                  document.querySelector('h1, dialog[open]') === null ||
                  scope.querySelector('[aria-busy=true], .on-its-way') !== null
                )
              })
              .catch(() => true)
            return isBusy || wasUnderWay > 0 || begun !== before
          },
          { message: `${step}: the page does not come to rest`, intervals: [20], timeout: 60_000 },
        )
        .toBe(false)
    },
  }
}

/** What is wrong with a page: it has no heading, its tab has another name, or no link leads away from it. */
export function findCrawledPageDefects(sight: UiCrawlerPageSnapshot, origin: string): string[] {
  const { title, heading, dialog, controls } = sight
  const isDeadEnd = dialog === null && !controls.some(({ kind, href }) => kind === 'link' && href.startsWith(origin))
  return [
    ...(heading === '' ? ['the page has no heading'] : []),
    ...(title.startsWith(heading) ? [] : [`the tab is named “${title}” on the page “${heading}”`]),
    ...(isDeadEnd ? ['no link leads away from here'] : []),
  ]
}
