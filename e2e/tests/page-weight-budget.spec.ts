// Tests what a browser loads for the sign-in page against its budgets.
import { gzipSync } from 'node:zlib'
import type { Page, Request } from '@playwright/test'
import { signInWithRole } from '../src/admin-role-browser-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

const kB = 1000

interface Loaded {
  path: string
  kind: string
  bytes: number
}

/** A chunk is fetched once and then imported from the cache (web/src/ui/load-chunk.ts). */
const withoutImportsFromCache = (loaded: readonly Loaded[]): Loaded[] =>
  loaded.filter(
    ({ path, kind }) => kind !== 'fetch' || !loaded.some((one) => one.kind === 'script' && one.path === path),
  )

/** Excludes icons: whether the browser reports requests for the tab's icon depends on its build. */
async function withoutIcons(page: Page, loaded: readonly Loaded[]): Promise<Loaded[]> {
  const addresses = await page
    .locator('link[rel~="icon"], link[rel="apple-touch-icon"]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href))
  const icons = new Set(['/favicon.ico', ...addresses.map((address) => new URL(address).pathname)])
  return loaded.filter(({ path }) => !icons.has(path))
}

/** Records asset paths loaded over the network, in order. */
async function watchNetwork(page: Page): Promise<string[]> {
  const paths: string[] = []
  const cached = new Set<string>()
  const devtools = await page.context().newCDPSession(page)
  devtools.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId))
  devtools.on('Network.responseReceived', ({ requestId, response: { url, fromDiskCache } }) => {
    const { pathname } = new URL(url)
    if (!fromDiskCache && !cached.has(requestId) && pathname.startsWith('/assets/')) paths.push(pathname)
  })
  await devtools.send('Network.enable')
  return paths
}

test('the sign-in page loads at most 130 kB of code and 60 kB of fonts, each file once', async ({ page, server }) => {
  const loaded: Loaded[] = []
  const brought = await watchNetwork(page)
  page.on('requestfinished', async (request) => {
    const body = (await (await request.response())?.body().catch(() => null)) ?? Buffer.alloc(0)
    const kind = request.resourceType()
    loaded.push({
      path: new URL(request.url()).pathname,
      kind,
      bytes: kind === 'font' ? body.length : gzipSync(body).length,
    })
  })
  await page.goto(`${server.origin}/sign-in`)
  await expect(page.getByRole('button', { name: 'Demonstration wallet' })).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  await page.waitForLoadState('networkidle')

  // The demonstration wallet is not part of the page, because only localhost serves it.
  const demonstration = loaded.filter(({ path }) => path.startsWith('/demonstration-wallet/'))
  expect(demonstration.map(({ path }) => path)).toEqual(['/demonstration-wallet/main.js'])
  // Code for non-Ethereum wallets is loaded only if such a wallet exists; the demonstration wallet
  // is one.
  const families = withoutImportsFromCache(loaded).filter(({ path }) =>
    path.startsWith('/assets/non-ethereum-wallet-discovery-'),
  )
  expect(families).toHaveLength(1)
  const own = loaded.filter(({ path }) => ![...demonstration, ...families].some((file) => file.path === path))
  const code = own.filter(({ kind }) => kind === 'script' || kind === 'stylesheet')
  const fonts = own.filter(({ kind }) => kind === 'font')
  const sum = (files: typeof loaded): number => files.reduce((total, { bytes }) => total + bytes, 0)
  test.info().annotations.push({
    type: 'loaded',
    description: `${sum(code)} bytes of code, ${sum(fonts)} bytes of fonts in ${fonts.length} files`,
  })

  expect(code.length).toBeGreaterThan(1)
  expect(sum(code), code.map(({ path }) => path).join(' ')).toBeLessThanOrEqual(130 * kB)
  expect(fonts.length).toBeGreaterThan(0)
  expect(fonts.length).toBeLessThanOrEqual(2)
  expect(sum(fonts)).toBeLessThanOrEqual(60 * kB)
  const others = own.filter((file) => !code.includes(file) && !fonts.includes(file)).map(({ kind }) => kind)
  expect(others.filter((kind) => !['document', 'fetch', 'image', 'other'].includes(kind))).toEqual([])
  expect(brought.filter((path, place) => brought.indexOf(path) < place)).toEqual([])
})

/**
 * Budgets: `requests` excludes images; `codeBytes` includes scripts, texts and styles.
 */
const signedInPages = [
  { path: '/account', heading: 'Your identity', requests: 22, codeBytes: 154 * kB },
  { path: '/admin', heading: 'Overview', requests: 22, codeBytes: 164 * kB },
]

test('account and admin pages stay within their budgets for requests and code', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'owner')
  await page.waitForLoadState('networkidle')
  const brought = await watchNetwork(page)
  for (const { path, heading, requests, codeBytes } of signedInPages) {
    const loaded: Loaded[] = []
    const note = async (request: Request): Promise<void> => {
      const body = (await (await request.response())?.body().catch(() => null)) ?? Buffer.alloc(0)
      loaded.push({
        path: new URL(request.url()).pathname,
        kind: request.resourceType(),
        bytes: gzipSync(body, { level: 9 }).length,
      })
    }
    page.on('requestfinished', note)
    await page.goto(`${server.origin}${path}`)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await page.waitForLoadState('networkidle')
    page.off('requestfinished', note)

    const counted = (await withoutIcons(page, withoutImportsFromCache(loaded))).filter(({ kind }) => kind !== 'image')
    const code = counted.filter(({ kind }) => kind === 'script' || kind === 'stylesheet')
    const sum = code.reduce((total, { bytes }) => total + bytes, 0)
    const described = `${counted.length} requests, ${sum} bytes of code: ${counted.map((file) => file.path).join(' ')}`
    test.info().annotations.push({ type: `loaded by ${path}`, description: described })
    expect(counted.length, described).toBeLessThanOrEqual(requests)
    expect(sum, described).toBeLessThanOrEqual(codeBytes)
  }
  expect(brought.filter((path, place) => brought.indexOf(path) < place)).toEqual([])
})
