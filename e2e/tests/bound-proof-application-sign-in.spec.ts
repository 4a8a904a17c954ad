// Tests bound proofs in a browser: the application verifies the claim with its own values only.
import { verifyBoundProof } from '@countersign/proof'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import * as client from 'openid-client'
import type { Page } from '@playwright/test'
import {
  applyTestApplicationDefinitions,
  testClientSecret,
  testClientSecretEnvironmentReference,
} from '../src/clients/apply-test-application-definitions.ts'
import { clickAllowOnConsentPage, signWithInstalledWallet } from '../src/clients/application-sign-in-test-steps.ts'
import { startApplicationTestSite } from '../src/clients/application-test-site.ts'
import type { ApplicationTestSite } from '../src/clients/application-test-site.ts'
import {
  getInstalledFakeNonEvmWalletName,
  installFakeNonEvmVariantWallets,
  representativeFakeNonEvmWalletVariants,
} from '../src/fake-non-evm-wallet-variants.ts'
import { installFakeWallet } from '../src/wallet-sign-in-test-steps.ts'
import { chooseWalletInDialog } from '../src/wallets-page-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

let site: ApplicationTestSite
let callback: string

test.use({ allowedErrors: /^foreign request: http:\/\/127\.0\.0\.1:\d+\// })

test.beforeAll(async ({ server }) => {
  site = await startApplicationTestSite()
  callback = `${site.origin}/callback`
  await applyTestApplicationDefinitions(server, [
    {
      ...testClientSecretEnvironmentReference,
      id: 'votes',
      name: 'Votes',
      kind: 'web',
      redirectUris: [callback],
      scopes: ['openid', 'wallet', 'proof'],
    },
  ])
})
test.afterAll(() => site.close())

/** One login of the application: returns its nonce and the claim, which it does not trust. */
async function logIn(
  page: Page,
  issuer: string,
  sign: () => Promise<unknown>,
): Promise<{ nonce: string; proof: unknown }> {
  const config = await client.discovery(new URL(issuer), 'votes', {}, client.ClientSecretBasic(testClientSecret), {
    execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
  })
  const [pkceCodeVerifier, expectedState, expectedNonce] = [
    client.randomPKCECodeVerifier(),
    client.randomState(),
    client.randomNonce(),
  ]
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope: 'openid wallet proof',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    nonce: expectedNonce,
    proof_binding: 'nonce',
  })
  await page.goto(url.href)
  await page.waitForURL('**/sign-in?interaction=*')
  await sign()
  await page.waitForURL(/\/(?:consent|callback)\?/)
  if (page.url().includes('/consent')) await clickAllowOnConsentPage(page, 'Votes')
  await page.waitForURL(`${callback}?*`)
  const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true }
  const tokens = await client.authorizationCodeGrant(config, new URL(page.url()), checks)
  const claims = await client.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? '')
  return { nonce: expectedNonce, proof: claims['proof'] }
}

test('an application verifies that the person signed for each of its logins', async ({ page, server }) => {
  const key = createEthereumTestKey(83_001)
  await installFakeWallet(page, key)
  const sign = () => signWithInstalledWallet(page)
  const [first, second] = [await logIn(page, server.origin, sign), await logIn(page, server.origin, sign)]
  const verify = (proof: unknown, nonce: string) =>
    verifyBoundProof({ proof, issuer: server.origin, clientId: 'votes', nonce })
  for (const { proof, nonce } of [first, second])
    expect(await verify(proof, nonce)).toMatchObject({ outcome: 'verified', kind: 'key', address: key.address })
  expect(await verify(first.proof, second.nonce)).toEqual({ outcome: 'refused', reason: 'binding_mismatch' })
})

for (const [index, { description, make }] of representativeFakeNonEvmWalletVariants.entries())
  test(`${description} signs a message that is bound to the login`, async ({ page, server }) => {
    const { wallets, signer } = make(83_010 + index)
    await installFakeNonEvmVariantWallets(page, wallets)
    const { nonce, proof } = await logIn(page, server.origin, () =>
      chooseWalletInDialog(page.locator('body'), getInstalledFakeNonEvmWalletName(wallets)),
    )
    expect(await verifyBoundProof({ proof, issuer: server.origin, clientId: 'votes', nonce })).toMatchObject({
      outcome: 'verified',
      address: signer.address,
    })
  })
