// Tests injection through untrusted texts and URLs, and what the CSP allows a page to do.
import type { Page } from '@playwright/test'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { expectAccessible, expectNoHorizontalScroll } from '../src/expect-accessible.ts'
import { signInWithHttpTestBrowser } from '../src/http-test-browser.ts'
import { deceptiveDisplayNames, maliciousWalletIconUrls, xssPayloads } from '../src/xss-payloads.ts'
import { startServerForTests } from '../src/start-server-for-tests.ts'
import { mockDemonstrationWalletNotFound } from '../src/api-response-mocking-test-steps.ts'
import {
  expectAccountPage,
  installFakeWallet,
  openAccountWithFakeWallet,
  firstFakeWalletName,
} from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

async function expectNoScriptRan(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'taken' in window)).toBe(false)
}

test('N4: hostile wallet names, icons and errors are shown only as text and images', async ({ page }) => {
  await mockDemonstrationWalletNotFound(page)
  await page.addInitScript(announceHostileWallets, {
    names: [...xssPayloads, ...deceptiveDisplayNames],
    icons: [...maliciousWalletIconUrls],
  })
  await page.goto('/sign-in')
  const wallets = page.getByRole('list', { name: 'Choose your wallet' }).getByRole('listitem')
  // A wallet with an invisible name is not listed; every other wallet is listed once.
  await expect(wallets).toHaveCount(
    xssPayloads.length + deceptiveDisplayNames.length - 1 + maliciousWalletIconUrls.length,
  )
  await expect(wallets.filter({ hasText: xssPayloads[0].slice(0, 20) })).toBeVisible()
  expect(await page.getByRole('main').textContent()).not.toMatch(/[\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/)
  expect(
    await page
      .getByRole('main')
      .locator('img')
      .evaluateAll((images) => images.every((image) => image.getAttribute('src')?.startsWith('data:image/'))),
  ).toBe(true)
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)

  await wallets.first().getByRole('button').click()
  await expect(page.getByRole('heading', { name: /returned an error/ })).toBeVisible()
  await page.getByText(/^Response from /).click()
  await expect(page.getByText('<script>window.taken=1</script>').filter({ visible: true }).last()).toBeVisible()
  await expectAccessible(page)
  await expectNoScriptRan(page)
})

test('N4: a hostile user agent is shown only as a browser name or as text', async ({ page, browser, server }) => {
  const key = createEthereumTestKey(70)
  const agents = [
    ...xssPayloads,
    'x'.repeat(4_000),
    'Mozilla/5.0 <b>Firefox/1.0</b> on <script>window.taken=1</script>',
  ]
  for (const agent of agents) await signInWithHttpTestBrowser(server.origin, key, { 'user-agent': agent })
  const context = await browser.newContext({ baseURL: server.origin, userAgent: xssPayloads[0], locale: 'en-US' })
  const elsewhere = await context.newPage()
  await openAccountWithFakeWallet(elsewhere, key)
  await context.close()

  await openAccountWithFakeWallet(page, key)
  await page.goto('/account/sessions')
  const sessions = page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem')
  await expect(sessions).toHaveCount(agents.length + 2)
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
  await expectNoScriptRan(page)
})

test('N4: URL parameters cannot set the error page text or an external sign-in redirect', async ({ page, key }) => {
  await page.goto(`/error?code=${encodeURIComponent(xssPayloads[0])}&title=${encodeURIComponent(xssPayloads[1])}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong.' })).toBeVisible()
  expect(await page.getByRole('main').textContent()).not.toContain('taken')
  await installFakeWallet(page, key)
  await page.goto(`/sign-in?next=${encodeURIComponent('https://elsewhere.example/')}`)
  await page.getByRole('button', { name: firstFakeWalletName }).click()
  await expectAccountPage(page)
  await expectNoScriptRan(page)
})

test.describe(() => {
  test.use({ allowedErrors: /^console: .*TrustedHTML/ })

  test('N4: the page allows only scripts and styles from files of this site', async ({ page, server }) => {
    const response = await page.goto('/sign-in')
    const policy = response?.headers()['content-security-policy'] ?? ''
    const directives = Object.fromEntries(
      policy.split(';').map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
    )
    expect(directives).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'connect-src': "'self'",
      'frame-ancestors': "'none'",
    })
    const html = (await response?.text()) ?? ''
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=/i)
    expect(
      [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => new URL(link ?? '', server.origin).origin),
    ).toEqual(expect.arrayContaining([server.origin]))
    await expect(page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<i></i>'))).rejects.toThrow(
      /TrustedHTML/,
    )
  })
})

test('N5: scripts cannot read any cookie of this site', async ({ page, context, server, key }) => {
  await openAccountWithFakeWallet(page, key)
  expect(await page.evaluate(() => document.cookie)).toBe('')
  const cookies = await context.cookies(server.origin)
  expect(cookies.map(({ httpOnly, sameSite, path }) => ({ httpOnly, sameSite, path }))).toEqual([
    { httpOnly: true, sameSite: 'Lax', path: '/' },
    { httpOnly: true, sameSite: 'Lax', path: '/' },
  ])
})

test('a production origin neither serves nor mentions the demonstration wallet', async ({ server }) => {
  const production = await startServerForTests({ COUNTERSIGN_ORIGIN: 'https://sign-in.example' })
  try {
    const main = await fetch(`${server.origin}/demonstration-wallet/main.js`)
    expect(main.status).toBe(200)
    const names = [...(await main.text()).matchAll(/["'`]\.?\/?([\w-]+\.(?:js|css))["'`]/g)].map(([, name]) => name)
    expect(names.length).toBeGreaterThan(0)
    const paths = ['main.js', ...names, '', 'index.html'].map((name) => `/demonstration-wallet/${name}`)
    const spellings = [
      '/demonstration-wallet',
      '//demonstration-wallet/main.js',
      '/Demonstration-Wallet/main.js',
      '/assets/../demonstration-wallet/main.js',
      '/%64emonstration-wallet/main.js',
      '/demonstration-wallet%2Fmain.js',
      '/./demonstration-wallet/main.js',
    ]
    for (const path of [...paths, ...spellings])
      expect([path, (await fetch(production.origin + path)).status]).toEqual([path, 404])
    for (const path of ['/', '/sign-in', '/account']) {
      const document = await (await fetch(production.origin + path, { headers: { accept: 'text/html' } })).text()
      expect(document).toContain('<div id="root">')
      expect(document).not.toContain('demonstration')
    }
  } finally {
    await production.remove()
  }
})

test('unknown and malformed paths return request.not_found without a logged server error', async ({ server }) => {
  const paths = [
    '/assets/',
    '/assets',
    '//assets/x.js',
    '/demonstration-wallet/',
    '/%',
    '/%00',
    '/%ff',
    '/.built-from',
    '/assets/..%2f..%2fpackage.json',
    '/public.html',
    '/api/',
    '/api/%',
  ]
  for (const path of paths) {
    const response = await fetch(server.origin + path)
    expect([path, response.status, ((await response.json()) as { code: string }).code]).toEqual([
      path,
      404,
      'request.not_found',
    ])
  }
  expect(server.log.filter((line) => line.includes('server.error'))).toEqual([])
})

/**
 * Runs in the page: each wallet has one hostile text or icon, and rejects requests with a hostile
 * error.
 */
function announceHostileWallets({ names, icons }: { names: string[]; icons: string[] }): void {
  const provider = () => ({
    request: () => Promise.reject(Object.assign(new Error('<script>window.taken=1</script>'), { code: -32603 })),
  })
  const plain = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
  const infos = [
    ...names.map((name, index) => ({ uuid: `name-${index}`, name, rdns: `name.n${index}`, icon: plain })),
    ...icons.map((icon, index) => ({ uuid: `icon-${index}`, name: `Icon ${index}`, rdns: `icon.n${index}`, icon })),
  ]
  const details = infos.map((info) => Object.freeze({ info, provider: provider() }))
  const announce = (): void => {
    for (const detail of details) window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  window.addEventListener('eip6963:requestProvider', announce)
}
