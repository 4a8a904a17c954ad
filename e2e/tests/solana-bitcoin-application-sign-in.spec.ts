// Tests application sign-in with Solana and Bitcoin wallets: the claim is a full account ID
// (CAIP-10), and the proof contains the signed message.
import * as client from 'openid-client'
import {
  applyTestApplicationDefinitions,
  testClientSecret,
  testClientSecretEnvironmentReference,
} from '../src/clients/apply-test-application-definitions.ts'
import { startApplicationTestSite } from '../src/clients/application-test-site.ts'
import type { ApplicationTestSite } from '../src/clients/application-test-site.ts'
import { clickAllowOnConsentPage } from '../src/clients/application-sign-in-test-steps.ts'
import {
  installFakeNonEvmVariantWallets,
  representativeFakeNonEvmWalletVariants,
  getInstalledFakeNonEvmWalletName,
} from '../src/fake-non-evm-wallet-variants.ts'
import { chooseWalletInDialog } from '../src/wallets-page-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

let site: ApplicationTestSite
let callback: string
let made = 82_000

test.use({ allowedErrors: /^foreign request: http:\/\/127\.0\.0\.1:\d+\// })

test.beforeAll(async ({ server }) => {
  site = await startApplicationTestSite()
  callback = `${site.origin}/callback`
  await applyTestApplicationDefinitions(server, [
    {
      ...testClientSecretEnvironmentReference,
      id: 'chains',
      name: 'Chains',
      kind: 'web',
      redirectUris: [callback],
      scopes: ['openid', 'wallet', 'proof'],
    },
  ])
})
test.afterAll(() => site.close())

for (const { description, account, chain, make } of representativeFakeNonEvmWalletVariants)
  test(`${description} signs in to an application, which gets the CAIP-10 account ID`, async ({ page, server }) => {
    const { wallets, signer } = make((made += 1))
    await installFakeNonEvmVariantWallets(page, wallets)
    const config = await client.discovery(
      new URL(server.origin),
      'chains',
      {},
      client.ClientSecretBasic(testClientSecret),
      { execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks] },
    )
    const [pkceCodeVerifier, expectedState] = [client.randomPKCECodeVerifier(), client.randomState()]
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: callback,
      scope: 'openid wallet proof',
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: expectedState,
    })
    await page.goto(url.href)
    await page.waitForURL('**/sign-in?interaction=*')
    const submitted = page.waitForRequest('**/api/sign-in')
    await chooseWalletInDialog(page.locator('body'), getInstalledFakeNonEvmWalletName(wallets))
    const signed = (await submitted).postDataJSON() as { message: string; signature: string }
    await page.waitForURL('**/consent*')
    await expect(page.getByText(account, { exact: true })).toBeVisible()
    await clickAllowOnConsentPage(page, 'Chains')
    await page.waitForURL(`${callback}?*`)
    const checks = { pkceCodeVerifier, expectedState, idTokenExpected: true }
    const tokens = await client.authorizationCodeGrant(config, new URL(page.url()), checks)
    const claims = await client.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? '')
    expect(claims['wallet']).toBe(`${chain}:${signer.address}`)
    expect(claims['proof']).toMatchObject({ message: signed.message, signature: signed.signature })
    expect(signed.message).toContain(`wants you to sign in with your ${account} account:\n${signer.address}\n`)
  })
