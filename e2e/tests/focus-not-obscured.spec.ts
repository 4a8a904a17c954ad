// Tests that the focus is visible, in sight and in order at every stop of every screen (WCAG 2.2
// §2.1.2, §2.4.3, §2.4.7 and §2.4.11), at phone and desktop sizes.
import { devices } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { signInWithRole } from '../src/admin-role-browser-test-steps.ts'
import type { ScreenScene } from '../src/screen-scene-type.ts'
import { listScreenScenes, seedServerForScreenScenes } from '../src/screen-scenes.ts'
import type { RunningTestServer } from '../src/start-server-for-tests.ts'
import { readFocusStop, walkKeyboardFocus } from '../src/walk-keyboard-focus.ts'
import { expect, test as base } from './server-playwright-fixtures.ts'

const test = base.extend<object, { seeded: RunningTestServer }>({
  seeded: [
    async ({ server }, use) => {
      await seedServerForScreenScenes(server)
      await use(server)
    },
    { scope: 'worker' },
  ],
})

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

interface WalkPart {
  name: string
  isIn: (scene: string, place: number) => boolean
}

const isConsole = (scene: string): boolean => scene.startsWith('admin')

const parts: readonly WalkPart[] = [
  { name: 'the sign-in page', isIn: (scene) => scene.startsWith('sign-in ') },
  { name: 'the public pages', isIn: (scene) => !/^(sign-in|account|admin) ?/.test(scene) },
  { name: 'the account', isIn: (scene) => scene.startsWith('account') },
  { name: 'the console, first half', isIn: (scene, place) => isConsole(scene) && place % 2 === 0 },
  { name: 'the console, second half', isIn: (scene, place) => isConsole(scene) && place % 2 === 1 },
]

// Two workers share the walk. Each seeds a server of its own.
test.describe.configure({ mode: 'parallel' })

async function walkScene(
  browser: Browser,
  { origin }: RunningTestServer,
  { name, isPhone = false, reach }: ScreenScene,
  sceneSizes: readonly { width: number; height: number }[],
): Promise<string[]> {
  const problems: string[] = []
  const context = await browser.newContext({
    baseURL: origin,
    ...(isPhone && { userAgent: devices['Pixel 7'].userAgent, hasTouch: true }),
  })
  const page = await context.newPage()
  await reach(page)
  // These parts of a page are hidden until their data is complete.
  await expect(page.locator('.invisible.contents')).toHaveCount(0)
  for (const size of sceneSizes) {
    await page.setViewportSize(size)
    await page.waitForFunction((width) => innerWidth === width, size.width)
    for (const key of ['Tab', 'Shift+Tab'] as const)
      for (const problem of await walkKeyboardFocus(page, key))
        problems.push(`${name} at ${size.width} pixels: ${problem}`)
  }
  await context.close()
  return problems
}

for (const { name: part, isIn } of parts)
  test(`the focus is visible and in sight at every stop of ${part}`, async ({ browser, seeded }) => {
    test.setTimeout(8 * 60_000)
    const scenes = listScreenScenes(seeded).filter(({ name }, place) => isIn(name, place))
    const problems: string[] = []
    for (const scene of scenes) problems.push(...(await walkScene(browser, seeded, scene, sizes)))
    expect(scenes.length).toBeGreaterThan(10)
    expect(problems).toEqual([])
  })

const lowSizes = [
  // A phone in landscape, and 1280 × 1024 pixels at a zoom of 400%.
  { width: 844, height: 390 },
  { width: 320, height: 256 },
]

test('in low windows, the buttons at the bottom do not cover the focus', async ({ browser, seeded }) => {
  const names = [
    'sign-in signing',
    'account wallets confirm signing',
    'consent with six items and a choice of wallets',
    'consent failed',
  ]
  const scenes = listScreenScenes(seeded).filter(({ name }) => names.includes(name))
  expect(scenes).toHaveLength(names.length)
  for (const scene of scenes) expect(await walkScene(browser, seeded, scene, lowSizes)).toEqual([])
})

const readCover = async (page: Page): Promise<string[]> => (await page.evaluate(readFocusStop))?.problems ?? []

for (const { width } of sizes)
  test(`the first invalid field is never covered at width ${width} and any height`, async ({ page, server, key }) => {
    await signInWithRole(page, server, key, 'owner')
    for (const [path, name] of [
      ['/admin/new-application?kind=web', 'Example'],
      ['/admin/new-group', ''],
    ] as const) {
      await page.goto(path)
      await page.getByRole('textbox', { name: /^Name/ }).first().fill(name)
      for (let height = 480; height <= 900; height += 60) {
        await page.setViewportSize({ width, height })
        await page.evaluate(() => {
          ;(document.activeElement as HTMLElement | null)?.blur()
          scrollTo(0, 0)
        })
        await page.getByRole('button', { name: /^(Connect application|Create group)$/ }).click()
        await expect(page.locator('#content [aria-invalid=true]').first()).toBeFocused()
        expect(await readCover(page), `${path} at ${height}`).toEqual([])
      }
    }
  })
