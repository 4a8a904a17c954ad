// Tests sign-in, consent and account in Debian's Firefox.
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { createHash, randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import {
  applyTestApplicationDefinitions,
  testClientSecret,
  testClientSecretEnvironmentReference,
} from '../src/clients/apply-test-application-definitions.ts'
import { startApplicationTestSite } from '../src/clients/application-test-site.ts'
import type { ApplicationTestSite } from '../src/clients/application-test-site.ts'
import { isFirefoxInstalled } from '../src/firefox/start-firefox.ts'
import {
  clickByRole,
  expectPagePath,
  expectVisibleByRole,
  expectPageText,
  installFakeWalletsInFirefox,
  fetchJsonInPage,
} from '../src/firefox/firefox-page-test-steps.ts'
import { grantRoleInTestDatabase } from '../src/admin-role-browser-test-steps.ts'
import { startServerForTests } from '../src/start-server-for-tests.ts'
import { shortenAddress, firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './firefox-playwright-fixtures.ts'

const anotherSite = /^foreign request: http:\/\/127\.0\.0\.1:\d+\//

test.describe(isFirefoxInstalled ? 'Firefox' : 'skipped: firefox-esr is not installed', () => {
  test.skip(!isFirefoxInstalled)

  test('a wallet signs in, the session shows this browser, and signing out ends it', async ({ tab, server, key }) => {
    await installFakeWalletsInFirefox(tab, [{ behavior: 'good', key }])
    await tab.goto(`${server.origin}/account/sessions`)
    await expectPagePath(tab, '/sign-in')
    await clickByRole(tab, 'button', firstFakeWalletName)
    await expectPagePath(tab, '/account/sessions')
    await expectVisibleByRole(tab, 'heading', 'Your sessions')
    await expectPageText(tab, 'Firefox on Linux')

    // Firefox uses the bfcache, which the Chromium of the other tests does not.
    await tab.goBack()
    await expectVisibleByRole(tab, 'heading', `You’re signed in as ${shortenAddress(key.address)}.`)
    await tab.goto(`${server.origin}/account`)
    await clickByRole(tab, 'button', 'Sign out')
    await expectPagePath(tab, '/signed-out')
    await expectVisibleByRole(tab, 'heading', 'You’re signed out')
    await tab.goBack()
    await expectPagePath(tab, '/sign-in')
    await expectVisibleByRole(tab, 'button', `${firstFakeWalletName} Last used here`)
  })

  test('after sign-out, Back shows no personal data in account and admin while the server hangs', async ({
    firefoxContext,
    key,
  }) => {
    const own = await startServerForTests()
    const tab = await firefoxContext.newPage()
    await installFakeWalletsInFirefox(tab, [{ behavior: 'good', key }])
    await tab.goto(`${own.origin}/sign-in`)
    await clickByRole(tab, 'button', firstFakeWalletName)
    await expectPagePath(tab, '/account')
    await expectPageText(tab, shortenAddress(key.address))
    // Firefox does not cache a page that is left while loading.
    await tab.waitForNetworkIdle()
    const { person } = await fetchJsonInPage<ApiEndpointOutput<'readSession'>>(tab, '/api/session')
    grantRoleInTestDatabase(own, person?.id ?? '', 'owner')
    await tab.goto(`${own.origin}/admin/people`)
    await expectPageText(tab, shortenAddress(key.address))
    await tab.waitForNetworkIdle()
    await tab.goto(`${own.origin}/account`)
    await expectPageText(tab, shortenAddress(key.address))
    // The pointer makes the page load a script, as it does before a person clicks.
    await tab.hover('main')
    await tab.waitForNetworkIdle()
    await clickByRole(tab, 'button', 'Sign out')
    await expectPagePath(tab, '/signed-out')
    own.freeze()
    for (const path of ['/account', '/admin/people', '/account']) {
      await tab.evaluate(() => history.back())
      await expectPagePath(tab, path)
      expect([path, await tab.evaluate(() => document.body.innerText.trim())]).toEqual([path, ''])
    }
    own.thaw()
    await own.remove()
  })

  test('Back restores an account page from the bfcache while the person is signed in', async ({ tab, server, key }) => {
    await installFakeWalletsInFirefox(tab, [{ behavior: 'good', key }])
    await tab.goto(`${server.origin}/sign-in`)
    await clickByRole(tab, 'button', firstFakeWalletName)
    await expectPagePath(tab, '/account')
    await expectVisibleByRole(tab, 'button', 'Sign out')
    await tab.evaluate(() => (document.documentElement.dataset['left'] = 'here'))
    await tab.goto(`${server.origin}/lost`)
    await tab.evaluate(() => history.back())
    await expectPagePath(tab, '/account')
    await expectVisibleByRole(tab, 'button', 'Sign out')
    expect(await tab.evaluate(() => document.documentElement.dataset['left'])).toBe('here')
  })

  test.describe('with cookies blocked', () => {
    test.use({ preferences: { 'network.cookie.cookieBehavior': 2 } })

    test('wallet sign-in reports blocked cookies on every attempt', async ({ tab, server, key }) => {
      await installFakeWalletsInFirefox(tab, [{ behavior: 'good', key }])
      await tab.goto(`${server.origin}/sign-in`)
      await clickByRole(tab, 'button', firstFakeWalletName)
      await expectVisibleByRole(tab, 'heading', 'This browser doesn’t accept cookies from this site.')
      await expectPageText(tab, 'Allow cookies for this site, then start the sign-in again.')
      const second = tab.waitForResponse((response) => response.url().endsWith('/api/sign-in'), { timeout: 30_000 })
      await clickByRole(tab, 'button', 'Try again')
      expect((await second).status()).toBe(400)
      await expectVisibleByRole(tab, 'heading', 'This browser doesn’t accept cookies from this site.')
    })

    test('sign-in for an application reports blocked cookies', async ({ tab, server }) => {
      await applyTestApplicationDefinitions(server, [
        {
          ...testClientSecretEnvironmentReference,
          id: 'notes',
          name: 'Notes',
          kind: 'web',
          redirectUris: ['https://notes.example/callback'],
        },
      ])
      const request = new URLSearchParams({
        client_id: 'notes',
        redirect_uri: 'https://notes.example/callback',
        response_type: 'code',
        scope: 'openid',
        code_challenge: createHash('sha256').update('verifier').digest('base64url'),
        code_challenge_method: 'S256',
      })
      await tab.goto(`${server.origin}/authorize?${request}`)
      await expectVisibleByRole(tab, 'heading', 'This browser doesn’t accept cookies from this site.')
      await expectPageText(tab, 'Allow cookies for this site, then start the sign-in again.')
    })
  })

  test.describe('on a slow connection', () => {
    test.use({ allowedFaults: anotherSite })

    test('leaving a page that is still loading shows no error', async ({ tab, server }) => {
      const held = Promise.withResolvers<void>()
      let isHeld = false
      const site = await startApplicationTestSite()
      const relay = async (path: string, response: ServerResponse): Promise<void> => {
        const answer = await fetch(server.origin + path)
        response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
        response.end(await answer.bytes())
      }
      site.serve(({ url = '' }, response) => {
        // The first page never gets its texts. Its scripts keep running while another page loads
        // only if that page is on the same site.
        if (isHeld || !url.endsWith('/common.js')) return void relay(url, response)
        isHeld = true
        held.resolve()
      })
      await tab.goto(`${site.origin}/signed-out`, { waitUntil: 'domcontentloaded' })
      await held.promise
      await tab.goto(`${site.origin}/lost`)
      await expectPagePath(tab, '/lost')
      await site.close()
    })
  })

  test.describe('with an application', () => {
    let site: ApplicationTestSite
    test.beforeAll(async ({ server }) => {
      site = await startApplicationTestSite()
      await applyTestApplicationDefinitions(server, [
        {
          ...testClientSecretEnvironmentReference,
          id: 'notes',
          name: 'Ledger Notes',
          kind: 'web',
          redirectUris: [`${site.origin}/callback`],
          scopes: ['openid', 'wallet'],
        },
      ])
    })
    test.afterAll(() => site.close())
    test.use({ allowedFaults: anotherSite })

    test('consent leads back to the application, which gets its tokens', async ({ tab, server, key }) => {
      await installFakeWalletsInFirefox(tab, [{ behavior: 'good', key }])
      const verifier = randomBytes(32).toString('base64url')
      const request = new URLSearchParams({
        client_id: 'notes',
        redirect_uri: `${site.origin}/callback`,
        response_type: 'code',
        scope: 'openid wallet',
        state: 'a state',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      })
      await tab.goto(`${server.origin}/authorize?${request}`)
      await clickByRole(tab, 'button', firstFakeWalletName)
      await expectVisibleByRole(tab, 'heading', 'Ledger Notes wants to know')
      await clickByRole(tab, 'button', 'Allow and continue')
      await expectPagePath(tab, '/callback')
      const callback = new URL(tab.url()).searchParams
      expect([callback.get('state'), callback.get('iss')]).toEqual(['a state', server.origin])

      const answer = await fetch(`${server.origin}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`notes:${testClientSecret}`).toString('base64')}` },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: callback.get('code') ?? '',
          redirect_uri: `${site.origin}/callback`,
          code_verifier: verifier,
        }),
      })
      const { id_token: token = '' } = (await answer.json()) as { id_token?: string }
      const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString() || '{}') as object
      expect([answer.status, claims]).toEqual([200, expect.objectContaining({ aud: 'notes', iss: server.origin })])
    })
  })

  test('a person sets a name by keyboard and links a wallet after step-up', async ({ tab, server, key }) => {
    const second = createEthereumTestKey(52_000)
    const names = ['Fox', 'Rabbit'] as const
    await installFakeWalletsInFirefox(tab, [
      { behavior: 'good', key, name: 'Fox', rdns: 'test.fox' },
      { behavior: 'good', key: second, name: 'Rabbit', rdns: 'test.rabbit' },
    ])
    await tab.goto(`${server.origin}/sign-in`)
    await clickByRole(tab, 'button', names[0])
    await expectPagePath(tab, '/account')
    await clickByRole(tab, 'button', 'Add a name')
    await tab.keyboard.type('Ada Łovelace')
    await tab.keyboard.press('Enter')
    await expectPageText(tab, 'Your name is now Ada Łovelace.')

    await tab.goto(`${server.origin}/account/wallets`)
    await clickByRole(tab, 'button', 'Link another wallet')
    await expectVisibleByRole(tab, 'dialog', 'Confirm that it’s you')
    await clickByRole(tab, 'button', 'Fox Last used here')
    await expectVisibleByRole(tab, 'dialog', 'Link another wallet')
    await clickByRole(tab, 'button', names[1])
    await expectPageText(tab, `${shortenAddress(second.address)} is linked.`)
    const { items } = await fetchJsonInPage<ApiEndpointOutput<'listWallets'>>(tab, '/api/wallets')
    expect(items.map(({ address }) => address)).toEqual([key.address, second.address])
    await tab.goto(`${server.origin}/account/activity`)
    await expectVisibleByRole(tab, 'heading', 'Your activity')
  })
})
