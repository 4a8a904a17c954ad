// Tests an application that requests a passkey: what the person sees, and which claims the
// application gets.
import * as client from 'openid-client'
import { addVirtualAuthenticator, readPasskeyRequestsOfPage } from '../src/virtual-authenticator.ts'
import {
  applyTestApplicationDefinitions,
  testClientSecret,
  testClientSecretEnvironmentReference,
} from '../src/clients/apply-test-application-definitions.ts'
import { startApplicationTestSite } from '../src/clients/application-test-site.ts'
import { clickAllowOnConsentPage } from '../src/clients/application-sign-in-test-steps.ts'
import { signInAndAddPasskey, findUsePasskeyButton } from '../src/passkey-page-test-steps.ts'
import { signedOutStorageState, test } from './oidc-client-playwright-fixtures.ts'
import { expect } from './server-playwright-fixtures.ts'

test.use({ storageState: signedOutStorageState })

test('an application requests a passkey by acr_values and gets the matching acr and amr claims', async ({
  page,
  server,
  key,
}) => {
  const site = await startApplicationTestSite()
  const callback = `${site.origin}/callback`
  await applyTestApplicationDefinitions(server, [
    {
      ...testClientSecretEnvironmentReference,
      id: 'vault',
      name: 'Vault',
      kind: 'web',
      redirectUris: [callback],
      scopes: ['openid', 'profile'],
    },
  ])
  const authenticator = await addVirtualAuthenticator(page)
  await signInAndAddPasskey(page, key)
  await authenticator.setUserPresent(false)

  const config = await client.discovery(
    new URL(server.origin),
    'vault',
    {},
    client.ClientSecretBasic(testClientSecret),
    {
      execute: [client.allowInsecureRequests],
    },
  )
  const pkceCodeVerifier = client.randomPKCECodeVerifier()
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope: 'openid profile',
    acr_values: 'urn:countersign:passkey',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  await page.goto(address.href)
  await page.waitForURL('**/sign-in?interaction=*')
  await expect(page.getByText('Vault asks you to use a passkey.')).toBeVisible()
  await expect.poll(() => readPasskeyRequestsOfPage(page)).toEqual(['field'])
  const [button, wallets] = [
    await findUsePasskeyButton(page).boundingBox(),
    await page.getByRole('heading', { name: 'Choose your wallet' }).boundingBox(),
  ]
  expect(button!.y, 'stands before the wallets').toBeLessThan(wallets!.y)
  await authenticator.setUserPresent(true)
  await findUsePasskeyButton(page).click()
  await clickAllowOnConsentPage(page, 'Vault')
  await page.waitForURL(`${callback}?*`)
  const tokens = await client.authorizationCodeGrant(config, new URL(page.url()), {
    pkceCodeVerifier,
    idTokenExpected: true,
  })
  expect(tokens.claims()).toMatchObject({
    acr: 'urn:countersign:passkey',
    amr: expect.arrayContaining(['pop', 'user', 'mfa']) as string[],
  })
  await site.close()
})
