// What can be done on a page right now, as a person finds it: whatever is in sight, and while a question is open only what is in that.
import { errors } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

type ControlKind = 'link' | 'button' | 'submit' | 'leave' | 'choice' | 'box' | 'text' | 'file'

export interface UiCrawlerControl {
  /** Under which it is found on the page, until the next look. */
  index: number
  kind: ControlKind
  name: string
  /** Where a link leads. */
  href: string
  /** What stands in a field. */
  value: string
  options: string[]
  isDisabled: boolean
  /** Whether what it began is under way. */
  isBusy: boolean
  /** What it says of itself beside its name: why it cannot be used, for one. */
  about: string
  isInvalid: boolean
  /** Whether a keyboard comes to it, and no eye does. */
  isHidden: boolean
  /** Whether it stands around every page. */
  isFrame: boolean
}

export interface UiCrawlerPageSnapshot {
  heading: string
  /** The question that is open. */
  dialog: string | null
  controls: UiCrawlerControl[]
  /** What the page says of its own accord: that something failed or is not as it should be. */
  messages: string[]
  hasFocus: boolean
  title: string
}

/** Looks at the page, and marks each control so that it can be pressed. */
export const takeUiCrawlerPageSnapshot = (page: Page): Promise<UiCrawlerPageSnapshot> => page.evaluate(collectControls)

/** Runs in the page. */
function collectControls(): UiCrawlerPageSnapshot {
  const text = (element: Element | null | undefined): string => (element?.textContent ?? '').replace(/\s+/g, ' ').trim()
  const isInSight = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.getClientRects().length > 0
  const byIds = (ids: string | null): string =>
    (ids ?? '')
      .split(/\s+/)
      .map((id) => (id === '' ? '' : text(document.getElementById(id))))
      .join(' ')
      .trim()
  const nameOf = (element: HTMLElement): string =>
    byIds(element.getAttribute('aria-labelledby')) ||
    element.getAttribute('aria-label') ||
    ('labels' in element && element.labels instanceof NodeList
      ? [...element.labels].map((label) => text(label as Element)).join(' ')
      : '') ||
    text(element) ||
    element.title
  const kindOf = (element: HTMLElement): ControlKind => {
    if (element.matches('a')) return 'link'
    if (element instanceof HTMLSelectElement) return 'choice'
    if (element instanceof HTMLTextAreaElement) return 'text'
    if (element instanceof HTMLInputElement)
      return element.type === 'checkbox' || element.type === 'radio' ? 'box' : element.type === 'file' ? 'file' : 'text'
    if (/^(cancel|close|abbrechen|schließen)$/i.test(nameOf(element))) return 'leave'
    return element instanceof HTMLButtonElement && element.type === 'submit' ? 'submit' : 'button'
  }
  /** What can be seen of it, or of what names it; a line that goes on sideways is scrolled. */
  const hasRoom = (element: Element): boolean => {
    let { left, right, top, bottom } = element.getBoundingClientRect()
    for (let around = element.parentElement; around !== null; around = around.parentElement) {
      const { overflowX, overflowY, display } = getComputedStyle(around)
      const box = around.getBoundingClientRect()
      if (display === 'inline' || display === 'contents') continue
      const isCut = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      if (isCut(overflowX)) [left, right] = [Math.max(left, box.left), Math.min(right, box.right)]
      if (isCut(overflowY)) [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)]
    }
    return right - left > 4 && bottom - top > 4
  }
  const canBeSeen = (element: HTMLElement): boolean =>
    hasRoom(element) ||
    element.tabIndex < 0 ||
    ('labels' in element &&
      element.labels instanceof NodeList &&
      [...element.labels].some((label) => hasRoom(label as Element)))
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1) ?? null
  const scope = dialog ?? document.body
  const usable = [
    ...scope.querySelectorAll<HTMLElement>(
      'a[href], button, summary, select, input:not([type=hidden], [readonly]), textarea:not([readonly])',
    ),
  ]
  const found = usable.filter((element) => isInSight(element) && element.closest('[inert]') === null)
  for (const element of document.querySelectorAll<HTMLElement>('[data-crawl]')) delete element.dataset['crawl']
  const controls = found.map((element, index) => {
    element.dataset['crawl'] = String(index)
    return {
      index,
      kind: kindOf(element),
      name: nameOf(element),
      // A bar of a chart is a link of another make.
      href: element.matches('a') ? new URL(element.getAttribute('href') ?? '', location.href).href : '',
      isFrame: element.closest('nav, header, footer') !== null || element.matches('[href="#content"]'),
      value: 'value' in element ? String(element.value) : '',
      options: element instanceof HTMLSelectElement ? [...element.options].map((option) => option.value) : [],
      isDisabled: element.getAttribute('aria-disabled') === 'true' || element.matches(':disabled'),
      isBusy: element.getAttribute('aria-busy') === 'true',
      about: byIds(element.getAttribute('aria-describedby')),
      isHidden: !element.matches('[href="#content"]') && !canBeSeen(element),
      isInvalid: element.getAttribute('aria-invalid') === 'true',
    }
  })
  const said = [...document.querySelectorAll('[role=alert]')].filter(
    (element) => isInSight(element) && text(element) !== '',
  )
  const faulty = [...document.querySelectorAll('[aria-invalid=true]')].filter(isInSight)
  return {
    // What is open beside a list names the tab.
    heading: text(document.querySelector('h2[data-panel]') ?? document.querySelector('h1')),
    dialog: dialog && (byIds(dialog.getAttribute('aria-labelledby')) || 'a question without a name'),
    controls,
    messages: [
      ...said.map(text),
      ...faulty.map((element) => byIds(element.getAttribute('aria-describedby')) || 'a field is marked'),
    ],
    hasFocus: document.activeElement !== null && document.activeElement !== document.body,
    title: document.title,
  }
}

/**
 * Uses a control, unless it goes away meanwhile: a form that is checked a moment after the last letter draws anew what it found.
 * @returns whether it was used
 */
export async function operateControlIfPresent(control: Locator, use: () => Promise<unknown>): Promise<boolean> {
  try {
    await use()
    return true
  } catch (error) {
    if (error instanceof errors.TimeoutError && (await control.count()) === 0) return false
    throw error
  }
}

/** In which order controls are used: fields first, what sends them last, and before that what leaves them alone. */
export function getUiCrawlerControlOrder({ kind }: UiCrawlerControl, { dialog }: UiCrawlerPageSnapshot): number {
  const ranks = { text: 0, choice: 1, box: 2, file: 3, button: 4, link: 5, leave: dialog === null ? 5 : -1, submit: 6 }
  return ranks[kind]
}
