// Tests forced colors (Windows high contrast), which remove backgrounds and tints: what is selected
// still looks different from what is not.
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { Locator, Page } from '@playwright/test'
import { signInWithRole } from '../src/admin-role-browser-test-steps.ts'
import { consentFlowTestScenarios } from '../src/consent-flow-test-scenarios.ts'
import { signInWithHttpTestBrowser } from '../src/http-test-browser.ts'
import { openConsentFlowTestScenario } from '../src/open-consent-flow-test-scenario.ts'
import { waitUntilPageLoaded } from '../src/wait-until-page-loaded.ts'
import { openAccountWithFakeWallet } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

const readLook = (element: Locator): Promise<string> =>
  element.evaluate((node) => {
    const {
      backgroundColor,
      color,
      borderColor,
      borderWidth,
      outlineStyle,
      outlineWidth,
      outlineColor,
      textDecorationLine,
    } = getComputedStyle(node)
    return JSON.stringify({
      backgroundColor,
      color,
      border: [borderColor, borderWidth],
      outline: outlineStyle === 'none' ? null : [outlineColor, outlineWidth],
      textDecorationLine,
    })
  })

async function expectDifferentLook(selected: Locator, other: Locator): Promise<void> {
  await expect(selected.first()).toBeVisible()
  await expect(other.first()).toBeVisible()
  expect(await readLook(selected.first())).not.toBe(await readLook(other.first()))
}

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
})

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await waitUntilPageLoaded(page)
}

test('selected parts of the console are visible in forced colors', async ({ page, server, key }) => {
  test.slow()
  await signInWithRole(page, server, key, 'owner')
  await signInWithHttpTestBrowser(server.origin, createEthereumTestKey(73_001))

  await open(page, '/admin')
  const areas = page.getByRole('navigation', { name: 'Administration' })
  await expectDifferentLook(areas.locator('a[aria-current]'), areas.locator('a:not([aria-current])'))
  const ranges = page.getByRole('navigation', { name: 'Date range' })
  await expectDifferentLook(ranges.locator('a[aria-current]'), ranges.locator('a:not([aria-current])'))
  const bar = page.locator('svg [class*=fill-seal]').first()
  await expect(bar).toHaveCSS('fill', await readSystemColor(page, 'CanvasText'))

  await page.keyboard.press('Control+k')
  const options = page.getByRole('option')
  await expectDifferentLook(
    options.and(page.locator('[aria-selected=true]')),
    options.and(page.locator('[aria-selected=false]')),
  )
  await page.keyboard.press('Escape')

  await open(page, '/admin/settings')
  const tabs = page.getByRole('navigation', { name: 'Parts of the settings' })
  await expectDifferentLook(tabs.locator('a[aria-current]'), tabs.locator('a:not([aria-current])'))

  await open(page, '/admin/people?status=active')
  await expectDifferentLook(page.locator('[data-set]'), page.locator('span:not([data-set]):has(> select)'))
  const rows = page.locator('tbody tr')
  await rows.first().getByRole('checkbox').check()
  await expectDifferentLook(rows.first(), rows.nth(1))
  await rows.first().getByRole('checkbox').uncheck()
  await rows.first().getByRole('link').first().click()
  await expectDifferentLook(
    page.locator('tr:has(a[aria-current])'),
    page.locator('tr:not(:has(a[aria-current])):has(td)'),
  )

  await open(page, '/admin/activity')
  await page.getByRole('button', { name: 'Pause' }).click()
  const presets = page.getByRole('navigation', { name: 'Views' })
  await expectDifferentLook(presets.locator('a[aria-current]'), presets.locator('a:not([aria-current])'))
})

test('selected parts of the account and the public pages are visible in forced colors', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  const areas = page.getByRole('navigation', { name: 'Your account' })
  await expectDifferentLook(areas.locator('a[aria-current]'), areas.locator('a:not([aria-current])'))
  await expectDifferentLook(
    page.locator('button[lang][aria-pressed=true]'),
    page.locator('button[lang][aria-pressed=false]'),
  )

  await open(page, '/inspector#compose')
  await expectDifferentLook(page.locator('main [aria-pressed=true]'), page.locator('main [aria-pressed=false]'))
})

test('the chosen wallet of a consent page is visible in forced colors', async ({ page }) => {
  const scenario = consentFlowTestScenarios.find(
    ({ name }) => name === 'consent with six items and a choice of wallets',
  )
  if (scenario === undefined) throw new Error('The scenario with a choice of wallets is missing.')
  await openConsentFlowTestScenario(page, scenario)
  await expectDifferentLook(
    page.locator('label:has(:checked[type=radio])'),
    page.locator('label:has([type=radio]:not(:checked))'),
  )
})

test('an identicon and the focus are visible in forced colors', async ({ page, key }) => {
  await openAccountWithFakeWallet(page, key)
  await expect(page.locator('.rosette-ring').first()).toHaveCSS('stroke', await readSystemColor(page, 'CanvasText'))
  const link = page.getByRole('navigation', { name: 'Your account' }).getByRole('link').nth(1)
  const before = await readLook(link)
  await link.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(link).toBeFocused()
  expect(await readLook(link)).not.toBe(before)
})

const readSystemColor = (page: Page, name: string): Promise<string> =>
  page.evaluate((color) => {
    const probe = document.body.appendChild(document.createElement('span'))
    probe.style.color = color
    const value = getComputedStyle(probe).color
    probe.remove()
    return value
  }, name)
