// Ends the session here, then at the sign-in server (RP-Initiated Logout §2).
import * as client from 'openid-client'
import type { OpenIdClientFactory } from '../issuer/create-openid-client.ts'
import { describeError } from './describe-error.ts'
import { redirect } from './redirect.ts'
import type { SessionRepository } from './session-repository.ts'
import type { SessionsConfiguration } from './session-options.ts'

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
    const address = client.buildEndSessionUrl(await openClient(), {
      id_token_hint: loaded.session.idToken,
      post_logout_redirect_uri: home,
    })
    return redirect(address.href, cookies)
  } catch (error) {
    log(`countersign: signed out here, but not at the sign-in server: ${describeError(error)}`)
    return redirect(home, cookies)
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
