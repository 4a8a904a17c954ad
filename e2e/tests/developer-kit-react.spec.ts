// Tests @countersign/react against the real server: pop-up, redirect, reload, API and sign-out.
import { findFreePort } from '@countersign/testing/find-free-port'
import type { BrowserContext, Page } from '@playwright/test'
import { applyTestApplicationDefinitions } from '../src/clients/apply-test-application-definitions.ts'
import { clickSignOutOnConfirmationPage } from '../src/clients/application-sign-in-test-steps.ts'
import { startApplicationTestSite } from '../src/clients/application-test-site.ts'
import type { ApplicationTestSite } from '../src/clients/application-test-site.ts'
import { serveReactApplicationTestSite, startDpopTestApi } from '../src/clients/react-application-test-site.ts'
import type { TestApi } from '../src/clients/react-application-test-site.ts'
import { expectAccessible } from '../src/expect-accessible.ts'
import { runCountersignCommand } from '../src/run-countersign-command.ts'
import { signInByApi } from '../src/wallet-sign-in-test-steps.ts'
import { signedInEthereumTestKey, signedOutStorageState, test } from './oidc-client-playwright-fixtures.ts'
import { expect } from './server-playwright-fixtures.ts'

declare const window: Window & { errors?: string[] }

let site: ApplicationTestSite
let api: TestApi

test.beforeAll(async ({ server }) => {
  site = await startApplicationTestSite()
  api = await startDpopTestApi(await findFreePort(), server.origin)
  const { exitCode, output } = await runCountersignCommand(
    [
      'resource',
      'add',
      `${api.origin}/`,
      '--name',
      'Orders',
      '--scope',
      'orders See your orders',
      '--open-to',
      'applications',
    ],
    {
      COUNTERSIGN_PORT: new URL(server.origin).port,
      COUNTERSIGN_DATABASE: `sqlite:${server.databasePath}`,
    },
    '.',
  )
  expect(exitCode, output).toBe(0)
  await applyTestApplicationDefinitions(server, [
    {
      id: 'shop',
      name: 'Shop',
      kind: 'single-page',
      redirectUris: [`${site.origin}/callback`, `${site.origin}/static-callback`],
      postLogoutUris: [`${site.origin}/bye`],
    },
  ])
  await serveReactApplicationTestSite(site, {
    issuer: server.origin,
    clientId: 'shop',
    api: api.origin,
    apiScopes: 'orders',
    signedOutUri: `${site.origin}/bye`,
  })
})
test.afterAll(async () => {
  await site.close()
  await api.close()
})

const expectSignedIn = (page: Page, address: string = signedInEthereumTestKey.address): Promise<void> =>
  expect(page.getByRole('heading', { name: `eip155 1 ${address}` })).toBeVisible()
const expectStatus = (page: Page, status: string): Promise<void> =>
  expect(page.getByTestId('status')).toHaveText(status)

/** After a redirect. The consent page is shown once per person, and these tests share one. */
async function allowIfAsked(page: Page): Promise<void> {
  const allow = page.getByRole('button', { name: 'Allow and continue' })
  await allow
    .or(page.getByRole('heading', { name: 'eip155' }))
    .first()
    .waitFor()
  if (await allow.isVisible()) await allow.click()
}

async function signInWithPopup(page: Page, context: BrowserContext, address?: string): Promise<void> {
  await page.goto(site.origin)
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Sign in with your wallet' }).click()
  await completePopup(await opened)
  await expectSignedIn(page, address)
}

async function completePopup(popup: Page): Promise<void> {
  const allow = popup.getByRole('button', { name: 'Allow and continue' })
  // The window can close at any time.
  await allow.click({ timeout: 10_000 }).catch(() => {})
  await expect.poll(() => popup.isClosed()).toBe(true)
}

const readErrors = (page: Page): Promise<string[]> => page.evaluate(() => window.errors ?? [])

test('a pop-up signs in, closes itself, and a reload keeps the session', async ({ page, context }) => {
  await signInWithPopup(page, context)
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).toBe('{}')
  await page.reload()
  await expectSignedIn(page)
  expect(await readErrors(page)).toEqual([])
  await expectAccessible(page)
})

test('O26: the stored session has a key that scripts can use but not read', async ({ page, context }) => {
  await signInWithPopup(page, context)
  const stored = await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('countersign')
      request.addEventListener('success', () => resolve(request.result))
    })
    const found = await new Promise<{ keys: CryptoKeyPair }[]>((resolve) => {
      const request = database.transaction('sessions').objectStore('sessions').getAll()
      request.addEventListener('success', () => resolve(request.result))
    })
    const key = found[0]!.keys.privateKey
    const exported = await crypto.subtle.exportKey('jwk', key).catch((error: Error) => error.name)
    return { members: Object.keys(found[0]!).sort(), isExtractable: key.extractable, exported }
  })
  expect(stored).toEqual({
    members: ['idToken', 'keys', 'refreshToken', 'subject'],
    isExtractable: false,
    exported: 'InvalidAccessError',
  })
})

test('a redirect signs in and returns to the page with its search and fragment', async ({ page }) => {
  await page.goto(`${site.origin}/start`)
  await page.getByRole('button', { name: 'Redirect', exact: true }).click()
  await allowIfAsked(page)
  await expectSignedIn(page)
  expect(page.url()).toBe(`${site.origin}/orders?page=2#here`)
})

test('O27: returnTo cannot lead to another origin', async ({ page }) => {
  await page.goto(`${site.origin}/start`)
  await page.getByRole('button', { name: 'Redirect elsewhere' }).click()
  await allowIfAsked(page)
  await expectSignedIn(page)
  expect(page.url()).toBe(`${site.origin}/`)
})

test('O28: a code that was used, and an answer that no tab asked for, sign no one in', async ({ page }) => {
  const answers: string[] = []
  page.on('framenavigated', (frame) => void (frame.url().includes('code=') && answers.push(frame.url())))
  await page.goto(`${site.origin}/start`)
  await page.getByRole('button', { name: 'Redirect', exact: true }).click()
  await allowIfAsked(page)
  await expectSignedIn(page)
  const [answer = ''] = answers
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expectStatus(page, 'signed-out')
  for (const hostile of [answer, answer.replace('state=', 'state=x')]) {
    await page.goto(hostile)
    await expect(page.getByRole('alert')).toContainText('not from this tab')
    expect(await readErrors(page)).toEqual(['state_mismatch'])
    expect(page.url()).toBe(`${site.origin}/`)
  }
})

test('useApi proves each request with DPoP, renews refused tokens, and never sends one elsewhere', async ({
  page,
  context,
}) => {
  await signInWithPopup(page, context)
  const before = api.accepted.length
  await page.getByRole('button', { name: 'Call', exact: true }).click()
  await expect(page.locator('output')).toHaveText('200 {"orders":2}')
  api.refuseTokens()
  await page.getByRole('button', { name: 'Call', exact: true }).click()
  await expect.poll(() => api.accepted.length).toBe(before + 2)
  expect(api.accepted.slice(before)).toEqual([
    { sub: expect.any(String), method: 'POST', body: '{"item":1}' },
    { sub: expect.any(String), method: 'POST', body: '{"item":1}' },
  ])
  await page.getByRole('button', { name: 'Call elsewhere' }).click()
  await expect(page.locator('output')).toHaveText('foreign_origin')
  await page.getByRole('button', { name: 'Call without permission' }).click()
  await expect(page.locator('output')).toHaveText('403')
  expect(await readErrors(page)).toEqual(['insufficient_scope'])
})

test('signing out in one tab signs out the others', async ({ page, context }) => {
  await signInWithPopup(page, context)
  const other = await context.newPage()
  await other.goto(site.origin)
  await expectSignedIn(other)
  await page.getByRole('button', { name: 'Account menu' }).press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Manage account' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expectStatus(page, 'signed-out')
  await expectStatus(other, 'signed-out')
  await other.close()
})

test.describe('With a separate session', () => {
  test.use({ storageState: signedOutStorageState })

  test('signing out everywhere ends the session at the server and returns', async ({ page, context, server, key }) => {
    await signInByApi(context, server.origin, key)
    await signInWithPopup(page, context, key.address)
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await clickSignOutOnConfirmationPage(page)
    await page.waitForURL(`${site.origin}/bye`)
    await expectStatus(page, 'signed-out')
  })
})

test('a gate explains how to join, and checks again without a sign-in', async ({ page, context }) => {
  await signInWithPopup(page, context)
  await expect(page.getByRole('link', { name: 'How to join' })).toHaveAttribute('href', '/join')
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('button', { name: 'Check again' })).toHaveAttribute('aria-busy', 'false')
  await expectSignedIn(page)
})

test('a closed, a strayed and a blocked pop-up have different errors', async ({ page, context }) => {
  await page.goto(site.origin)
  const openPopup = async (): Promise<Page> => {
    const opened = context.waitForEvent('page')
    await page.getByRole('button', { name: /Sign in with|other window/ }).click()
    const popup = await opened
    await popup.waitForURL(/\/(consent|sign-in|callback)/).catch(() => {})
    return popup
  }
  const comeBack = (isByClick = false): Promise<void> =>
    page.evaluate((isByClick) => {
      dispatchEvent(new Event('blur'))
      dispatchEvent(new Event('focus'))
      if (isByClick) dispatchEvent(new Event('pointerdown'))
    }, isByClick)
  await context.clearCookies()
  const closed = await openPopup()
  await closed.close()
  await comeBack()
  await expect(page.getByRole('alert')).toHaveText('The sign-in window was closed. Start again.')

  const strayed = await openPopup()
  await comeBack(true)
  await expect(page.getByRole('alert')).toContainText('still open')
  expect(await readErrors(page)).toEqual(['popup_closed', 'popup_strayed'])
  await strayed.close()

  await page.evaluate(() => {
    window.open = () => null
  })
  await page.getByRole('button', { name: /Sign in with|other window/ }).click()
  await page.waitForURL('**/sign-in?interaction=*')
})

test('the web component signs in with a static callback page, and without React', async ({ page, context }) => {
  await page.goto(`${site.origin}/element`)
  const opened = context.waitForEvent('page')
  const user = page.evaluate(
    () =>
      new Promise((resolve) =>
        document.addEventListener('countersign-signed-in', (event) => resolve((event as CustomEvent).detail.wallet)),
      ),
  )
  await page.getByRole('button', { name: 'Sign in with your wallet' }).click()
  await completePopup(await opened)
  expect(await user).toMatchObject({ namespace: 'eip155', address: signedInEthereumTestKey.address })
  await expect(page.locator('countersign-button')).toHaveAttribute('status', 'signed-in')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.locator('countersign-button')).toHaveAttribute('status', 'signed-out')
})
