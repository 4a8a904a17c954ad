// Takes the pictures of the README into docs: the sign-in page and the console, light and dark.
// Run it after a visible change of these screens: `node scripts/take-readme-pictures.ts`.
// Code that runs inside pages needs the browser's types.
/// <reference lib="dom" />
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { findChromium } from '@countersign/testing/find-chromium'
import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { signInWithRole } from '../e2e/src/admin-role-browser-test-steps.ts'
import { finishCssTransitions } from '../e2e/src/expect-accessible.ts'
import { runCountersignCommand } from '../e2e/src/run-countersign-command.ts'
import { signInTestScenarios } from '../e2e/src/sign-in-test-scenarios.ts'
import { startServerForTests } from '../e2e/src/start-server-for-tests.ts'
import { openSignInTestScenario } from '../e2e/src/states/open-sign-in-test-scenario.ts'
import { buildServerIfChanged, buildWebIfChanged } from './build-changed-bundles.ts'

const docs = join(import.meta.dirname, '../docs')
const signingScenarioName = 'signing'
const walletIcon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#2556c8"/><path fill="#fff" d="M10 14a3 3 0 0 1 3-3h13v3h4v4H10zm0 4h20v9a3 3 0 0 1-3 3H13a3 3 0 0 1-3-3z"/><circle cx="26" cy="24" r="2" fill="#2556c8"/></svg>',
)}`

buildWebIfChanged()
buildServerIfChanged()
const server = await startServerForTests()
const { exitCode, output } = await runCountersignCommand(
  ['seed', '--people', '120', '--events', '4000', '--days', '30'],
  { COUNTERSIGN_ORIGIN: server.origin, COUNTERSIGN_DATABASE: `sqlite:${server.databasePath}` },
  dirname(server.databasePath),
)
if (exitCode !== 0) throw new Error(`"countersign seed" failed: ${output}`)
const { path: executablePath, flags: args } = await findChromium()
const browser = await chromium.launch({ executablePath, args })
const options = { baseURL: server.origin, locale: 'en-US', timezoneId: 'UTC', deviceScaleFactor: 1 }

const signIn = await browser.newPage({ ...options, viewport: { width: 960, height: 800 } })
await openSignInTestScenario(signIn, findSigningScenario())
await takePicture(signIn, 'sign-in')

const adminPage = await browser.newPage({ ...options, viewport: { width: 1440, height: 900 } })
await signInWithRole(adminPage, server, createEthereumTestKey(990), 'owner')
await adminPage.goto('/admin/people')
await adminPage.locator('main a[href^="/admin/people/"]', { hasNotText: '0x' }).nth(1).click()
await adminPage.getByRole('tab').or(adminPage.getByRole('navigation').getByText('Sessions')).first().waitFor()
await adminPage.waitForLoadState('networkidle')
await adminPage.evaluate(() => scrollTo(0, 0))
await takePicture(adminPage, 'console')

await browser.close()
await server.remove()

function findSigningScenario() {
  const found = signInTestScenarios.find(({ name }) => name === signingScenarioName)
  if (found === undefined) throw new Error(`There is no sign-in scenario "${signingScenarioName}".`)
  return found
}

async function takePicture(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(replaceTestData, walletIcon)
    await finishCssTransitions(page)
    const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
    const small = await sharp(picture).png({ palette: true, colours: 64, effort: 10, compressionLevel: 9 }).toBuffer()
    writeFileSync(join(docs, `${name}-${colorScheme}.png`), small)
  }
}

/** Runs in the page: replaces what belongs to the tests, such as the free port of the server. */
function replaceTestData(walletIcon: string): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { currentNode: text } = walker
    text.nodeValue = (text.nodeValue ?? '')
      .replaceAll(/localhost:\d+/g, 'localhost:3000')
      .replaceAll('Test Wallet 1', 'Example Wallet')
  }
  for (const image of document.querySelectorAll<HTMLImageElement>('main img[src^="data:"]')) image.src = walletIcon
}
