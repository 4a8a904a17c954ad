// Tests every state of the sign-in screen: texts, main button, cancel button, focus, announcements
// and the position of the headings, in light and dark mode on desktop and phone.
import { devices } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expectAccessible, finishCssTransitions } from '../src/expect-accessible.ts'
import { signInTestScenarios } from '../src/sign-in-test-scenarios.ts'
import { openSignInTestScenario } from '../src/states/open-sign-in-test-scenario.ts'
import type { SignInTestScenario } from '../src/states/open-sign-in-test-scenario.ts'
import { expect, test } from './server-playwright-fixtures.ts'

const onComputer = signInTestScenarios.filter(({ isPhoneOnly }) => isPhoneOnly === undefined)
const onPhone = signInTestScenarios.filter(({ isPhoneOnly }) => isPhoneOnly === true)

for (const state of onComputer) test(`state: ${state.name}`, ({ page }) => expectState(page, state))

test.describe(() => {
  test.use({ userAgent: devices['Pixel 7'].userAgent, isMobile: true, hasTouch: true })
  for (const state of onPhone) test(`state: ${state.name}`, ({ page }) => expectState(page, state))
})

async function expectState(page: Page, state: SignInTestScenario): Promise<void> {
  await openSignInTestScenario(page, state)
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: state.title })).toBeVisible()
  await expect(page.getByRole('status')).toContainText(state.announcement ?? state.title)
  if (state.mainButton !== null) await expectOneMainButton(page, state.mainButton)
  if (state.out !== null) await expect(page.getByRole('main').getByRole('button', { name: state.out })).toBeVisible()
  await expectHeadingsInPlace(page)
  if (!state.opens) await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  await expectAccessible(page, state.held)
}

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]
/** Distances from the top of the page in the state measured first, by window width. */
const firstTops = new Map<number, readonly number[]>()

/** The headings have the same position in every state of the page without an application. */
async function expectHeadingsInPlace(page: Page): Promise<void> {
  if (new URL(page.url()).searchParams.has('interaction')) return
  const before = page.viewportSize()!
  for (const size of sizes) {
    await page.setViewportSize(size)
    const tops = await page
      .locator('main :is(h1, h2[data-stage-heading])')
      .evaluateAll((all) => all.map((heading) => heading.getBoundingClientRect().top + scrollY))
    const first = firstTops.get(size.width) ?? tops
    firstTops.set(size.width, first)
    expect(tops).toHaveLength(2)
    const moved = tops.map((top, place) => Math.abs(top - (first[place] ?? 0)))
    expect(
      Math.max(...moved),
      `${size.width} px: headings at ${tops.join(', ')}, first at ${first.join(', ')}`,
    ).toBeLessThanOrEqual(1)
  }
  await page.setViewportSize(before)
}

async function expectOneMainButton(page: Page, name: string | RegExp): Promise<void> {
  const buttons = page.getByRole('main').getByRole('button')
  const main = buttons.and(page.getByRole('button', { name }))
  await expect(main).toBeVisible()
  await finishCssTransitions(page)
  const colour = await main.evaluate((button) => getComputedStyle(button).backgroundColor)
  const alike = await buttons.evaluateAll(
    (all, colour) => all.filter((button) => getComputedStyle(button).backgroundColor === colour).length,
    colour,
  )
  expect(alike).toBe(1)
}
