// What every screen must be, whatever it shows: without a fault that axe knows (WCAG 2.2 AA), and never wider than the
// window.
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Axe for a page, in its short form: every page that is looked at has to read it first. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What is in order is not described: on a page without a fault, that is most of the work. */
const axeOptions: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  resultTypes: ['violations'],
  // A frame holds a preview of a page that is looked at by itself.
  iframes: false,
}

/** A computer in the light, and the narrowest common phone in the dark. */
const testedViewports = [
  { colorScheme: 'light', width: 1280, height: 900 },
  { colorScheme: 'dark', width: 360, height: 740 },
] as const

/**
 * Looks at what the page shows now on a computer in light, and on a phone in dark.
 * @param isHeld whether the page's clock stands: axe needs it to move, and then it does by as little as possible
 */
export async function expectAccessible(page: Page, isHeld = false): Promise<void> {
  for (const { colorScheme, ...size } of testedViewports) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize(size)
    await finishCssTransitions(page)
    await expectNoHorizontalScroll(page)
    await loadAxe(page)
    const looking = page.evaluate(runAxe, axeOptions)
    const { faults, passed } = await (isHeld ? advanceClockUntilDone(page, looking) : looking)
    // Whoever finds nothing must have looked.
    expect(passed).toBeGreaterThan(0)
    expect(faults, `on ${size.width} px, ${colorScheme}`).toEqual([])
  }
}

type PageWithAxe = typeof globalThis & { axe?: typeof axe }

/** Loads axe once into each document. */
async function loadAxe(page: Page): Promise<void> {
  // Nobody comes into a frame; into one of another kind axe would have to look as well.
  await expect(page.locator('iframe:not([inert])')).toHaveCount(0)
  if (!(await page.evaluate(() => (globalThis as PageWithAxe).axe !== undefined))) await page.evaluate(axeSource)
}

/** Runs in the page. */
async function runAxe(axeOptions: RunOptions): Promise<{ faults: { id: string; at: string[] }[]; passed: number }> {
  const { violations, passes } = await (globalThis as PageWithAxe & { axe: typeof axe }).axe.run(document, axeOptions)
  return {
    faults: violations.map(({ id, nodes }) => ({
      id,
      // What axe shows of an element is cut where it is long.
      at: nodes.map(({ target, html, failureSummary }) => {
        const whole = document.querySelector(String(target))?.outerHTML ?? html
        return `${whole.slice(0, 1000)} ${failureSummary}`
      }),
    })),
    passed: passes.length,
  }
}

/** WCAG 2.2 §1.4.10 Reflow: nothing makes the page wider than its window. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const wide = await page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const isWider = document.documentElement.scrollWidth > width
    const culprits = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > width + 1,
    )
    return isWider ? culprits.map((element) => element.outerHTML.slice(0, 120)) : []
  })
  expect(wide).toEqual([])
}

/** Lets a page's clock pass by milliseconds until something is done. */
async function advanceClockUntilDone<Result>(page: Page, work: Promise<Result>): Promise<Result> {
  let isDone = false
  const finished = work.finally(() => {
    isDone = true
  })
  while (!isDone) await page.clock.runFor(1)
  return finished
}

/**
 * Colours on their way from light to dark are nobody's colors. One that arrives can set its children's on their way, so
 * this goes on until none is left; what never ends, such as a spinner, is not waited for.
 */
export async function finishCssTransitions(page: Page): Promise<void> {
  const left = await page.evaluate(() => {
    const onTheirWay = () =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    for (let depth = 0; depth < 100; depth += 1) for (const animation of onTheirWay()) animation.finish()
    return onTheirWay().length
  })
  expect(left).toBe(0)
}
