// `npm run screens` fails if a page is wider than its window, or if a text does not fit.
// `--browser firefox` takes some of the screens in Firefox, `--widths 320,1440` at other widths.
// Code that runs inside pages needs the browser's types.
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { findChromium } from '@countersign/testing/find-chromium'
import { chromium, devices } from '@playwright/test'
import type { Page } from '@playwright/test'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { finishCssTransitions } from '../e2e/src/expect-accessible.ts'
import { findOverflowsInPage } from '../e2e/src/find-overflows-in-page.ts'
import { takeFirefoxScreenshots } from '../e2e/src/firefox/take-firefox-screenshots.ts'
import { listScreenScenes, seedServerForScreenScenes } from '../e2e/src/screen-scenes.ts'
import { startServerForTests } from '../e2e/src/start-server-for-tests.ts'
import { buildServerIfChanged, buildWebIfChanged } from './build-changed-bundles.ts'

const { values: options, positionals: only } = parseArgs({
  allowPositionals: true,
  options: {
    browser: { type: 'string', default: 'chromium' },
    widths: { type: 'string', default: '360,768,1440' },
  },
})
const heights: Readonly<Record<number, number>> = { 320: 640, 360: 740, 390: 844, 768: 1024 }
const sizes = options.widths.split(',').map((text) => ({ width: Number(text), height: heights[Number(text)] ?? 900 }))
if (!['chromium', 'firefox'].includes(options.browser) || !sizes.every(({ width }) => width >= 200))
  throw new Error('Use --browser chromium or --browser firefox, and --widths with numbers, such as --widths 320,1440.')

const appearances = [
  { language: 'en', colorScheme: 'light' },
  { language: 'en', colorScheme: 'dark' },
  { language: 'de', colorScheme: 'light' },
] as const
const folder = join(import.meta.dirname, '../screens')

buildWebIfChanged()
buildServerIfChanged()
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const server = await startServerForTests()
const taken: string[] = []
const failed: string[] = []
const overflows = new Set<string>()
await seedServerForScreenScenes(server)

const isWanted = (name: string): boolean => only.length === 0 || only.some((word) => name.includes(word))

if (options.browser === 'firefox')
  await takeFirefoxScreenshots({ server, folder, sizes, appearances, isWanted, taken, failed, overflows })
else await takeChromiumScreenshots()

writeFileSync(join(folder, 'index.html'), writeIndex())
await server.remove()
console.log(`${taken.length} screenshots in ${folder}; all on one page: ${join(folder, 'index.html')}`)
for (const line of failed) console.error(`Not reached: ${line}`)
for (const line of overflows) console.error(`Does not fit: ${line}`)
if (failed.length > 0 || overflows.size > 0 || taken.length === 0) process.exitCode = 1

async function takeChromiumScreenshots(): Promise<void> {
  const { path: executablePath, flags: args } = await findChromium()
  const browser = await chromium.launch({ executablePath, args })
  for (const scene of listScreenScenes(server)) {
    if (!isWanted(scene.name)) continue
    const phone = scene.isPhone === true ? { userAgent: devices['Pixel 7'].userAgent, hasTouch: true } : {}
    const context = await browser.newContext({ baseURL: server.origin, locale: 'en-US', timezoneId: 'UTC', ...phone })
    try {
      const page = await context.newPage()
      await scene.reach(page)
      await takePictures(page, scene.name)
    } catch (error) {
      failed.push(`${scene.name}: ${(error as Error).message.split('\n')[0]}`)
    }
    await context.close()
  }
  await browser.close()
}

async function takePictures(page: Page, name: string): Promise<void> {
  for (const { language, colorScheme } of appearances) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // An offline page cannot load the messages of another language.
    if (language !== 'en' && !(await page.evaluate(() => navigator.onLine))) continue
    await selectLanguage(page, language)
    for (const size of sizes) {
      await page.setViewportSize(size)
      await page.waitForFunction((height) => innerHeight === height, size.height)
      // Some components measure themselves and change their height one frame after a resize.
      await paintFrame(page)
      // As high as the page, so that elements fixed to the edges do not cover the content.
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      await page.setViewportSize({ width: size.width, height: Math.max(size.height, height) })
      await finishCssTransitions(page)
      // Chromium paints sticky elements one frame after a resize.
      await paintFrame(page)
      const file = `${name.replaceAll(/[^A-Za-z0-9]+/g, '-')}-${size.width}-${language}-${colorScheme}.png`
      await page.screenshot({ path: join(folder, file), animations: 'disabled', caret: 'hide' })
      taken.push(file)
      for (const text of await page.evaluate(findOverflowsInPage)) overflows.add(`${file}: ${text}`)
    }
  }
}

/** A test clock may hold animation frames, so this takes a picture of one pixel. */
async function paintFrame(page: Page): Promise<void> {
  await page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } })
}

/** Dispatches the click, because an open dialog makes the rest of the page inert. */
async function selectLanguage(page: Page, language: 'en' | 'de'): Promise<void> {
  const button = page.locator(`button[lang=${language}]`)
  if ((await page.locator('html').getAttribute('lang')) === language || (await button.count()) === 0) return
  await button.first().dispatchEvent('click')
  await page.locator(`html[lang=${language}]`).waitFor()
}

function writeIndex(): string {
  const pictures = taken.map(
    (file) =>
      `<figure><figcaption>${file}</figcaption><a href="${file}"><img src="${file}" alt="" loading="lazy"></a></figure>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title>
<style>body{font:14px system-ui;display:flex;flex-wrap:wrap;gap:1rem;align-items:start}figure{margin:0}img{height:20rem;border:1px solid #999}</style>
${pictures.join('\n')}</html>
`
}
