// Tests cross-device sign-in with both browsers: one that waits, and a phone with its own cookies
// and wallet.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { startTestPostgresServer } from '@countersign/testing/test-postgres-server'
import * as client from 'openid-client'
import { testLoadBalancerInstanceHeader, startTestLoadBalancer } from '../src/test-load-balancer.ts'
import { toLocalUrlWithoutTls } from '../src/tls-termination-test-urls.ts'
import {
  applyTestApplicationDefinitions,
  testClientSecret,
  testClientSecretEnvironmentReference,
} from '../src/clients/apply-test-application-definitions.ts'
import { startApplicationTestSite } from '../src/clients/application-test-site.ts'
import { clickAllowOnConsentPage } from '../src/clients/application-sign-in-test-steps.ts'
import { findStepUpDialog } from '../src/find-step-up-dialog.ts'
import {
  completeCrossDeviceOnPhone,
  clickAnotherDeviceButton,
  openDeviceCodePageOnPhone,
  openPhoneBrowserPage,
  clickMatchingNumberOnPhone,
  readDeviceCodeFromPage,
  readMatchingNumberFromPage,
  signMessageOnPhone,
} from '../src/cross-device-page-test-steps.ts'
import { startServerForTests } from '../src/start-server-for-tests.ts'
import { expectAccountPage, signInByApiAndOpenAccount, shortenAddress } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

const signedInThere = /^The other browser is signed in until /

test.use({ allowedErrors: /^foreign request: http:\/\/127\.0\.0\.1:\d+\// })

test('the desktop signs in automatically; the phone stays signed out and can end the session', async ({
  page,
  browser,
  server,
  key,
}) => {
  const phone = await openPhoneBrowserPage(browser, { ...server, key })
  await page.goto('/sign-in')
  await clickAnotherDeviceButton(page)
  await completeCrossDeviceOnPhone(phone, page)
  await expectAccountPage(page)
  await expect(page.getByText(shortenAddress(key.address)).first()).toBeVisible()
  await expect(phone.getByRole('heading', { name: signedInThere })).toBeVisible()
  const session = await phone.context().request.get(`${server.origin}/api/session`)
  expect(await session.json()).toEqual({ person: null, session: null })
  await phone.getByRole('button', { name: 'End session' }).click()
  await expect(phone.getByRole('heading', { name: 'Ended' })).toBeVisible()
  await page.reload()
  await page.waitForURL('**/sign-in**')
})

test('a refused, mismatched, reopened or used code is invalid, and the desktop offers a new one', async ({
  page,
  browser,
  server,
  key,
}) => {
  const phone = await openPhoneBrowserPage(browser, { ...server, key })
  const over = (shown: typeof phone) =>
    shown.getByRole('heading', { name: 'This single-use code has expired or was already used.' })
  await page.goto('/sign-in')
  await clickAnotherDeviceButton(page)
  const refused = await readDeviceCodeFromPage(page)
  await openDeviceCodePageOnPhone(phone, refused)
  await phone.getByRole('button', { name: 'Refuse and report' }).click()
  await expect(page.getByRole('heading', { name: 'It was refused on the other device.' })).toBeVisible()
  await openDeviceCodePageOnPhone(phone, refused)
  await expect(over(phone)).toBeVisible()

  await page.getByRole('button', { name: 'Get a new code' }).click()
  const wrong = await readDeviceCodeFromPage(page)
  await openDeviceCodePageOnPhone(phone, wrong)
  await phone.getByRole('button', { name: 'It’s mine, continue' }).click()
  const right = await readMatchingNumberFromPage(page)
  const pairs = await phone.getByRole('button', { name: /^[A-Z][2-9]$/ }).allTextContents()
  await phone.getByRole('button', { name: pairs.find((pair) => pair !== right) ?? 'none', exact: true }).click()
  await expect(phone.getByRole('heading', { name: 'That was a different pair. We ended the request.' })).toBeVisible()

  await page.getByRole('button', { name: 'Get a new code' }).click()
  const twice = await readDeviceCodeFromPage(page)
  await openDeviceCodePageOnPhone(phone, twice)
  await expect(phone.getByRole('button', { name: 'It’s mine, continue' })).toBeVisible()
  const second = await openPhoneBrowserPage(browser, { ...server, key })
  await openDeviceCodePageOnPhone(second, twice)
  await expect(over(second)).toBeVisible()
  for (const shown of [page, phone])
    await expect(shown.getByRole('heading', { name: 'A second device opened this code.' })).toBeVisible()

  await page.getByRole('button', { name: 'Get a new code' }).click()
  const used = await readDeviceCodeFromPage(page)
  await completeCrossDeviceOnPhone(phone, page)
  await expectAccountPage(page)
  await openDeviceCodePageOnPhone(second, used)
  await expect(over(second)).toBeVisible()
})

test('closing the waiting page invalidates its code', async ({ context, browser, server, key }) => {
  const phone = await openPhoneBrowserPage(browser, { ...server, key })
  const page = await context.newPage()
  await page.goto('/sign-in')
  await clickAnotherDeviceButton(page)
  await openDeviceCodePageOnPhone(phone, await readDeviceCodeFromPage(page))
  await clickMatchingNumberOnPhone(phone, page)
  await page.close()
  await expect(
    phone.getByRole('heading', { name: 'This single-use code has expired or was already used.' }),
  ).toBeVisible()
})

test('an application sign-in continues in the waiting browser, where consent is given', async ({
  page,
  browser,
  server,
  key,
}) => {
  const site = await startApplicationTestSite()
  const callback = `${site.origin}/callback`
  await applyTestApplicationDefinitions(server, [
    {
      ...testClientSecretEnvironmentReference,
      id: 'shop',
      name: 'Shop',
      kind: 'web',
      redirectUris: [callback],
      scopes: ['openid', 'wallet'],
    },
  ])
  const config = await client.discovery(
    new URL(server.origin),
    'shop',
    {},
    client.ClientSecretBasic(testClientSecret),
    {
      execute: [client.allowInsecureRequests],
    },
  )
  const [pkceCodeVerifier, expectedState] = [client.randomPKCECodeVerifier(), client.randomState()]
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope: 'openid wallet',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
  })
  const phone = await openPhoneBrowserPage(browser, { ...server, key })
  await page.goto(url.href)
  await page.waitForURL('**/sign-in?interaction=*')
  await clickAnotherDeviceButton(page)
  await openDeviceCodePageOnPhone(phone, await readDeviceCodeFromPage(page))
  await expect(phone.getByRole('heading', { name: 'Sign in to Shop in another browser?' })).toBeVisible()
  await clickMatchingNumberOnPhone(phone, page)
  await signMessageOnPhone(phone)
  await page.waitForURL('**/consent*')
  await clickAllowOnConsentPage(page, 'Shop')
  await page.waitForURL(`${callback}?*`)
  const tokens = await client.authorizationCodeGrant(config, new URL(page.url()), { pkceCodeVerifier, expectedState })
  const claims = await client.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? '')
  expect(claims['wallet']).toBe(`eip155:1:${key.address}`)
  await expect(phone.getByRole('heading', { name: signedInThere })).toBeVisible()
  await site.close()
})

test('a computer without a wallet steps up and links by phone, confirming the address on screen', async ({
  page,
  browser,
  server,
  key,
}) => {
  const phone = await openPhoneBrowserPage(browser, { ...server, key })
  const other = createEthereumTestKey(9_170)
  const otherPhone = await openPhoneBrowserPage(browser, { ...server, key: other })
  await page.goto('/sign-in')
  await clickAnotherDeviceButton(page)
  await completeCrossDeviceOnPhone(phone, page)
  await expectAccountPage(page)
  await page.goto('/account/wallets')
  await page.getByRole('button', { name: 'Link another wallet' }).first().click()
  // A session that was started through another device can step up in the same way.
  await clickAnotherDeviceButton(page)
  await completeCrossDeviceOnPhone(phone, page)
  await expect(phone.getByRole('heading', { level: 1 })).not.toHaveText(/^Now prove/)
  await clickAnotherDeviceButton(page)
  await completeCrossDeviceOnPhone(otherPhone, page)
  await expect(page.getByText(shortenAddress(other.address)).first()).toBeVisible()
  await page.getByRole('button', { name: 'Link wallet' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: shortenAddress(other.address) })).toBeVisible()
})

test('a data export in the waiting browser can be confirmed from another device', async ({
  page,
  browser,
  server,
  key,
}) => {
  const phone = await openPhoneBrowserPage(browser, { ...server, key })
  await signInByApiAndOpenAccount(page, key)
  await page.goto('/account/data')
  await page.getByRole('button', { name: 'Download file' }).click()
  const dialog = findStepUpDialog(page)
  await dialog.getByRole('button', { name: 'Use another device' }).click()
  const download = page.waitForEvent('download')
  await completeCrossDeviceOnPhone(phone, page)
  await download
})

test('a cross-device sign-in survives server restarts and a crash', async ({ browser, key }) => {
  const server = await startServerForTests()
  try {
    const page = await (await browser.newContext({ baseURL: server.origin })).newPage()
    const phone = await openPhoneBrowserPage(browser, { ...server, key })
    await page.goto('/sign-in')
    await clickAnotherDeviceButton(page)
    const code = await readDeviceCodeFromPage(page)
    await server.stop()
    await server.start()
    await openDeviceCodePageOnPhone(phone, code)
    await expect(phone.getByRole('button', { name: 'It’s mine, continue' })).toBeVisible()
    await server.kill()
    await server.start()
    await clickMatchingNumberOnPhone(phone, page)
    await signMessageOnPhone(phone)
    await page.waitForURL('**/account')
    await expect(phone.getByRole('heading', { name: signedInThere })).toBeVisible()
  } finally {
    await server.remove()
  }
})

test('with two instances on one PostgreSQL, one serves the waiting browser, the other the phone', async ({
  browser,
  key,
}) => {
  const postgres = await startTestPostgresServer()
  const balancer = await startTestLoadBalancer()
  const origin = toLocalUrlWithoutTls(balancer.origin)
  const folder = mkdtempSync(join(tmpdir(), 'countersign-devices-'))
  const shared = {
    COUNTERSIGN_ORIGIN: origin,
    COUNTERSIGN_DATABASE: await postgres.createDatabase('site'),
    COUNTERSIGN_KEY_FILE: join(folder, 'site.key'),
  }
  const instances = [await startServerForTests(shared), await startServerForTests(shared)] as const
  const [here, there] = instances.map((instance) => ({ [testLoadBalancerInstanceHeader]: instance.origin }))
  try {
    const page = await (await browser.newContext({ baseURL: origin, extraHTTPHeaders: here ?? {} })).newPage()
    const phone = await openPhoneBrowserPage(browser, { origin, key, headers: there ?? {} })
    await page.goto('/sign-in')
    await clickAnotherDeviceButton(page)
    await completeCrossDeviceOnPhone(phone, page)
    await page.waitForURL('**/account')
    await expect(phone.getByRole('heading', { name: signedInThere })).toBeVisible()
    const askedAt = (path: string) =>
      new Set(balancer.forwardedRequests.filter((sent) => sent.path === path).map(({ by }) => by))
    for (const path of ['/api/cross-device', '/api/sign-in'])
      expect(askedAt(path)).toEqual(new Set([instances[0].origin]))
    expect(askedAt('/api/cross-device/answer')).toEqual(new Set([instances[1].origin]))
  } finally {
    for (const instance of instances) await instance.remove()
    await balancer.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
