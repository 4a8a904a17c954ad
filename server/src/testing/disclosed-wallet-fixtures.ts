// A person with two wallets, and an application that receives one of them (O18).
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { DatabaseKind } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { ethereumTestKeys, openSteppedUpBrowser } from './countersign-test-server.ts'
import type { TestServer, TestBrowser } from './countersign-test-server.ts'
import { linkWalletForTests, listWalletsForTests } from './identity-merge-test-steps.ts'
import {
  addTestClientApplication,
  submitOidcConsent,
  createAuthorizationUrl,
  createOidcTestServer,
  exchangeCodeAsApplication,
  getInteractionIdFromRedirect,
  getRedirectLocation,
} from './oidc-application-test-steps.ts'
import type { TestClientApplication, TokenResponse } from './oidc-application-test-steps.ts'
import { getAuthorizationCodeFromRedirect, requestUserinfo } from './oauth-token-test-steps.ts'

const { alice, bob } = ethereumTestKeys
export type DisclosedWalletClaims = Record<string, unknown>

const scope = 'openid wallet'
export const findWalletIdOfBrowserForTests = async (
  browser: TestBrowser,
  { address }: { address: string },
): Promise<string> => (await listWalletsForTests(browser)).find((wallet) => wallet.address === address)?.id ?? 'none'

export async function unlinkWalletForTests(browser: TestBrowser, key: EthereumTestKey): Promise<void> {
  const response = await browser.send('DELETE', `/api/wallets/${await findWalletIdOfBrowserForTests(browser, key)}`)
  if (response.statusCode !== 200) throw new Error(response.body)
}

interface DisclosedWalletContext {
  app: TestServer & { pass: (milliseconds: number) => void }
  application: TestClientApplication
  browser: TestBrowser
}

export async function createDisclosedWalletContext(
  kind: DatabaseKind,
  claimsIn: 'userinfo' | 'id-token' = 'userinfo',
): Promise<DisclosedWalletContext> {
  const app = await createOidcTestServer({ database: kind })
  const scopes = ['openid', 'profile', 'wallet', 'proof', 'offline_access'] as const
  const application = await addTestClientApplication(app, { scopes: [...scopes], claimsIn })
  const browser = await openSteppedUpBrowser(app, alice)
  await linkWalletForTests(browser, bob)
  return { app, application, browser }
}

export const startAuthorization = (
  browser: TestBrowser,
  application: TestClientApplication,
  parameters: Record<string, string> = {},
): Promise<LightMyRequestResponse> => browser.send('GET', createAuthorizationUrl(application, { scope, ...parameters }))

export const redeemAuthorizationCode = async (
  { app, application }: Pick<DisclosedWalletContext, 'app' | 'application'>,
  response: LightMyRequestResponse,
): Promise<TokenResponse> =>
  (
    await exchangeCodeAsApplication(
      app,
      application,
      getAuthorizationCodeFromRedirect(new URL(getRedirectLocation(response))),
    )
  ).json<TokenResponse>()

export const readUserinfoWalletClaim = async (app: TestServer, { access_token }: TokenResponse): Promise<unknown> =>
  (await requestUserinfo(app, access_token)).json<DisclosedWalletClaims>()['wallet']

/** Keeps the preselected wallet unless another wallet is passed. */
export async function answerConsent(
  browser: TestBrowser,
  asked: LightMyRequestResponse,
  wallet?: string,
): Promise<LightMyRequestResponse> {
  expect(getRedirectLocation(asked)).toMatch(/^\/consent/)
  return submitOidcConsent(browser, getInteractionIdFromRedirect(asked), [], wallet)
}

export const readOidcInteractionFromRedirect = async (
  browser: TestBrowser,
  asked: LightMyRequestResponse,
): Promise<ApiEndpointOutput<'readInteraction'>> =>
  (await browser.send('GET', `/api/interactions/${getInteractionIdFromRedirect(asked)}`)).json<
    ApiEndpointOutput<'readInteraction'>
  >()

export const toCaip10AccountId = ({ address }: { address: string }): string => `eip155:1:${address}`

export async function openSignedInBrowser(app: TestServer, key: EthereumTestKey): Promise<TestBrowser> {
  const browser = app.openBrowser()
  await browser.signIn(key)
  return browser
}
