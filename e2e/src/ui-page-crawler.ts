// Clicks through everything that one person reaches, until nothing is left that was not seen: every link, menu, question and button, each
// known by the page it stands on, the question it stands in, and its name. What belongs to one of many rows is done for a few of them.
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
  /** Where it begins. */
  from: readonly string[]
  /** Which pages it goes on to; links to others are followed, and no further. */
  within?: RegExp
  /** The id of who crawls: what ends their own session or role would end the crawl, and has tests of its own. */
  ownId?: string
}

export interface UiCrawlResult {
  /** Every state that was seen: page, question, control. */
  states: string[]
  /** The pages, each written as the router knows it. */
  pages: string[]
  errors: string[]
  steps: number
  /** Whether it came to the end. */
  isComplete: boolean
}

/** After so many steps it stops, even where something is left: by steps and not by time, so that a slow machine sees the same. */
const maxSteps = 150
/** So many of them on one page, so that each page has its turn. */
const maxStepsPerPage = 35
/** Of pages that differ in an id, so many are visited. */
const maxPagesPerKind = 2
/** Of controls of one row each, and of those that begin with the same word. */
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
  /** A file that is being given. */
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

  /** Does everything on one page that was not done before. */
  async #exhaust(path: string): Promise<void> {
    await this.#open(path)
    /** What opened the question that is open. */
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
        if (!sight.hasFocus) this.#fault(`nothing has the focus after “${wasOpen}”`)
        // What was not tried in it yet is tried when it is opened again.
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

  /** What a keyboard comes to can be seen (WCAG 2.2, 2.4.7). */
  #see(path: string, sight: UiCrawlerPageSnapshot, control: UiCrawlerControl): void {
    const state = `${getUiCrawlerStateName(path, sight, control)} is not seen`
    if (!control.isHidden || this.#checked.has(state)) return
    this.#checked.add(state)
    this.#fault(`a keyboard comes to ${control.kind} “${control.name}”, which nobody sees`)
  }

  /** What was not done before, in the order in which it is done. */
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
      if (control.kind !== 'text' && control.about === '') this.#fault('cannot be used, and does not say why')
      return
    }
    if (control.kind === 'link') return this.#follow(path, control, state)
    if (control.kind === 'choice') {
      // Selecting an option can renumber the controls (data-crawl), so this keeps the element itself.
      const choice = await element.elementHandle()
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
    // It is looked for again.
    if (!isThere) this.#seen.delete(state)
    await this.#settle(path, state)
    if (isThere && control.kind === 'submit') await this.#fillAndSend(path, control, state)
  }

  /** A form that says what it wants gets that. */
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
      if (response.status() >= 400) this.#fault(`leads to ${pathname}, which answers ${response.status()}`)
      return
    }
    const before = this.#page.url()
    const link = this.#page.locator(`[data-crawl="${index}"]`)
    // The way past the navigation is in sight only for who comes to it by keyboard.
    await (hash === '' ? link.click() : link.press('Enter'))
    await this.#settle(path, state)
    if ((await takeUiCrawlerPageSnapshot(this.#page)).dialog !== null) return
    if (hash === '' && pathname !== new URL(before).pathname) {
      this.#enqueue(pathname + search)
    }
  }

  /** Waits for what a step began, answers "is it you?", looks whether all is well, and goes back where it led elsewhere. */
  async #settle(path: string, state: string): Promise<void> {
    await this.#watch.waitUntilIdle()
    if (this.#picking !== null) {
      await this.#picking
      this.#picking = null
      await this.#watch.waitUntilIdle()
    }
    const isItYou = findStepUpDialogInAnyLanguage(this.#page)
    if (await isItYou.isVisible()) {
      // The question is how that refusal is put in words.
      this.#watch.takeRefusals()
      await isItYou.getByRole('button', { name: firstFakeWalletName }).click()
      await expect(isItYou).toBeHidden()
      await this.#watch.waitUntilIdle()
      this.#watch.ignoreOldSessionRefusals()
    }
    await this.#judge()
    const { pathname, search } = new URL(this.#page.url())
    if (pathname === new URL(path, this.#options.origin).pathname) return
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

  /** Whether refusals are put in words, the tab is named as the page, and there is a way on. */
  async #judge(): Promise<void> {
    const sight = await takeUiCrawlerPageSnapshot(this.#page)
    const refusals = this.#watch.takeRefusals()
    if (refusals.length > 0 && sight.messages.length === 0)
      this.#fault(`nothing on the page says that this was refused: ${refusals.join(', ')}`)
    const kind = `${getPageKind(new URL(this.#page.url()).pathname)} ${sight.heading}`
    if (this.#checked.has(kind)) return
    this.#checked.add(kind)
    for (const fault of findCrawledPageDefects(sight, this.#options.origin)) this.#fault(fault)
  }

  #fault(text: string): void {
    this.#watch.reportViolation(text)
  }
}

/** What ends the session or the role of the person whose page it is. */
const endsOwnAccess = /^(suspend|delete|take|end)|(sperren|löschen|nehmen|beenden)$/i
const languages = /^(English|Deutsch)$/
