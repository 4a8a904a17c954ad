// Records the violations that a crawl finds, each with its step.
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { UiCrawlerPageSnapshot } from './ui-crawler-page-snapshot.ts'

export interface UiCrawlerViolationMonitor {
  violations: string[]
  reportViolation: (fault: string) => void
  setStep: (step: string) => void
  /** Returns the refusals since the last call. */
  takeRefusals: () => string[]
  /** Ignores refused requests that were in flight with the old session; the page retries them. */
  ignoreOldSessionRefusals: () => void
  waitUntilIdle: () => Promise<void>
}

const awaitedResourceTypes = new Set(['document', 'xhr', 'fetch', 'script'])

export function monitorUiCrawlerViolations(page: Page, origin: string): UiCrawlerViolationMonitor {
  const violations: string[] = []
  let refusals: string[] = []
  let step = 'the beginning'
  const underWay = new Set<object>()
  let startedRequestCount = 0
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
    startedRequestCount += 1
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
            // A response is rendered only after it arrives, so nothing may be in flight before the
            // check, and nothing may start during it.
            const [wasUnderWay, before] = [underWay.size, startedRequestCount]
            const isBusy = await page
              .evaluate(async () => {
                // Waits two frames, so that the action is rendered and its requests are sent.
                for (let frame = 0; frame < 2; frame += 1)
                  await new Promise((resolve) => requestAnimationFrame(resolve))
                // Content beneath a dialog may still be loading.
                const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
                return (
                  document.querySelector('h1, dialog[open]') === null ||
                  scope.querySelector('[aria-busy=true], .on-its-way') !== null
                )
              })
              .catch(() => true)
            return isBusy || wasUnderWay > 0 || startedRequestCount !== before
          },
          { message: `${step}: the page does not come to rest`, intervals: [20], timeout: 60_000 },
        )
        .toBe(false)
    },
  }
}

/** A page must have a heading, a matching title, and a link that leads away. */
export function findCrawledPageDefects(sight: UiCrawlerPageSnapshot, origin: string): string[] {
  const { title, heading, dialog, controls } = sight
  const isDeadEnd = dialog === null && !controls.some(({ kind, href }) => kind === 'link' && href.startsWith(origin))
  return [
    ...(heading === '' ? ['the page has no heading'] : []),
    ...(title.startsWith(heading) ? [] : [`the tab is named “${title}” on the page “${heading}”`]),
    ...(isDeadEnd ? ['no link leads away from here'] : []),
  ]
}
