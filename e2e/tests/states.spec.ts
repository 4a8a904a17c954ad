// Every state of the sign-in screen, as a person meets it: its words, its one main button, its way out, where the focus
// is, what a screen reader hears; in light and dark, on a computer and on a phone.
import { devices } from '@playwright/test'
import type { Page } from '@playwright/test'
import { installFakeWallets } from '@countersign/testing/fake-wallet'
import { expectAccessible } from '../src/accessibility.ts'
import { states } from '../src/states.ts'
import type { ScreenState } from '../src/states.ts'
import { expect, test } from './test.ts'

const onComputer = states.filter(({ phone }) => phone === undefined)
const onPhone = states.filter(({ phone }) => phone === true)

for (const state of onComputer) test(`state: ${state.name}`, ({ page }) => expectState(page, state))

test.describe(() => {
  test.use({ userAgent: devices['Pixel 7'].userAgent, isMobile: true, hasTouch: true })
  for (const state of onPhone) test(`state: ${state.name}`, ({ page }) => expectState(page, state))
})

async function expectState(page: Page, state: ScreenState): Promise<void> {
  await installFakeWallets(page, state.wallets ?? [{ behaviour: 'good' }])
  await state.reach(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: state.title })).toBeVisible()
  await expect(page.getByRole('main').getByText(state.text).filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByRole('status')).toContainText(state.heard ?? state.title)
  await expectOneMainButton(page, state.main)
  if (state.out !== null) await expect(page.getByRole('main').getByRole('button', { name: state.out })).toBeVisible()
  if (!state.opens) await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  await expectAccessible(page, state.held)
}

/** The main button is there, and nothing else looks like it. */
async function expectOneMainButton(page: Page, name: ScreenState['main']): Promise<void> {
  const main = page.getByRole('main')
  if (name !== null) await expect(main.getByRole('button', { name })).toBeVisible()
  const filled = await main.getByRole('button').evaluateAll((buttons) => {
    const isFilled = (element: Element): boolean => {
      const { backgroundColor, borderTopWidth } = getComputedStyle(element)
      return backgroundColor !== 'rgba(0, 0, 0, 0)' && borderTopWidth === '0px'
    }
    return buttons.filter((button) => button.closest('ul') === null && isFilled(button)).map((button) => button.textContent)
  })
  expect(filled).toHaveLength(name === null ? 0 : 1)
}
