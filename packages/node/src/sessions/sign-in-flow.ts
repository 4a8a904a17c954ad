// The authorization code flow with PKCE, state and nonce (OpenID Connect Core §3.1).
import * as client from 'openid-client'
import { ClientRefusedError } from '../issuer/client-refused-error.ts'
import type { OpenIdClientFactory } from '../issuer/create-openid-client.ts'
import { createCookieSealer } from './sealed-cookies.ts'
import { createCookieWriter, parseCookies } from './cookie-headers.ts'
import { createErrorPage } from './error-page.ts'
import { createStoredSession } from './create-stored-session.ts'
import { redirect } from './redirect.ts'
import { parseReturnPath } from './return-path.ts'
import type { SessionRepository } from './session-repository.ts'
import type { SessionsConfiguration } from './session-options.ts'

export interface SignInFlow {
  start: (request: Request) => Promise<Response>
  complete: (request: Request) => Promise<Response>
}

interface PendingSignIn {
  readonly state: string
  readonly verifier: string
  readonly nonce: string
  readonly returnPath: string
  readonly startedAt: number
}

const cookiePrefix = 'countersign-sign-in-'
const lifetimeSeconds = 600
/** Several tabs can sign in at the same time. More cookies could exceed the header limits of servers. */
const maxPendingLength = 2000

export function createSignInFlow(
  configuration: SessionsConfiguration,
  openClient: OpenIdClientFactory,
  repository: SessionRepository,
): SignInFlow {
  const { appUrl, basePath, scope, api, maxAgeMs, now, log } = configuration
  const sealer = createCookieSealer(configuration, 'sign-in')
  const writer = createCookieWriter(appUrl)
  const redirectUri = `${appUrl}${basePath}/callback`
  const findPending = (request: Request): [name: string, value: string][] =>
    [...parseCookies(request.headers.get('cookie'))].filter(([name]) => name.startsWith(writer.name(cookiePrefix)))
  const remove = (name: string): string => writer.remove(name.replace(/^__Host-/, ''))

  async function start(request: Request): Promise<Response> {
    const pending: PendingSignIn = {
      state: client.randomState(),
      verifier: client.randomPKCECodeVerifier(),
      nonce: client.randomNonce(),
      returnPath: parseReturnPath(new URL(request.url).searchParams.get('returnTo'), appUrl),
      startedAt: now(),
    }
    const address = client.buildAuthorizationUrl(await openClient(), {
      ...configuration.authorizationParameters,
      ...(api !== null && { resource: api }),
      redirect_uri: redirectUri,
      scope,
      state: pending.state,
      nonce: pending.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(pending.verifier),
      code_challenge_method: 'S256',
    })
    const present = findPending(request)
    const length = present.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
    const cookies = length > maxPendingLength ? present.map(([name]) => remove(name)) : []
    return redirect(address.href, [
      ...cookies,
      writer.set(nameOf(pending.state), await sealer.seal(pending), lifetimeSeconds),
    ])
  }

  async function complete(request: Request): Promise<Response> {
    const parameters = new URL(request.url).searchParams
    const state = parameters.get('state') ?? ''
    const name = nameOf(state)
    const sealed = parseCookies(request.headers.get('cookie')).get(writer.name(name))
    const pending = sealed === undefined ? undefined : ((await sealer.open(sealed)) as PendingSignIn | undefined)
    if (pending === undefined || pending.state !== state || now() - pending.startedAt > lifetimeSeconds * 1000)
      return createErrorPage(configuration, { code: 'sign_in_not_found', status: 400 })
    const retry = `${basePath}/sign-in?returnTo=${encodeURIComponent(pending.returnPath)}`
    try {
      const session = await redeem(parameters, pending)
      return redirect(`${appUrl}${pending.returnPath}`, [
        writer.remove(name),
        ...(await repository.create(request, session)),
      ])
    } catch (error) {
      return createErrorPage(configuration, { ...describeSignInError(error), retry }, [writer.remove(name)])
    }
  }

  async function redeem(parameters: URLSearchParams, { state, verifier, nonce }: PendingSignIn) {
    const openIdClient = await openClient()
    const tokens = await client.authorizationCodeGrant(openIdClient, new URL(`${redirectUri}?${parameters}`), {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    })
    return createStoredSession(openIdClient, tokens, { scope, now, api, maxAgeMs, log })
  }

  return { start, complete }
}

/** The state is random, so that its first characters tell tabs apart. */
const nameOf = (state: string): string => `${cookiePrefix}${/^[-\w]{8}/.exec(state)?.[0] ?? 'none'}`

function describeSignInError(error: unknown): { code: string; status: number; cause: unknown } {
  if (error instanceof client.AuthorizationResponseError)
    return { code: error.error, status: error.error === 'access_denied' ? 403 : 400, cause: error }
  if (error instanceof client.ResponseBodyError || error instanceof ClientRefusedError)
    return { code: error.error, status: 502, cause: error }
  if (error instanceof Error && error.name === 'SessionTooLargeError')
    return { code: 'session_too_large', status: 500, cause: error }
  if (error instanceof Error && error.name === 'IssuerUnavailableError')
    return { code: 'server_unavailable', status: 503, cause: error }
  return { code: 'invalid_response', status: 400, cause: error }
}
