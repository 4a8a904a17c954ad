// Shows the provider what the person who is signed in allowed this application before, so that only what is new is asked.
import type { GrantModel, KoaContext } from 'oidc-provider'
import { holdGrant } from '../../store/grants/store.ts'
import type { Random } from '../../platform/clock.ts'
import { allowNothing } from './bare-access.ts'
import { giveAuthorization } from './give-authorization.ts'
import { letsIn } from './group-gate.ts'
import { leaveOutSilently } from './offline-access.ts'
import { composeGrant, openOf } from './provider-grant.ts'
import { currentScope, writer } from './request-scope.ts'
import { decideOldConsent } from './wallet-choice.ts'
import { acceptsWay } from '../../store/applications/accepted-way.ts'

/** The provider's setting `loadExistingGrant`. */
export async function loadGrant(random: Random, ctx: KoaContext): Promise<GrantModel | undefined> {
  const { signedIn, applications, heldGrants, memberships, now } = currentScope()
  const { client, session, provider } = ctx.oidc
  const application = applications.get(client?.clientId ?? '')
  if (signedIn === null || application === undefined || session === undefined) return undefined
  const personId = signedIn.person.id
  // The policy says so to the person; nothing is given meanwhile.
  if (!acceptsWay(application, signedIn.session) || !letsIn(application, memberships.get(personId))) return undefined
  const transaction = await writer()
  const held = await holdGrant(transaction, personId, application.id)
  if (held === undefined) return undefined
  const grant = await decideOldConsent(transaction, signedIn, application, held, now)
  heldGrants.set(application.id, grant)
  leaveOutSilently(ctx, grant)
  const authorization = await giveAuthorization(transaction, random, {
    application,
    signedIn,
    scopes: grant.scopes,
    walletId: grant.walletId,
    now,
  })
  if (authorization === undefined) return undefined
  session.sidFor(application.id, authorization.sid)
  return allowNothing(
    ctx,
    new provider.Grant(composeGrant(authorization, grant, application, await openOf(grant, application))),
  )
}
