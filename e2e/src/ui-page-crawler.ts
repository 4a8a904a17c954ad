// Crawls everything that one person can reach. If a control repeats in every row, only a few of its
// copies are used.
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { findStepUpDialogInAnyLanguage } from './find-step-up-dialog.ts'
import {
  getUiCrawlerControlOrder,
  takeUiCrawlerPageSnapshot,
  operateControlIfPresent,
} from './ui-crawler-page-snapshot.ts'
import type { UiCrawlerControl, UiCrawlerPageSnapshot } from './ui-crawler-page-snapshot.ts'
import { fillUiCrawlerField, imageUploadFixture } from './fill-ui-crawler-field.ts'
import { findCrawledPageDefects, monitorUiCrawlerViolations } from './ui-crawler-invariants.ts'
import type { UiCrawlerViolationMonitor } from './ui-crawler-invariants.ts'
import { firstFakeWalletName } from './wallet-sign-in-test-steps.ts'
import { isAdminPath, getPageKind, getUiCrawlerStateName } from './get-ui-crawler-state-name.ts'

interface CrawlOptions {
  origin: string
  from: readonly string[]
  /** Pages to crawl. Links to other pages are opened, but those pages are not crawled. */
  within?: RegExp
  /** Controls that end this person's session or role are skipped; those have their own tests. */
  ownId?: string
}

export interface UiCrawlResult {
  states: string[]
  pages: string[]
  errors: string[]
  steps: number
  isComplete: boolean
}

/** The limit is on steps and not on time, so that slow machines crawl the same pages. */
const maxSteps = 150
const maxStepsPerPage = 35
/** Limits pages that differ only in an ID. */
const maxPagesPerKind = 2
/** Limits controls that repeat in every row, or start with the same word. */
const maxSimilarControls = 4

export async function crawlUiPages(page: Page, options: CrawlOptions): Promise<UiCrawlResult> {
  return new PageCrawler(page, options).run()
}

class PageCrawler {
  readonly #page: Page
  readonly #options: CrawlOptions
  readonly #watch: UiCrawlerViolationMonitor
  readonly #queue: string[]
  readonly #queued = new Set<string>()
  readonly #ofAKind = new Map<string, number>()
  readonly #seen = new Set<string>()
  readonly #alike = new Map<string, Set<string>>()
  readonly #checked = new Set<string>()
  #picking: Promise<void> | null = null
  #steps = 0
  #isComplete = true

  constructor(page: Page, options: CrawlOptions) {
    this.#page = page
    this.#options = options
    this.#watch = monitorUiCrawlerViolations(page, options.origin)
    this.#queue = []
    for (const path of options.from) this.#enqueue(path)
    page.setDefaultTimeout(60_000)
    page.on('dialog', (dialog) => void dialog.accept())
    page.on('filechooser', (chooser) => {
      this.#picking = chooser.setFiles(imageUploadFixture)
    })
  }

  async run(): Promise<UiCrawlResult> {
    const pages: string[] = []
    for (let path = this.#queue.shift(); path !== undefined && !this.#isOver(); path = this.#queue.shift()) {
      pages.push(getPageKind(path))
      await this.#exhaust(path)
    }
    return {
      states: [...this.#seen],
      pages: [...new Set(pages)],
      errors: this.#watch.violations,
      steps: this.#steps,
      isComplete: this.#isComplete && this.#queue.length === 0,
    }
  }

  #isOver(): boolean {
    return this.#steps >= maxSteps
  }

  #enqueue(path: string): void {
    const kind = getPageKind(path)
    if (this.#queued.has(path) || this.#options.within?.test(kind) === false) return
    const count = this.#ofAKind.get(kind) ?? 0
    if (count >= maxPagesPerKind) return
    this.#ofAKind.set(kind, count + 1)
    this.#queued.add(path)
    this.#queue.push(path)
  }

  async #exhaust(path: string): Promise<void> {
    await this.#open(path)
    let opener: string | null = null
    let wasOpen: string | null = null
    let left = 0
    const end = this.#steps + maxStepsPerPage
    for (;;) {
      if (this.#isOver() || this.#steps >= end) {
        this.#isComplete = false
        return
      }
      const sight = await takeUiCrawlerPageSnapshot(this.#page)
      if (sight.dialog === null && wasOpen !== null) {
        if (!sight.hasFocus) this.#fault(`no element has the focus after “${wasOpen}” closed`)
        // Reopens the dialog later for its remaining controls.
        if (left > 0 && opener !== null) this.#seen.delete(opener)
        opener = null
      }
      wasOpen = sight.dialog
      for (const control of sight.controls) this.#see(path, sight, control)
      const todo = this.#todo(path, sight)
      const [next] = todo
      left = sight.dialog === null ? 0 : todo.length - 1
      if (next === undefined) {
        if (sight.dialog === null) return
        await this.#page.keyboard.press('Escape')
        await this.#settle(path, `${getPageKind(path)} [${sight.dialog}] Escape`)
        if ((await takeUiCrawlerPageSnapshot(this.#page)).dialog === sight.dialog)
          return this.#fault(`Escape does not close “${sight.dialog}”`)
        continue
      }
      this.#seen.add(next.state)
      if (sight.dialog === null) opener = next.state
      await this.#do(path, next.control, next.state)
    }
  }

  /** Keyboard focus must be visible (WCAG 2.2, 2.4.7). */
  #see(path: string, sight: UiCrawlerPageSnapshot, control: UiCrawlerControl): void {
    const state = `${getUiCrawlerStateName(path, sight, control)} is not seen`
    if (!control.isHidden || this.#checked.has(state)) return
    this.#checked.add(state)
    this.#fault(`the keyboard focus reaches ${control.kind} “${control.name}”, which is not visible`)
  }

  #todo(path: string, sight: UiCrawlerPageSnapshot): { control: UiCrawlerControl; state: string }[] {
    const own = this.#options.ownId !== undefined && path.includes(this.#options.ownId)
    return sight.controls
      .map((control) => ({ control, state: getUiCrawlerStateName(path, sight, control) }))
      .filter(({ control, state }) => {
        if (this.#seen.has(state) || control.kind === 'file' || control.isBusy || control.isHidden) return false
        if (own && endsOwnAccess.test(control.name) && !control.isDisabled) return false
        return !languages.test(control.name) && !this.#isOneOfMany(state)
      })
      .sort(
        (one, other) => getUiCrawlerControlOrder(one.control, sight) - getUiCrawlerControlOrder(other.control, sight),
      )
  }

  #isOneOfMany(state: string): boolean {
    const [kind = ''] = /^.*?: \S+ \S+/.exec(state) ?? []
    const known = this.#alike.get(kind) ?? new Set<string>()
    this.#alike.set(kind, known)
    if (known.has(state)) return false
    if (known.size >= maxSimilarControls) return true
    known.add(state)
    return false
  }

  async #do(path: string, control: UiCrawlerControl, state: string): Promise<void> {
    this.#steps += 1
    this.#watch.setStep(state)
    const element = this.#page.locator(`[data-crawl="${control.index}"]`)
    if (control.isDisabled) {
      if (control.kind !== 'text' && control.about === '') this.#fault('the control is disabled without a reason')
      return
    }
    if (control.kind === 'link') return this.#follow(path, control, state)
    if (control.kind === 'choice') {
      // Selecting an option can renumber the controls (data-crawl), so this keeps the element.
      const choice = await element.elementHandle()
      await choice?.focus()
      for (const option of [...control.options.slice(1, 3), control.value]) {
        await choice?.selectOption(option)
        await this.#settle(path, state)
        if (!(await choice?.evaluate((node) => node.isConnected).catch(() => false))) return
      }
      return
    }
    const isThere = await operateControlIfPresent(element, () =>
      control.kind === 'text' ? fillUiCrawlerField(element, control) : element.click(),
    )
    if (!isThere) this.#seen.delete(state)
    await this.#settle(path, state)
    if (isThere && control.kind === 'submit') await this.#fillAndSend(path, control, state)
  }

  async #fillAndSend(path: string, { name }: UiCrawlerControl, state: string): Promise<void> {
    const { controls } = await takeUiCrawlerPageSnapshot(this.#page)
    const wanted = controls.filter((control) => control.isInvalid)
    const submit = controls.find((control) => control.kind === 'submit' && control.name === name)
    if (wanted.length === 0 || submit === undefined) return
    for (const control of wanted)
      if (control.kind === 'text')
        await fillUiCrawlerField(this.#page.locator(`[data-crawl="${control.index}"]`), control)
    this.#steps += 1
    await this.#page.locator(`[data-crawl="${submit.index}"]`).click()
    await this.#settle(path, `${state}, filled in`)
  }

  async #follow(path: string, { href, index }: UiCrawlerControl, state: string): Promise<void> {
    const { origin, pathname, search, hash } = new URL(href)
    if (origin !== this.#options.origin) return
    if (!isAdminPath(pathname)) {
      const response = await this.#page.request.get(href, { headers: { accept: 'text/html' }, failOnStatusCode: false })
      if (response.status() >= 400) this.#fault(`the link leads to ${pathname}, which returns ${response.status()}`)
      return
    }
    const before = this.#page.url()
    const link = this.#page.locator(`[data-crawl="${index}"]`)
    // The skip link is visible only with keyboard focus.
    await (hash === '' ? link.click() : link.press('Enter'))
    await this.#settle(path, state)
    if ((await takeUiCrawlerPageSnapshot(this.#page)).dialog !== null) return
    if (hash === '' && pathname !== new URL(before).pathname) {
      this.#enqueue(pathname + search)
    }
  }

  /** Waits until the page is idle, answers step-up dialogs, and returns if a step led elsewhere. */
  async #settle(path: string, state: string): Promise<void> {
    await this.#watch.waitUntilIdle()
    if (this.#picking !== null) {
      await this.#picking
      this.#picking = null
      await this.#watch.waitUntilIdle()
    }
    const isItYou = findStepUpDialogInAnyLanguage(this.#page)
    if (await isItYou.isVisible()) {
      // The step-up dialog is how the page explains the refusal that caused it.
      this.#watch.takeRefusals()
      await isItYou.getByRole('button', { name: firstFakeWalletName }).click()
      await expect(isItYou).toBeHidden()
      await this.#watch.waitUntilIdle()
      this.#watch.ignoreOldSessionRefusals()
    }
    await this.#judge()
    const { pathname, search } = new URL(this.#page.url())
    if (pathname === new URL(path, this.#options.origin).pathname) return this.#judgeFocus()
    if (isAdminPath(pathname)) this.#enqueue(pathname + search)
    this.#watch.setStep(`${state}, and back`)
    await this.#page.goBack()
    await this.#watch.waitUntilIdle()
    if (new URL(this.#page.url()).pathname !== new URL(path, this.#options.origin).pathname) {
      this.#fault(`going back leads to ${new URL(this.#page.url()).pathname}`)
      await this.#open(path)
    }
    await this.#judge()
  }

  async #open(path: string): Promise<void> {
    this.#watch.setStep(path)
    await this.#page.goto(path)
    await this.#watch.waitUntilIdle()
    await this.#judge()
  }

  /** Checks that refusals are explained, the tab title matches the page, and a link leads away. */
  async #judge(): Promise<void> {
    const sight = await takeUiCrawlerPageSnapshot(this.#page)
    const refusals = this.#watch.takeRefusals()
    if (refusals.length > 0 && sight.messages.length === 0)
      this.#fault(`the page does not show this refusal: ${refusals.join(', ')}`)
    const kind = `${getPageKind(new URL(this.#page.url()).pathname)} ${sight.heading}`
    if (this.#checked.has(kind)) return
    this.#checked.add(kind)
    for (const fault of findCrawledPageDefects(sight, this.#options.origin)) this.#fault(fault)
  }

  /** A control that removes itself must pass its focus on (WCAG 2.2, 2.4.3). */
  async #judgeFocus(): Promise<void> {
    const { hasFocus } = await takeUiCrawlerPageSnapshot(this.#page)
    if (!hasFocus) this.#fault('no element has the focus after this step')
  }

  #fault(text: string): void {
    this.#watch.reportViolation(text)
  }
}

const endsOwnAccess = /^(suspend|delete|remove|end)|(sperren|löschen|entziehen|beenden)$/i
const languages = /^(English|Deutsch)$/
