// Tests Auth.js, express-openid-connect and passport-openidconnect, each set up as documented.
import {
  applyTestApplicationDefinitions,
  testClientSecretEnvironmentReference,
} from '../src/clients/apply-test-application-definitions.ts'
import { getAuthJsCallbackUrl, serveAuthJsSite } from '../src/clients/auth-js-test-site.ts'
import { createExpressOpenIdUrls, serveExpressOpenIdSite } from '../src/clients/express-openid-connect-test-site.ts'
import { startApplicationTestSite } from '../src/clients/application-test-site.ts'
import type { ApplicationTestSite } from '../src/clients/application-test-site.ts'
import { servePassportSite } from '../src/clients/passport-openidconnect-test-site.ts'
import {
  clickAllowOnConsentPage,
  clickSignOutOnConfirmationPage,
  signWithInstalledWallet,
} from '../src/clients/application-sign-in-test-steps.ts'
import { readPersonIdFromSession } from '../src/read-person-id-from-session.ts'
import { installFakeWallet, signInByApi, signOutFromAccount } from '../src/wallet-sign-in-test-steps.ts'
import { signedOutStorageState, test } from './oidc-client-playwright-fixtures.ts'
import { expect } from './server-playwright-fixtures.ts'

/** The suggested username, which the person accepts with the consent. */
const proposed = /^[a-z]+-[a-z]+-[0-9]+$/

let sites: {
  authJs: ApplicationTestSite
  express: ApplicationTestSite
  passport: ApplicationTestSite
  strict: ApplicationTestSite
}

test.beforeAll(async ({ server: { origin, databasePath } }) => {
  sites = {
    authJs: await startApplicationTestSite(),
    express: await startApplicationTestSite(),
    passport: await startApplicationTestSite(),
    strict: await startApplicationTestSite(),
  }
  const web = {
    kind: 'web',
    scopes: ['openid', 'profile', 'wallet'],
    grantTypes: ['authorization_code'],
    ...testClientSecretEnvironmentReference,
  } as const
  const passport = { ...web, authentication: 'client_secret_post' } as const
  await applyTestApplicationDefinitions({ origin, databasePath }, [
    {
      ...web,
      id: 'auth-js',
      name: 'Site of Auth.js',
      redirectUris: [getAuthJsCallbackUrl(sites.authJs)],
      claimsIn: 'id-token',
    },
    {
      ...web,
      id: 'express',
      name: 'Site of Express',
      ...createExpressOpenIdUrls(sites.express),
      idTokenAlgorithm: 'RS256',
    },
    {
      ...passport,
      id: 'passport',
      name: 'Site of Passport',
      redirectUris: [`${sites.passport.origin}/callback`],
      pkce: 'optional',
    },
    {
      ...passport,
      id: 'passport-strict',
      name: 'Strict site',
      redirectUris: [`${sites.strict.origin}/callback`],
      pkce: 'required',
    },
  ])
  serveAuthJsSite(sites.authJs, origin, 'auth-js')
  serveExpressOpenIdSite(sites.express, origin, 'express')
  servePassportSite(sites.passport, origin, 'passport')
  servePassportSite(sites.strict, origin, 'passport-strict')
})
test.afterAll(async () => {
  for (const site of Object.values(sites)) await site.close()
})

test('Auth.js signs in a person from its own page with claims from the ID token', async ({ page }) => {
  const { origin } = sites.authJs
  await page.goto(`${origin}/auth/signin?callbackUrl=${encodeURIComponent(origin)}`)
  await page.getByRole('button', { name: 'Sign in with Countersign' }).click()
  await clickAllowOnConsentPage(page, 'Site of Auth.js')
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible()
  expect(await (await page.request.get(`${origin}/auth/session`)).json()).toEqual({
    user: { name: expect.stringMatching(proposed) },
    expires: expect.any(String),
  })
})

test.describe('express-openid-connect', () => {
  test.use({ storageState: signedOutStorageState })

  test('tries silent sign-in first, signs in a person, reads claims, and signs out', async ({ page, server, key }) => {
    const { origin } = sites.express
    await installFakeWallet(page, key)
    await page.goto(origin)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signWithInstalledWallet(page)
    await clickAllowOnConsentPage(page, 'Site of Express')
    await expect(page.getByRole('heading', { name: 'Signed in' })).toBeVisible()
    expect(await (await page.request.get(`${origin}/me`)).json()).toMatchObject({ wallet: `eip155:1:${key.address}` })

    // If the site's session is gone, the site signs the person in silently.
    await page.context().clearCookies({ domain: '127.0.0.1' })
    await page.goto(origin)
    await expect(page.getByRole('heading', { name: 'Signed in' })).toBeVisible()

    await page.goto(`${origin}/logout`)
    await clickSignOutOnConfirmationPage(page)
    await expect(page.getByRole('heading', { name: 'Bye' })).toBeVisible()
    expect(await readPersonIdFromSession(page.context(), server.origin)).toBe(null)
    await page.goto(origin)
    await expect(page.getByRole('heading', { name: 'Guest' })).toBeVisible()
  })

  test('ends its own session after a back-channel logout', async ({ page, server, key }) => {
    const { origin } = sites.express
    await signInByApi(page.context(), server.origin, key)
    await page.goto(`${origin}/login`)
    await clickAllowOnConsentPage(page, 'Site of Express')
    await expect(page.getByRole('heading', { name: 'Signed in' })).toBeVisible()

    // A request for anything but a page does not start a silent sign-in.
    const readSite = async (): Promise<string> =>
      (await page.request.get(origin, { headers: { accept: 'application/json' } })).text()
    expect(await readSite()).toContain('Signed in')
    await page.goto('/account')
    await signOutFromAccount(page)
    await expect.poll(readSite).toContain('Guest')
  })
})

test('passport-openidconnect signs in a person if PKCE is optional for the application', async ({ page }) => {
  await page.goto(`${sites.passport.origin}/login`)
  await clickAllowOnConsentPage(page, 'Site of Passport')
  await expect(page.getByRole('heading', { name: /^Hello [a-z]+-[a-z]+-[0-9]+$/ })).toBeVisible()
})

test('O3: passport-openidconnect without PKCE is refused with a reason if PKCE is required', async ({ page }) => {
  await page.goto(`${sites.strict.origin}/login`)
  await expect(page.getByRole('heading', { name: 'Not signed in' })).toBeVisible()
  await expect(page.getByText('PKCE')).toBeVisible()
})
