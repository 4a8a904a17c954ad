// axe checks WCAG 2.2 AA.
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Descriptions of passed rules are omitted, because collecting them would be most of the work. */
const axeOptions: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  resultTypes: ['violations'],
  // Frames hold previews of a page that has its own test.
  iframes: false,
}

/** A desktop in light mode, and the narrowest common phone in dark mode. */
const testedViewports = [
  { colorScheme: 'light', width: 1280, height: 900 },
  { colorScheme: 'dark', width: 360, height: 740 },
] as const

/** `isHeld` means that the page's clock is paused; it then advances only as far as axe needs. */
export async function expectAccessible(page: Page, isHeld = false): Promise<void> {
  for (const { colorScheme, ...size } of testedViewports) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize(size)
    await finishCssTransitions(page)
    await expectNoHorizontalScroll(page)
    await loadAxe(page)
    const looking = page.evaluate(runAxe, axeOptions)
    const { faults, passed } = await (isHeld ? advanceClockUntilDone(page, looking) : looking)
    // Guards against a run in which axe checked nothing.
    expect(passed).toBeGreaterThan(0)
    expect(faults, `on ${size.width} px, ${colorScheme}`).toEqual([])
  }
}

type PageWithAxe = typeof globalThis & { axe?: typeof axe }

async function loadAxe(page: Page): Promise<void> {
  // Frames are skipped, which is correct only for inert ones.
  await expect(page.locator('iframe:not([inert])')).toHaveCount(0)
  if (!(await page.evaluate(() => (globalThis as PageWithAxe).axe !== undefined))) await page.evaluate(axeSource)
}

/**
 * Faults of a page that changed while axe looked at it belong to no state of the page, so axe looks again.
 * Text is left out, because clocks change it all the time.
 */
async function runAxe(axeOptions: RunOptions): Promise<{ faults: { id: string; at: string[] }[]; passed: number }> {
  const page = globalThis as PageWithAxe & { axe: typeof axe }
  let hasChanged = false
  const observer = new MutationObserver(() => {
    hasChanged = true
  })
  observer.observe(document, { subtree: true, childList: true, attributes: true })
  const run = async () => {
    hasChanged = false
    return page.axe.run(document, axeOptions)
  }
  let results = await run()
  // Bounded, because some pages never stop changing.
  for (let count = 1; count < 5 && hasChanged && results.violations.length > 0; count += 1) results = await run()
  observer.disconnect()
  return {
    faults: results.violations.map(({ id, nodes }) => ({
      id,
      // axe truncates long elements.
      at: nodes.map(({ target, html, failureSummary }) => {
        const whole = document.querySelector(String(target))?.outerHTML ?? html
        return `${whole.slice(0, 1000)} ${failureSummary}`
      }),
    })),
    passed: results.passes.length,
  }
}

/** WCAG 2.2 §1.4.10 Reflow: nothing is wider than the window. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  await waitForNextFrame(page)
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

/**
 * The page lays itself out for a new window size in the next frame. ResizeObserver reports at the end
 * of it, and a paused clock does not stop it, unlike `requestAnimationFrame`.
 */
const waitForNextFrame = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const observer = new ResizeObserver(() => {
          observer.disconnect()
          resolve()
        })
        observer.observe(document.documentElement)
      }),
  )

async function advanceClockUntilDone<Result>(page: Page, work: Promise<Result>): Promise<Result> {
  let isDone = false
  const finished = work.finally(() => {
    isDone = true
  })
  while (!isDone) await page.clock.runFor(1)
  return finished
}

/** axe would measure colors in mid-transition. Finishing a transition can start others. */
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
