// Reads the usable controls of a page; while a dialog is open, only those in it.
import { errors } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

type ControlKind = 'link' | 'button' | 'submit' | 'leave' | 'choice' | 'box' | 'text' | 'file'

export interface UiCrawlerControl {
  /** Valid until the next snapshot. */
  index: number
  kind: ControlKind
  name: string
  href: string
  value: string
  options: string[]
  isDisabled: boolean
  isBusy: boolean
  /** The control's description, such as why it is disabled. */
  about: string
  isInvalid: boolean
  /** Reachable by keyboard, but not visible. */
  isHidden: boolean
  /** Whether the control is part of the frame around every page. */
  isFrame: boolean
}

export interface UiCrawlerPageSnapshot {
  heading: string
  dialog: string | null
  controls: UiCrawlerControl[]
  /** Alerts and errors that the page shows. */
  messages: string[]
  hasFocus: boolean
  title: string
}

/** Also marks each control so that it can be found again. */
export const takeUiCrawlerPageSnapshot = (page: Page): Promise<UiCrawlerPageSnapshot> => page.evaluate(collectControls)

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
  /** Whether a part is visible; scrollable overflow counts as visible. */
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
  const menu = scope.querySelector('button[aria-expanded=true] ~ [tabindex="-1"]')
  const menuBox = menu?.getBoundingClientRect()
  /** An open menu covers the control; a click elsewhere closes the menu. */
  const isUnderMenu = (element: Element): boolean => {
    if (menu === null || menuBox === undefined || menu.contains(element)) return false
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    return x > menuBox.left && x < menuBox.right && y > menuBox.top && y < menuBox.bottom
  }
  const found = usable.filter(
    (element) => isInSight(element) && element.closest('[inert]') === null && !isUnderMenu(element),
  )
  for (const element of document.querySelectorAll<HTMLElement>('[data-crawl]')) delete element.dataset['crawl']
  const controls = found.map((element, index) => {
    element.dataset['crawl'] = String(index)
    return {
      index,
      kind: kindOf(element),
      name: nameOf(element),
      // Chart bars are SVG links.
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
    // The heading of an open detail panel is also the tab's title.
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

/** Validation after typing can re-render the control. Returns whether it was used. */
export async function operateControlIfPresent(control: Locator, use: () => Promise<unknown>): Promise<boolean> {
  try {
    await use()
    return true
  } catch (error) {
    if (error instanceof errors.TimeoutError && (await control.count()) === 0) return false
    throw error
  }
}

/** Fields before buttons, and submit buttons last; in a dialog, canceling controls first. */
export function getUiCrawlerControlOrder({ kind }: UiCrawlerControl, { dialog }: UiCrawlerPageSnapshot): number {
  const ranks = { text: 0, choice: 1, box: 2, file: 3, button: 4, link: 5, leave: dialog === null ? 5 : -1, submit: 6 }
  return ranks[kind]
}
