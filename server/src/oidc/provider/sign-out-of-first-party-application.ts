// Signs out without a question (RP-Initiated Logout §2; decision 0085, THREATS O31).
import type { KoaContext } from 'oidc-provider'
import type { RandomBytes } from '../../platform/clock.ts'
import { isFirstParty } from '../../store/applications/first-party-consent.ts'
import { listAuthorizationsOfSession } from '../../store/authorizations/authorization-store.ts'
import { endSessionsInTransaction } from '../../store/sessions/end-sessions-with-audit-events.ts'
import { findApplicationOncePerOidcRequest } from './find-application-once-per-oidc-request.ts'
import { getOidcRequest, getOidcRequestQueries, getOrStartOidcRequestTransaction } from './oidc-request-context.ts'
import { findApplicationHomePage, getPostLogoutRedirect, getSignedOutPageUrl } from './rp-initiated-logout.ts'

const signedOutRequests = new WeakSet<KoaContext>()

/** Whether the response must clear the session cookie. */
export const isSignedOutByRequest = (ctx: KoaContext): boolean => signedOutRequests.has(ctx)

/** @returns false if the person must be asked */
export async function signOutOfFirstPartyApplication(random: RandomBytes, ctx: KoaContext): Promise<boolean> {
  const { signedIn, now, events } = getOidcRequest()
  const clientId = ctx.oidc.client?.clientId
  if (signedIn === null || clientId === undefined || !(await isHintOfThisSession(ctx, clientId))) return false
  const next = await getPostLogoutRedirect(ctx.oidc)
  const home = next === null ? await findApplicationHomePage(getOidcRequestQueries(), clientId) : null
  const transaction = await getOrStartOidcRequestTransaction()
  const { session, person } = signedIn
  events.push(
    ...(await endSessionsInTransaction(
      transaction,
      random,
      { id: session.id, personId: person.id },
      'signed-out',
      now,
    )),
  )
  signedOutRequests.add(ctx)
  ctx.status = 303
  ctx.redirect(next ?? getSignedOutPageUrl(home))
  ctx.body = ''
  return true
}

/** The provider has verified the signature, issuer and audience, but accepts an expired hint. */
async function isHintOfThisSession({ oidc }: KoaContext, clientId: string): Promise<boolean> {
  const { signedIn } = getOidcRequest()
  const hint = oidc.entities['IdTokenHint'] as { payload: Record<string, unknown> } | undefined
  const application = await findApplicationOncePerOidcRequest(clientId)
  if (signedIn === null || hint === undefined || application === undefined) return false
  const { aud, sid, sub, events } = hint.payload
  // A logout token has the same issuer, audience and `sid`.
  if (!isFirstParty(application, oidc.provider.issuer) || events !== undefined || aud !== clientId) return false
  const authorizations = await listAuthorizationsOfSession(getOidcRequestQueries(), signedIn.session.id)
  return authorizations.some(
    (authorization) =>
      authorization.application_id === clientId &&
      authorization.person_id === signedIn.person.id &&
      authorization.sid === sid &&
      authorization.subject === sub,
  )
}
