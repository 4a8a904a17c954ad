import type { GrantModel, KoaContext } from 'oidc-provider'
import type { AuthenticatedSession } from '../../auth/session-guard/require-request-session.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import type { StoredConsentGrant } from '../../store/grants/consent-grant-store.ts'
import { findOrCreateApplicationAuthorization } from './find-or-create-application-authorization.ts'
import { listResourceScopesOpenToApplication, toOidcProviderGrant } from './oidc-provider-grant.ts'
import { getOidcRequest, getOrStartOidcRequestTransaction } from './oidc-request-context.ts'
import { allowScopelessGrant } from './scopeless-authorization-rules.ts'

/** Undefined if the session has ended. The grant must be locked. */
export async function createProviderGrantForSession(
  random: RandomBytes,
  ctx: KoaContext,
  {
    signedIn,
    application,
    grant,
  }: { signedIn: AuthenticatedSession; application: ApplicationRecord; grant: StoredConsentGrant },
): Promise<GrantModel | undefined> {
  const { session, provider } = ctx.oidc
  const authorization = await findOrCreateApplicationAuthorization(await getOrStartOidcRequestTransaction(), random, {
    application,
    signedIn,
    scopes: grant.scopes,
    walletId: grant.walletId,
    now: getOidcRequest().now,
  })
  if (authorization === undefined) return undefined
  session?.sidFor(application.id, authorization.sid)
  return allowScopelessGrant(
    ctx,
    new provider.Grant(
      toOidcProviderGrant(
        authorization,
        grant,
        application,
        await listResourceScopesOpenToApplication(grant, application),
      ),
    ),
  )
}
