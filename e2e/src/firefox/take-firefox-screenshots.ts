// Screenshots of the most important screens in Debian's Firefox.
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { join } from 'node:path'
import type { BrowserContext } from 'puppeteer-core'
import { grantRoleInTestDatabase } from '../admin-role-browser-test-steps.ts'
import { findOverflowsInPage } from '../find-overflows-in-page.ts'
import { createHttpTestBrowser, signTestChallenge } from '../http-test-browser.ts'
import { publicPageTestCases } from '../public-page-test-cases.ts'
import type { RunningTestServer } from '../start-server-for-tests.ts'
import { isFirefoxInstalled, startFirefox } from './start-firefox.ts'

const accountPages = ['', '/wallets', '/passkeys', '/sessions', '/applications', '/activity', '/data']
const adminPages = [
  '',
  '/people',
  '/sessions',
  '/applications',
  '/new-application',
  '/groups',
  '/new-group',
  '/resources',
  '/activity',
  '/settings',
  '/settings/sign-in',
  '/settings/limits',
  '/tokens',
]

const scenes = [
  { name: 'sign-in', path: '/sign-in', isSignedIn: false },
  ...publicPageTestCases.map(({ name, path }) => ({ name, path, isSignedIn: false })),
  ...accountPages.map((page) => ({
    name: `account${page.replace('/', ' ')}`,
    path: `/account${page}`,
    isSignedIn: true,
  })),
  ...adminPages.map((page) => ({
    name: `admin ${page.slice(1) || 'overview'}`,
    path: `/admin${page}`,
    isSignedIn: true,
  })),
]

interface FirefoxScreenshotOptions {
  server: RunningTestServer
  /** Where the pictures are written. */
  folder: string
  sizes: readonly { width: number; height: number }[]
  appearances: readonly { language: string; colorScheme: 'light' | 'dark' }[]
  isWanted: (sceneName: string) => boolean
  /** Results are added to these. */
  taken: string[]
  failed: string[]
  overflows: Set<string>
}

/** @throws if Firefox is not installed */
export async function takeFirefoxScreenshots(options: FirefoxScreenshotOptions): Promise<void> {
  if (!isFirefoxInstalled) throw new Error('Firefox is not installed. Run: apt-get install firefox-esr')
  for (const [place, { language, colorScheme }] of options.appearances.entries()) {
    const browser = await startFirefox({
      'intl.accept_languages': language,
      'layout.css.prefers-color-scheme.content-override': colorScheme === 'dark' ? 0 : 1,
      'ui.prefersReducedMotion': 1,
    })
    const signedIn = await browser.createBrowserContext()
    await signInAsOwner(signedIn, options.server, 980 + place)
    const signedOut = await browser.createBrowserContext()
    for (const scene of scenes.filter(({ name }) => options.isWanted(name)))
      await takeScene(scene.isSignedIn ? signedIn : signedOut, scene, `${language}-${colorScheme}`, options)
    await browser.close()
  }
}

async function takeScene(
  context: BrowserContext,
  { name, path }: (typeof scenes)[number],
  appearance: string,
  { server, folder, sizes, taken, failed, overflows }: FirefoxScreenshotOptions,
): Promise<void> {
  try {
    const page = await context.newPage()
    for (const size of sizes) {
      await page.setViewport(size)
      await page.goto(server.origin + path, { waitUntil: 'networkidle0' })
      await page.waitForSelector('h1')
      await page.evaluate(async () => document.fonts.ready.then(() => undefined))
      const file = `${name.replaceAll(/[^A-Za-z0-9]+/g, '-')}-${size.width}-${appearance}-firefox.png` as const
      await page.screenshot({ path: join(folder, file) as `${string}.png`, fullPage: true })
      taken.push(file)
      for (const text of await page.evaluate(findOverflowsInPage)) overflows.add(`${file}: ${text}`)
    }
    await page.close()
  } catch (error) {
    failed.push(`${name} in Firefox: ${(error as Error).message.split('\n')[0]}`)
  }
}

/** Signs in over HTTP and gives the cookies to the browser, because the pages need no wallet. */
async function signInAsOwner(context: BrowserContext, server: RunningTestServer, keyNumber: number): Promise<void> {
  const cookies = new Map<string, string>()
  const client = createHttpTestBrowser(server.origin, {}, cookies)
  await client.signIn(signTestChallenge(await client.createChallenge(), createEthereumTestKey(keyNumber)))
  const personId = await client.readPersonId()
  if (personId === null) throw new Error('The sign-in for the screenshots failed.')
  grantRoleInTestDatabase(server, personId, 'owner')
  const { hostname } = new URL(server.origin)
  await context.setCookie(
    ...[...cookies].map(([name, value]) => ({ name, value, domain: hostname, path: '/', httpOnly: true })),
  )
}
