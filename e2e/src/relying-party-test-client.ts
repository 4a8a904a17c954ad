// A headless relying party on openid-client, for tests with hundreds of sign-ins.
import * as client from 'openid-client'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { toLocalUrlWithoutTls } from './tls-termination-test-urls.ts'
import { testClientSecret, testClientSecretEnvironmentReference } from './clients/apply-test-application-definitions.ts'
import type { TestApplicationDefinition } from './clients/apply-test-application-definitions.ts'
import { signTestChallenge } from './http-test-browser.ts'
import type { HttpTestBrowser } from './http-test-browser.ts'

export const oidcRelyingPartyTestDefinition: TestApplicationDefinition = {
  ...testClientSecretEnvironmentReference,
  id: 'headless',
  name: 'Headless',
  kind: 'web',
  redirectUris: ['https://headless.example/callback'],
  scopes: ['openid', 'offline_access'],
  // The simulated server has a key for this algorithm only.
  idTokenAlgorithm: 'ES256',
}

export const rotatingOidcRelyingPartyTestDefinition: TestApplicationDefinition = {
  ...oidcRelyingPartyTestDefinition,
  rotateRefreshTokens: true,
}

interface StartedSignIn {
  url: URL
  checks: client.AuthorizationCodeGrantChecks
}

export interface RefreshTokenFamily {
  refreshToken: string
  subject: string
}

export interface RelyingPartyTestClient {
  startSignIn: () => Promise<StartedSignIn>
  redeemCode: (callback: URL, begun: StartedSignIn) => Promise<RefreshTokenFamily>
  refreshTokens: (family: RefreshTokenFamily) => Promise<void>
}

export async function createRelyingPartyTestClient(
  origin: string,
  headers: Record<string, string> = {},
): Promise<RelyingPartyTestClient> {
  const send: client.CustomFetch = (url, { body, ...options }) =>
    fetch(toLocalUrlWithoutTls(url), {
      ...options,
      headers: { ...options.headers, ...headers },
      body: body as BodyInit,
    })
  const config = await client.discovery(
    new URL(origin),
    oidcRelyingPartyTestDefinition.id,
    {},
    client.ClientSecretBasic(testClientSecret),
    {
      // Also verifies token signatures.
      execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
      [client.customFetch]: send,
    },
  )
  const keep = (
    family: RefreshTokenFamily,
    { refresh_token: token }: client.TokenEndpointResponse,
  ): RefreshTokenFamily => {
    if (token === undefined) throw new Error('There is no refresh token.')
    return Object.assign(family, { refreshToken: token })
  }

  return {
    startSignIn: async () => {
      const [verifier, state, nonce] = [client.randomPKCECodeVerifier(), client.randomState(), client.randomNonce()]
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: (oidcRelyingPartyTestDefinition['redirectUris'] as string[])[0] ?? '',
        scope: 'openid offline_access',
        // OpenID Connect Core §11: a refresh token requires consent.
        prompt: 'consent',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      })
      const checks = {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      }
      return { url, checks }
    },
    redeemCode: async (callback, { checks }) => {
      const tokens = await client.authorizationCodeGrant(config, callback, checks)
      return keep({ refreshToken: '', subject: tokens.claims()?.sub ?? '' }, tokens)
    },
    refreshTokens: async (family) => {
      const tokens = await client.refreshTokenGrant(config, family.refreshToken)
      keep(family, tokens)
      await client.fetchUserInfo(config, tokens.access_token, family.subject)
    },
  }
}

/** Returns the callback URL. */
export async function completeAuthorization(
  browser: HttpTestBrowser,
  { url }: StartedSignIn,
  key: EthereumTestKey,
): Promise<URL> {
  let where = await followRedirects(browser, url)
  for (let steps = 0; where.origin === url.origin && steps < 5; steps++) {
    const interaction = where.searchParams.get('interaction') ?? ''
    const answer =
      where.pathname === '/sign-in'
        ? await browser.signIn({ ...signTestChallenge(await browser.createChallenge(interaction), key), interaction })
        : await browser.send('POST', `/api/interactions/${interaction}/consent`, { withheld: [] })
    if (!answer.ok) throw new Error(`${where.pathname}: ${answer.status} ${await answer.text()}`)
    where = await followRedirects(browser, new URL(((await answer.json()) as { next: string }).next, url))
  }
  return where
}

async function followRedirects(browser: HttpTestBrowser, url: URL): Promise<URL> {
  const response = await browser.send('GET', url.pathname + url.search)
  const where = response.headers.get('location')
  if (where === null) throw new Error(`${url.pathname}: ${response.status} ${await response.text()}`)
  return new URL(where, url)
}
