// `npm run screens` fails if a page is wider than its window, or if a button's text does not fit.
// Code that runs inside pages needs the browser's types.
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { findChromium } from '@countersign/testing/find-chromium'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { chromium, devices } from '@playwright/test'
import type { Page } from '@playwright/test'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { finishCssTransitions } from '../e2e/src/expect-accessible.ts'
import { signInWithHttpTestBrowser } from '../e2e/src/http-test-browser.ts'
import { consentFlowTestScenarios } from '../e2e/src/consent-flow-test-scenarios.ts'
import { openConsentFlowTestScenario } from '../e2e/src/open-consent-flow-test-scenario.ts'
import { signInWithRole } from '../e2e/src/admin-role-browser-test-steps.ts'
import { runCountersignCommand } from '../e2e/src/run-countersign-command.ts'
import { chooseDemonstrationWallet } from '../e2e/src/demonstration-wallet-test-steps.ts'
import { publicPageTestCases, testUserAgents } from '../e2e/src/public-page-test-cases.ts'
import { startServerForTests } from '../e2e/src/start-server-for-tests.ts'
import { mockDemonstrationWalletNotFound } from '../e2e/src/api-response-mocking-test-steps.ts'
import { openAccountWithFakeWallet } from '../e2e/src/wallet-sign-in-test-steps.ts'
import { signInTestScenarios } from '../e2e/src/sign-in-test-scenarios.ts'
import { openSignInTestScenario } from '../e2e/src/states/open-sign-in-test-scenario.ts'
import { walletsPageTestScenarios } from '../e2e/src/wallets-page-test-scenarios.ts'
import { buildServerIfChanged, buildWebIfChanged } from './build-changed-bundles.ts'

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
const { path: executablePath, flags: args } = await findChromium()
const browser = await chromium.launch({ executablePath, args })
const only = process.argv.slice(2)
const taken: string[] = []
const failed: string[] = []
const overflows = new Set<string>()
let nextOwnerKey = 920

for (const words of [
  ['seed', '--people', '30', '--events', '500', '--days', '20'],
  ['resource', 'add', 'https://api.notes.example/', '--name', 'Notes API', '--open-to', 'applications'],
]) {
  const { exitCode, output } = await runCountersignCommand(
    words,
    { COUNTERSIGN_ORIGIN: server.origin, COUNTERSIGN_DATABASE: `sqlite:${server.databasePath}` },
    dirname(server.databasePath),
  )
  if (exitCode !== 0) throw new Error(`"countersign ${words.join(' ')}" failed: ${output}`)
}

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
console.log(`${taken.length} screenshots in ${folder}; all on one page: ${join(folder, 'index.html')}`)
for (const line of failed) console.error(`Not reached: ${line}`)
for (const line of overflows) console.error(`Does not fit: ${line}`)
if (failed.length > 0 || overflows.size > 0 || taken.length === 0) process.exitCode = 1

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
        await page.getByRole('button', { name: 'End all other sessions' }).click()
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
    ...['passkeys', 'applications', 'activity', 'data'].map((page, index) => ({
      name: `account ${page}`,
      reach: (browserPage: Page) => openSignedIn(browserPage, 910 + index, 1, `/account/${page}`),
    })),
    ...listAdminScenes(),
  ]
}

function listAdminScenes(): Scene[] {
  const lists = ['people', 'sessions', 'applications', 'resources', 'groups', 'activity']
  const pages = ['', '/new-application', '/new-resource', '/new-group', '/settings', '/tokens']
  return [
    ...[...pages, ...lists.map((list) => `/${list}`)].map((path) => ({
      name: `admin ${path.slice(1) || 'overview'}`,
      reach: (page: Page) => openAdminPage(page, path),
    })),
    ...lists
      .filter((list) => list !== 'sessions')
      .map((list) => ({
        name: `admin ${list} detail`,
        reach: async (page: Page) => {
          await openAdminPage(page, `/${list}`)
          const [first] = await page.locator(`main a[href^="/admin/${list}/"]`).all()
          if (first === undefined) throw new Error(`The list of ${list} is empty.`)
          await openAdminPage(page, `/${list}/${((await first.getAttribute('href')) ?? '').split('/').pop()}`)
        },
      })),
  ]
}

async function openAdminPage(page: Page, path: string): Promise<void> {
  if (!page.url().startsWith(server.origin))
    await signInWithRole(page, server, createEthereumTestKey(nextOwnerKey++), 'owner')
  await page.goto(`/admin${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
}

async function openDemonstrationWallet(page: Page, account = 'Ethereum'): Promise<void> {
  await page.goto('/sign-in')
  await chooseDemonstrationWallet(page, account)
  await page.getByRole('dialog').waitFor()
}

/** `others` is the number of other browsers in which the person is signed in. */
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
  for (const { language, colorScheme } of appearances) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // An offline page cannot load the messages of another language.
    if (language !== 'en' && !(await page.evaluate(() => navigator.onLine))) continue
    await selectLanguage(page, language)
    for (const size of widths) {
      await page.setViewportSize(size)
      // As high as the page, so that elements fixed to the edges do not cover the content.
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      await page.setViewportSize({ width: size.width, height: Math.max(size.height, height) })
      await finishCssTransitions(page)
      const file = `${name.replaceAll(/[^A-Za-z0-9]+/g, '-')}-${size.width}-${language}-${colorScheme}.png`
      await page.screenshot({ path: join(folder, file), animations: 'disabled', caret: 'hide' })
      taken.push(file)
      for (const text of await findOverflows(page)) overflows.add(`${file}: ${text}`)
    }
  }
}

/** Dispatches the click, because an open dialog makes the rest of the page inert. */
async function selectLanguage(page: Page, language: 'en' | 'de'): Promise<void> {
  const button = page.locator(`button[lang=${language}]`)
  if ((await page.locator('html').getAttribute('lang')) === language || (await button.count()) === 0) return
  await button.first().dispatchEvent('click')
  await page.locator(`html[lang=${language}]`).waitFor()
}

function findOverflows(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    const isCutOff = (element: Element): boolean => {
      const box = element.getBoundingClientRect()
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      while (walker.nextNode()) {
        range.selectNodeContents(walker.currentNode)
        const text = range.getBoundingClientRect()
        // Text for screen readers only is in an element of one pixel.
        const isHidden = (walker.currentNode.parentElement?.clientWidth ?? 0) === 1
        if (!isHidden && text.width > 0 && (text.left < box.left - 1 || text.right > box.right + 1)) return true
      }
      return false
    }
    return [
      ...(scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : []),
      ...[...document.querySelectorAll('button, h1, h2, h3, label, legend, th')]
        .filter(isCutOff)
        .map((element) => element.textContent.slice(0, 80)),
    ]
  })
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
