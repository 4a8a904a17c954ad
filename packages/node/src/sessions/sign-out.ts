// Ends the session here, then at the sign-in server (RP-Initiated Logout §2).
import * as client from 'openid-client'
import type { OpenIdClientFactory } from '../issuer/create-openid-client.ts'
import { describeError } from '../logging/describe-error.ts'
import { redirect } from './redirect.ts'
import type { SessionRepository } from './session-repository.ts'
import type { SessionsConfiguration } from './session-options.ts'
import type { StoredSession } from './session-store.ts'

export async function handleSignOut(
  request: Request,
  configuration: SessionsConfiguration,
  { openClient, repository }: { openClient: OpenIdClientFactory; repository: SessionRepository },
): Promise<Response> {
  const { appUrl, afterSignOut, log } = configuration
  if (!isSameOriginRequest(request, appUrl))
    return Response.json(
      { error: 'cross_site_request', error_description: `Sign-out must be a POST from a page of ${appUrl}.` },
      { status: 403, headers: { 'cache-control': 'no-store' } },
    )
  const loaded = await repository.load(request)
  const cookies = await repository.end(request, loaded?.id ?? null)
  const home = `${appUrl}${afterSignOut}`
  if (loaded === null) return redirect(home, cookies)
  try {
    const openIdClient = await openClient()
    await revokeRefreshToken(openIdClient, loaded.session, log)
    const address = client.buildEndSessionUrl(openIdClient, {
      id_token_hint: loaded.session.idToken,
      post_logout_redirect_uri: home,
    })
    return redirect(address.href, cookies)
  } catch (error) {
    log(`countersign: signed out here, but not at the sign-in server: ${describeError(error)}`)
    return redirect(home, cookies)
  }
}

/**
 * RFC 7009. A copy of the session's cookie can outlive the sign-out in a process that does not know of
 * it, but only until it needs new tokens.
 */
async function revokeRefreshToken(
  openIdClient: client.Configuration,
  { refreshToken }: StoredSession,
  log: SessionsConfiguration['log'],
): Promise<void> {
  if (refreshToken === null || openIdClient.serverMetadata().revocation_endpoint === undefined) return
  try {
    await client.tokenRevocation(openIdClient, refreshToken, { token_type_hint: 'refresh_token' })
  } catch (error) {
    log(`countersign: signed out, but the refresh token could not be revoked: ${describeError(error)}`)
  }
}

/** CSRF: browsers send Sec-Fetch-Site or Origin with every POST, and pages cannot change them. */
function isSameOriginRequest({ headers }: Request, appUrl: string): boolean {
  const [site, origin] = [headers.get('sec-fetch-site'), headers.get('origin')]
  if (site !== null && site !== 'same-origin') return false
  // A page with the policy no-referrer sends the origin "null".
  if (origin !== null && origin !== 'null') return origin === appUrl
  return site === 'same-origin'
}
