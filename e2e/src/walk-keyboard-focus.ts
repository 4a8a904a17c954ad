// Tabs through a page as a keyboard user, and checks each stop (WCAG 2.2 §2.1.2, §2.4.3, §2.4.7,
// §2.4.11).
import type { Page } from '@playwright/test'

interface FocusStop {
  /** For the report. */
  name: string
  /** Position in the document. */
  index: number
  problems: string[]
}

const maxStops = 400

/** @returns problems, such as "Save is covered by …"; empty if every stop is in sight */
export async function walkKeyboardFocus(page: Page, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<string[]> {
  const problems: string[] = []
  const walked: number[] = []
  await page.evaluate(startAtTop)
  for (let count = 0; count < maxStops; count += 1) {
    await page.keyboard.press(key)
    const stop = await page.evaluate(readFocusStop)
    const last = walked.at(-1)
    // Backwards, the page starts with the controls of the browser.
    if (stop === null && count === 0) continue
    // The end of the page, or the first stop again.
    if (stop === null || (walked.length > 1 && stop.index === walked[0]))
      return walked.length === 0 ? ['Nothing takes the focus.'] : problems
    // The parts of a date are stops of one field.
    if (stop.index !== last) {
      if (walked.includes(stop.index)) return [...problems, `${stop.name}: the focus is trapped`]
      const isBackwards = last !== undefined && (key === 'Tab' ? stop.index < last : stop.index > last)
      if (isBackwards) problems.push(`${stop.name}: the focus leaves the order of the document`)
      walked.push(stop.index)
    }
    problems.push(...stop.problems.map((problem) => `${stop.name}: ${problem}`))
  }
  return [...problems, `There are more than ${maxStops} stops.`]
}

/** Browsers continue at the last focus, so the page takes the focus for a moment. */
function startAtTop(): void {
  ;(document.activeElement as HTMLElement | null)?.blur()
  document.body.tabIndex = -1
  document.body.focus()
  document.body.removeAttribute('tabindex')
  scrollTo(0, 0)
}

/** Runs inside the page, so it uses nothing from outside. Null if no element has the focus. */
export function readFocusStop(): FocusStop | null {
  const all = [...document.querySelectorAll('*')]
  const host = document.activeElement
  let focused = host
  // The demonstration wallet draws its dialogs in a shadow tree.
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
  if (!(focused instanceof HTMLElement || focused instanceof SVGElement) || focused === document.body) return null
  const box = focused.getBoundingClientRect()
  const name = `<${focused.tagName.toLowerCase()}> "${(focused.getAttribute('aria-label') ?? focused.textContent).trim().slice(0, 60)}"`
  const root = focused.getRootNode() as Document | ShadowRoot
  const problems: string[] = []
  const label = focused instanceof HTMLInputElement ? (focused.labels?.[0] ?? null) : null
  // A field that is drawn by its label has one pixel itself.
  const isDrawnByLabel = box.width <= 1 && label !== null
  const shown = isDrawnByLabel ? label.getBoundingClientRect() : box
  if (shown.width <= 1 || shown.height <= 1) problems.push('is not visible')
  // A link can be broken into lines, between which the page shows through.
  const lines = isDrawnByLabel ? [shown] : [...focused.getClientRects()]
  const places = lines.flatMap((line) =>
    [0.25, 0.5, 0.75].map((part) =>
      root.elementFromPoint(
        Math.min(Math.max(line.left + line.width / 2, 1), innerWidth - 1),
        line.top + line.height * part,
      ),
    ),
  )
  const isOwn = (one: Element | null) => one !== null && (focused.contains(one) || label?.contains(one) === true)
  // For an element taller than the page, a visible part is enough (§2.4.11).
  if (!places.some(isOwn))
    problems.push(`is covered by ${places[1]?.outerHTML.slice(0, 120) ?? 'the edge of the page'}`)
  const hasOutline = (one: Element | null) => {
    if (one === null) return false
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(one)
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && !/transparent|[,/] 0\)$/.test(outlineColor)
  }
  // A bar of a chart frames itself.
  const hasFrame = [...focused.querySelectorAll('rect')].some(
    (part) => getComputedStyle(part).stroke !== 'none' && parseFloat(getComputedStyle(part).strokeWidth) >= 2,
  )
  // A filter frames its field and its button together.
  const frames = [focused, label, focused.parentElement, focused.parentElement?.parentElement ?? null]
  if (!hasFrame && !frames.some(hasOutline)) problems.push('has no visible focus indicator')
  return {
    name,
    // Stops in a shadow tree come after their host.
    index:
      host === focused
        ? all.indexOf(focused)
        : all.indexOf(host ?? focused) + ([...root.querySelectorAll('*')].indexOf(focused) + 1) / 1000,
    problems,
  }
}
