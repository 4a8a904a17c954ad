// `npm run screens`: pictures of every screen in every state, on a phone, a tablet and a computer, light and dark, to be
// looked at by a person. They go to screens/, with a page that shows them side by side. The parts of it that run inside
// a page are checked against the browser's types.
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { findChromium } from '@countersign/testing/find-chromium'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { chromium, devices } from '@playwright/test'
import type { Page } from '@playwright/test'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { finishCssTransitions } from '../e2e/src/expect-accessible.ts'
import { signInWithHttpTestBrowser } from '../e2e/src/http-test-browser.ts'
import { consentFlowTestScenarios } from '../e2e/src/consent-flow-test-scenarios.ts'
import { openConsentFlowTestScenario } from '../e2e/src/open-consent-flow-test-scenario.ts'
import { chooseDemonstrationWallet } from '../e2e/src/demonstration-wallet-test-steps.ts'
import { publicPageTestCases, testUserAgents } from '../e2e/src/public-page-test-cases.ts'
import { startServerForTests } from '../e2e/src/start-server-for-tests.ts'
import { mockDemonstrationWalletNotFound } from '../e2e/src/api-response-mocking-test-steps.ts'
import { openAccountWithFakeWallet } from '../e2e/src/wallet-sign-in-test-steps.ts'
import { signInTestScenarios } from '../e2e/src/sign-in-test-scenarios.ts'
import { openSignInTestScenario } from '../e2e/src/states/open-sign-in-test-scenario.ts'
import { walletsPageTestScenarios } from '../e2e/src/wallets-page-test-scenarios.ts'
import { buildServerIfChanged, buildWebIfChanged } from './build-changed-bundles.ts'

/** One screen in one state, and how to get there from an empty page. */
interface Scene {
  name: string
  phone?: boolean
  reach: (page: Page) => Promise<void>
}

const widths = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]
const schemes = ['light', 'dark'] as const
const folder = join(import.meta.dirname, '../screens')

buildWebIfChanged()
buildServerIfChanged()
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const server = await startServerForTests()
const { path: executablePath, flags: args } = await findChromium()
const browser = await chromium.launch({ executablePath, args })
const only = process.argv.slice(2)
const taken: string[] = []
const failed: string[] = []

for (const scene of allScenes()) {
  if (only.length > 0 && !only.some((word) => scene.name.includes(word))) continue
  const phone = scene.phone === true ? { userAgent: devices['Pixel 7'].userAgent, hasTouch: true } : {}
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

writeFileSync(join(folder, 'index.html'), writeIndex())
await browser.close()
await server.remove()
console.log(`${taken.length} pictures in ${folder}; all on one page: ${join(folder, 'index.html')}`)
for (const line of failed) console.error(`Not reached: ${line}`)
if (failed.length > 0 || taken.length === 0) process.exitCode = 1

function allScenes(): Scene[] {
  return [
    ...signInTestScenarios.map((state) => ({
      name: `sign-in ${state.name}`,
      phone: state.isPhoneOnly ?? false,
      reach: (page: Page) => openSignInTestScenario(page, state),
    })),
    ...publicPageTestCases.map(({ name, path, title }) => ({
      name,
      reach: async (page: Page) => {
        await page.goto(path)
        await page.getByRole('heading', { name: title }).waitFor()
      },
    })),
    ...consentFlowTestScenarios.map((decision) => ({
      name: decision.name,
      reach: (page: Page) => openConsentFlowTestScenario(page, decision),
    })),
    { name: 'demonstration wallet connect', reach: (page) => openDemonstrationWallet(page) },
    { name: 'demonstration wallet Solana', reach: (page) => openDemonstrationWallet(page, 'Solana') },
    { name: 'demonstration wallet Bitcoin', reach: (page) => openDemonstrationWallet(page, 'Bitcoin') },
    {
      name: 'demonstration wallet sign',
      reach: async (page) => {
        await openDemonstrationWallet(page)
        await page.getByRole('dialog').getByRole('button', { name: 'Connect' }).click()
        await page.getByRole('dialog', { name: 'Sign this message?' }).waitFor()
      },
    },
    { name: 'front signed in', reach: (page) => openSignedIn(page, 900, 0, '/') },
    { name: 'account', reach: (page) => openSignedIn(page, 901, 2, '/account') },
    { name: 'account wallets', reach: (page) => openSignedIn(page, 902, 2, '/account/wallets') },
    ...walletsPageTestScenarios.map(({ name, reach }) => ({
      name: `account ${name}`,
      reach: (page: Page) => reach(page, server.origin),
    })),
    { name: 'account sessions one', reach: (page) => openSignedIn(page, 903, 0, '/account/sessions') },
    { name: 'account sessions some', reach: (page) => openSignedIn(page, 904, 5, '/account/sessions') },
    { name: 'account sessions many', reach: (page) => openSignedIn(page, 905, 60, '/account/sessions') },
    {
      name: 'account sessions end all',
      reach: async (page) => {
        await openSignedIn(page, 906, 3, '/account/sessions')
        await page.getByRole('button', { name: 'End all others' }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'account server unreachable',
      reach: async (page) => {
        await openSignedIn(page, 907, 1, '/account')
        await page.route('**/api/**', (route) => route.abort('connectionrefused'))
        await page.goto('/account/sessions')
        await page.getByRole('button', { name: 'Try again' }).waitFor()
      },
    },
  ]
}

async function openDemonstrationWallet(page: Page, account = 'Ethereum'): Promise<void> {
  await page.goto('/sign-in')
  await chooseDemonstrationWallet(page, account)
  await page.getByRole('dialog').waitFor()
}

/** Opens a page as somebody who is signed in in so many other browsers too. */
async function openSignedIn(page: Page, keyNumber: number, others: number, path: string): Promise<void> {
  const key = createEthereumTestKey(keyNumber)
  const agents = Object.values(testUserAgents)
  for (let index = 0; index < others; index += 1)
    await signInWithHttpTestBrowser(server.origin, key, { 'user-agent': agents[index % agents.length] ?? '' })
  await mockDemonstrationWalletNotFound(page)
  await openAccountWithFakeWallet(page, key)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
}

async function takePictures(page: Page, name: string): Promise<void> {
  for (const size of widths) {
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize(size)
      // A window as high as its page, so that what is fixed to its edges does not lie across the middle of the picture.
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      await page.setViewportSize({ width: size.width, height: Math.max(size.height, height) })
      await finishCssTransitions(page)
      const file = `${name.replaceAll(/[^a-z0-9]+/g, '-')}-${size.width}-${colorScheme}.png`
      await page.screenshot({ path: join(folder, file), animations: 'disabled', caret: 'hide' })
      taken.push(file)
    }
  }
}

/** A page with every picture on it. */
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
