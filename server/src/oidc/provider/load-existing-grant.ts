// Loads what the person already allowed the application, so that only new items are requested.
import type { GrantModel, KoaContext } from 'oidc-provider'
import { lockConsentGrantRow } from '../../store/grants/consent-grant-store.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import { createProviderGrantForSession } from './create-provider-grant-for-session.ts'
import { lockPersonForFirstPartyGrant } from './grant-first-party-consent.ts'
import { isGroupRequirementMet } from './application-group-access-control.ts'
import { dropOfflineAccessIfSilent } from './offline-access-scope-rules.ts'
import { getOidcRequest, getOrStartOidcRequestTransaction } from './oidc-request-context.ts'
import { chooseWalletForOlderConsent } from './application-wallet-choice.ts'
import { acceptsSignInMethod } from '../../store/applications/sign-in-methods-accepted-by-application.ts'

export async function loadExistingGrant(random: RandomBytes, ctx: KoaContext): Promise<GrantModel | undefined> {
  const { signedIn, applications, lockedGrants, memberships, now } = getOidcRequest()
  const { client, session } = ctx.oidc
  const application = applications.get(client?.clientId ?? '')
  if (signedIn === null || application === undefined || session === undefined) return undefined
  const personId = signedIn.person.id
  if (
    !acceptsSignInMethod(application, signedIn.session) ||
    !isGroupRequirementMet(application, memberships.get(personId))
  )
    return undefined
  const transaction = await getOrStartOidcRequestTransaction()
  await lockPersonForFirstPartyGrant(ctx, transaction, personId)
  const held = await lockConsentGrantRow(transaction, personId, application.id)
  if (held === undefined) return undefined
  const grant = await chooseWalletForOlderConsent(transaction, signedIn, application, held, now)
  lockedGrants.set(application.id, grant)
  dropOfflineAccessIfSilent(ctx, grant)
  return createProviderGrantForSession(random, ctx, { signedIn, application, grant })
}
