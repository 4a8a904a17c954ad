// Shows the provider what the person who is signed in allowed this application before, so that only what is new is asked.
import type { GrantModel, KoaContext } from 'oidc-provider'
import { findOrCreateAuthorization } from '../authorizations/store.ts'
import { findGrant, holdGrant } from '../grants/store.ts'
import type { Random } from '../platform/clock.ts'
import { composeGrant } from './provider-grant.ts'
import { currentScope, reader, writer } from './request-scope.ts'
import { showProof } from './shown-proof.ts'
import { findOrCreateSubject } from './subjects.ts'

/** The provider's setting `loadExistingGrant`. */
export async function loadGrant(random: Random, ctx: KoaContext): Promise<GrantModel | undefined> {
  const { signedIn, applications, now } = currentScope()
  const { client, session, provider } = ctx.oidc
  const application = applications.get(client?.clientId ?? '')
  if (signedIn === null || application === undefined || session === undefined) return undefined
  const personId = signedIn.person.id
  if ((await findGrant(reader(), personId, application.id)) === undefined) return undefined
  const transaction = await writer()
  const grant = await holdGrant(transaction, personId, application.id)
  if (grant === undefined) return undefined
  const subject = await findOrCreateSubject(transaction, random, personId, application)
  const authorization = await findOrCreateAuthorization(transaction, random, {
    sessionId: signedIn.session.id,
    personId,
    applicationId: application.id,
    subject,
    now,
  })
  if (authorization === undefined) return undefined
  if (grant.scopes.includes('proof')) {
    await showProof(transaction, { authorizationId: authorization.id, proofId: signedIn.session.proof_id, applicationId: application.id })
  }
  session.sidFor(application.id, authorization.sid)
  return new provider.Grant(composeGrant(authorization, grant, application))
}
