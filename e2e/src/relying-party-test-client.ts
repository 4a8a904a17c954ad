// An application and the browsers that come to it, without a page (relying party, headless), for tests in which hundreds of them sign in. The
// protocol is spoken by other people's library; a browser goes where it is sent, proves a wallet, and allows what it is asked.
import * as client from 'openid-client'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { toLocalUrlWithoutTls } from './tls-termination-test-urls.ts'
import { testClientSecret, testClientSecretEnvironmentReference } from './clients/apply-test-application-definitions.ts'
import type { TestApplicationDefinition } from './clients/apply-test-application-definitions.ts'
import { signTestChallenge } from './http-test-browser.ts'
import type { HttpTestBrowser } from './http-test-browser.ts'

/** What is known to the server of the application. */
export const oidcRelyingPartyTestDefinition: TestApplicationDefinition = {
  ...testClientSecretEnvironmentReference,
  id: 'headless',
  name: 'Headless',
  kind: 'web',
  redirectUris: ['https://headless.example/callback'],
  scopes: ['openid', 'offline_access'],
  // The simulation has a key of this algorithm alone.
  idTokenAlgorithm: 'ES256',
}

/** The same, where each use of a refresh token replaces it. */
export const rotatingOidcRelyingPartyTestDefinition: TestApplicationDefinition = {
  ...oidcRelyingPartyTestDefinition,
  rotateRefreshTokens: true,
}

/** A sign-in that the application has begun. */
interface StartedSignIn {
  /** Where it sends the browser. */
  url: URL
  /** What it checks the answer against. */
  checks: client.AuthorizationCodeGrantChecks
}

/** What the application holds of one who signed in: the refresh token that it was given last. */
export interface RefreshTokenFamily {
  refreshToken: string
  subject: string
}

/** The application, as it reaches the server. */
export interface RelyingPartyTestClient {
  startSignIn: () => Promise<StartedSignIn>
  /** Takes the answer that a browser brought back, and checks everything that came for it. */
  redeemCode: (callback: URL, begun: StartedSignIn) => Promise<RefreshTokenFamily>
  /** Takes new tokens, and asks with them who it is. */
  refreshTokens: (family: RefreshTokenFamily) => Promise<void>
}

/**
 * @param origin of the server
 * @param headers that it sends with everything
 */
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
      // The signatures of tokens are checked as well.
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
        // Core §11: refresh tokens are for who was asked.
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

/** A browser follows where the application sends it, does what it is asked there, and answers where it comes back to the application. */
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
