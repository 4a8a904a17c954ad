// Loads what the person already allowed the application, so that only new items are requested.
import type { GrantModel, KoaContext } from 'oidc-provider'
import { lockConsentGrantRow } from '../../store/grants/consent-grant-store.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import { allowScopelessGrant } from './scopeless-authorization-rules.ts'
import { findOrCreateApplicationAuthorization } from './find-or-create-application-authorization.ts'
import { isGroupRequirementMet } from './application-group-access-control.ts'
import { dropOfflineAccessIfSilent } from './offline-access-scope-rules.ts'
import { toOidcProviderGrant, listResourceScopesOpenToApplication } from './oidc-provider-grant.ts'
import { getOidcRequest, getOrStartOidcRequestTransaction } from './oidc-request-context.ts'
import { chooseWalletForOlderConsent } from './application-wallet-choice.ts'
import { acceptsSignInMethod } from '../../store/applications/sign-in-methods-accepted-by-application.ts'

export async function loadExistingGrant(random: RandomBytes, ctx: KoaContext): Promise<GrantModel | undefined> {
  const { signedIn, applications, lockedGrants, memberships, now } = getOidcRequest()
  const { client, session, provider } = ctx.oidc
  const application = applications.get(client?.clientId ?? '')
  if (signedIn === null || application === undefined || session === undefined) return undefined
  const personId = signedIn.person.id
  if (
    !acceptsSignInMethod(application, signedIn.session) ||
    !isGroupRequirementMet(application, memberships.get(personId))
  )
    return undefined
  const transaction = await getOrStartOidcRequestTransaction()
  const held = await lockConsentGrantRow(transaction, personId, application.id)
  if (held === undefined) return undefined
  const grant = await chooseWalletForOlderConsent(transaction, signedIn, application, held, now)
  lockedGrants.set(application.id, grant)
  dropOfflineAccessIfSilent(ctx, grant)
  const authorization = await findOrCreateApplicationAuthorization(transaction, random, {
    application,
    signedIn,
    scopes: grant.scopes,
    walletId: grant.walletId,
    now,
  })
  if (authorization === undefined) return undefined
  session.sidFor(application.id, authorization.sid)
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
