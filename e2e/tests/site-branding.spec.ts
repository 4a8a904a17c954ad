// Tests site branding on every page, in both modes and within the CSP, and that the preview matches
// the saved page.
/// <reference lib="dom" />
import { DatabaseSync } from 'node:sqlite'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { expectAccessible, expectNoHorizontalScroll } from '../src/expect-accessible.ts'
import { signInWithRole } from '../src/admin-role-browser-test-steps.ts'
import type { RunningTestServer } from '../src/start-server-for-tests.ts'
import type { Frame, Page } from '@playwright/test'
import { expect, test } from './server-playwright-fixtures.ts'

const chosen = {
  name: 'Guild of Lamps',
  colors: { light: '#6a1b4d', dark: '#f0a8d0' },
  languages: ['de'],
  termsUrl: 'https://guild.example/terms',
  privacyUrl: 'https://guild.example/privacy',
  helpUrl: null,
}
const nothing = {
  name: null,
  colors: { light: null, dark: null },
  languages: ['en', 'de'],
  termsUrl: null,
  privacyUrl: null,
  helpUrl: null,
}

/** Simulates a step-up, which has its own tests. */
function confirm({ databasePath }: RunningTestServer, personId: string): void {
  const database = new DatabaseSync(databasePath, { timeout: 10_000 })
  database.prepare('update sessions set stepped_up_at = ? where person_id = ?').run(Date.now(), personId)
  database.close()
}

const change = (page: Page, choices: object): Promise<number> =>
  page.evaluate(
    async (body) =>
      (
        await fetch('/api/admin/settings/branding', {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body,
        })
      ).status,
    JSON.stringify(choices),
  )

/** What preview and page must share: position, text and style. Their wallet lists differ. */
const drawn = (frame: Frame) =>
  frame.evaluate(() =>
    ['h1', 'h1 + p', 'h2', 'main li button', 'main p a', 'footer', 'footer svg', 'footer a'].map((selector) => {
      const element = document.querySelector(selector) as HTMLElement
      const { x, y, width, height } = element.getBoundingClientRect()
      const { color, backgroundColor, fontFamily, fontSize } = getComputedStyle(element)
      const text = selector === 'main li button' ? null : element.innerText
      const top = selector === 'main p a' ? null : y
      return { selector, place: [x, top, width, height], text, color, backgroundColor, fontFamily, fontSize }
    }),
  )

test('the branding preview matches the saved sign-in page in both modes', async ({ page, server, browser }) => {
  confirm(server, await signInWithRole(page, server, createEthereumTestKey(7103), 'owner'))
  await page.goto(`${server.origin}/admin/settings`)
  await page.getByRole('textbox', { name: 'Site name' }).fill(chosen.name)
  await page.getByRole('textbox', { name: 'Color in light mode' }).fill(chosen.colors.light)
  await page.getByRole('textbox', { name: 'Color in dark mode' }).fill(chosen.colors.dark)
  await page.getByRole('textbox', { name: 'Link to the terms' }).fill(chosen.termsUrl)
  await page.getByRole('radio', { name: 'Computer' }).check()
  const shown: unknown[] = []
  for (const [mode, colorScheme] of [
    ['Light', 'light'],
    ['Dark', 'dark'],
  ] as const) {
    await page.getByRole('radio', { name: mode }).check()
    const element = await page.locator('iframe[title="Preview of the sign-in page"]').elementHandle()
    const frame = await element?.contentFrame()
    // The sandboxed frame runs no timers, so the test polls from outside.
    await expect
      .poll(() =>
        frame?.evaluate(() => [
          document.fonts.status,
          getComputedStyle(document.documentElement).colorScheme,
          document.getAnimations().filter((animation) => animation instanceof CSSTransition).length,
        ]),
      )
      .toEqual(['loaded', colorScheme, 0])
    shown.push(frame && (await drawn(frame)))
  }
  expect(await change(page, { ...nothing, ...chosen, languages: nothing.languages, privacyUrl: null })).toBe(200)
  try {
    for (const [place, colorScheme] of (['light', 'dark'] as const).entries()) {
      const stranger = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme })
      await stranger.goto(`${server.origin}/sign-in`)
      await expect(stranger.getByRole('button', { name: 'Demonstration wallet' })).toBeVisible()
      await stranger.waitForFunction(() => document.fonts.status === 'loaded')
      expect(shown[place]).toEqual(await drawn(stranger.mainFrame()))
      await stranger.close()
    }
  } finally {
    expect(await change(page, nothing)).toBe(200)
  }
})

for (const mode of ['light', 'dark'] as const) {
  test(`a page shows the name, color, language and links of the site in ${mode} mode`, async ({ page, server }) => {
    const personId = await signInWithRole(page, server, createEthereumTestKey(mode === 'light' ? 7101 : 7102), 'owner')
    confirm(server, personId)
    expect(await change(page, chosen)).toBe(200)
    try {
      for (const width of [360, 1440]) {
        // The accessibility check changes the color scheme.
        await page.emulateMedia({ colorScheme: mode })
        await page.setViewportSize({ width, height: 800 })
        await page.goto(`${server.origin}/signed-out`)
        await expect(page).toHaveTitle(/ · Guild of Lamps$/)
        await expect(page.locator('html')).toHaveAttribute('lang', 'de')
        await expect(page.getByRole('contentinfo')).toContainText('Guild of Lamps')
        await expect(page.getByRole('link', { name: 'Bedingungen' })).toHaveAttribute('href', chosen.termsUrl)
        await expect(page.getByRole('link', { name: 'Datenschutz' })).toHaveAttribute('href', chosen.privacyUrl)
        await expect(page.getByRole('link', { name: 'Hilfe' })).toHaveCount(0)
        await expect(page.getByRole('button', { name: 'Deutsch' })).toHaveCount(0)
        const seal = await page.evaluate(() =>
          getComputedStyle(document.documentElement).getPropertyValue('--color-seal'),
        )
        expect(seal).toBe(chosen.colors[mode])
        await expectAccessible(page)
        await expectNoHorizontalScroll(page)
      }
    } finally {
      await page.goto(`${server.origin}/account`)
      expect(await change(page, nothing)).toBe(200)
    }
    await page.goto(`${server.origin}/signed-out`)
    await expect(page).toHaveTitle(/ · Countersign$/)
    expect(await page.locator('#branding').count()).toBe(0)
  })
}
