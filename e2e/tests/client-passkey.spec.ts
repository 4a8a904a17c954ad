// An application that asks for a passkey and gets one: what the person is shown, and what the application is told.
import * as client from 'openid-client'
import { addAuthenticator, readRequests } from '../src/authenticator.ts'
import { applyApplications, clientSecret, withSecret } from '../src/clients/apply.ts'
import { openSite } from '../src/clients/open-site.ts'
import { allow } from '../src/clients/walk.ts'
import { signInAndAdd, useButton } from '../src/passkeys-page.ts'
import { nobody, test } from './client-test.ts'
import { expect } from './test.ts'

test.use({ storageState: nobody })

test('an application asks for a passkey, and learns that it got one', async ({ page, server, key }) => {
  const site = await openSite()
  const callback = `${site.origin}/callback`
  await applyApplications(server, [
    { ...withSecret, id: 'vault', name: 'Vault', kind: 'web', redirectUris: [callback], scopes: ['openid', 'profile'] },
  ])
  const authenticator = await addAuthenticator(page)
  await signInAndAdd(page, key)
  await authenticator.setPresent(false)

  const config = await client.discovery(new URL(server.origin), 'vault', {}, client.ClientSecretBasic(clientSecret), {
    execute: [client.allowInsecureRequests],
  })
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
  await expect.poll(() => readRequests(page)).toEqual(['field'])
  const [button, wallets] = [
    await useButton(page).boundingBox(),
    await page.getByRole('heading', { name: 'Choose your wallet' }).boundingBox(),
  ]
  expect(button!.y, 'stands before the wallets').toBeLessThan(wallets!.y)
  await authenticator.setPresent(true)
  await useButton(page).click()
  await allow(page, 'Vault')
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
