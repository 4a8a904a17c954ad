// The site presents itself as its owner chose, on every page, from the first picture on, in both modes; the page's own rules allow it.
import { DatabaseSync } from 'node:sqlite'
import { createTestKey } from '@countersign/testing/test-keys'
import { expectAccessible, expectNoSidewaysScroll } from '../src/accessibility.ts'
import { asRole } from '../src/admin.ts'
import type { RunningServer } from '../src/server.ts'
import { expect, test } from './test.ts'

const chosen = {
  name: 'Guild of Lamps',
  colours: { light: '#6a1b4d', dark: '#f0a8d0' },
  languages: ['de'],
  termsUrl: 'https://guild.example/terms',
  privacyUrl: 'https://guild.example/privacy',
  helpUrl: null,
}
const nothing = {
  name: null,
  colours: { light: null, dark: null },
  languages: ['en', 'de'],
  termsUrl: null,
  privacyUrl: null,
  helpUrl: null,
}

/** As after a second proof, whose own way has tests of its own. */
function confirm({ databasePath }: RunningServer, personId: string): void {
  const database = new DatabaseSync(databasePath, { timeout: 10_000 })
  database.prepare('update sessions set confirmed_at = ? where person_id = ?').run(Date.now(), personId)
  database.close()
}

for (const mode of ['light', 'dark'] as const) {
  test(`a page wears the name, colour, language and links of its site in ${mode} mode`, async ({ page, server }) => {
    const personId = await asRole(page, server, createTestKey(mode === 'light' ? 7101 : 7102), 'owner')
    confirm(server, personId)
    const change = (choices: object): Promise<number> =>
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
    expect(await change(chosen)).toBe(200)
    try {
      for (const width of [360, 1440]) {
        // What looks at accessibility looks at both modes, and leaves the page in one of them.
        await page.emulateMedia({ colorScheme: mode })
        await page.setViewportSize({ width, height: 800 })
        await page.goto(`${server.origin}/signed-out`)
        await expect(page).toHaveTitle(/ · Guild of Lamps$/)
        await expect(page.locator('html')).toHaveAttribute('lang', 'de')
        await expect(page.getByRole('contentinfo')).toContainText('Guild of Lamps')
        await expect(page.getByRole('link', { name: 'Bedingungen' })).toHaveAttribute('href', chosen.termsUrl)
        await expect(page.getByRole('link', { name: 'Datenschutz' })).toHaveAttribute('href', chosen.privacyUrl)
        await expect(page.getByRole('link', { name: 'Hilfe' })).toHaveCount(0)
        // One language is no choice.
        await expect(page.getByRole('button', { name: 'Deutsch' })).toHaveCount(0)
        const seal = await page.evaluate(() =>
          getComputedStyle(document.documentElement).getPropertyValue('--color-seal'),
        )
        expect(seal).toBe(chosen.colours[mode])
        await expectAccessible(page)
        await expectNoSidewaysScroll(page)
      }
    } finally {
      await page.goto(`${server.origin}/account`)
      expect(await change(nothing)).toBe(200)
    }
    await page.goto(`${server.origin}/signed-out`)
    await expect(page).toHaveTitle(/ · Countersign$/)
    expect(await page.locator('#branding').count()).toBe(0)
  })
}
