// Which ways of signing in an application accepts. Looked at wherever groups are: before anything is given, and again with every token,
// because a person can go on in the same session with another proof, and an operator can change what is accepted.
import { Provider } from 'oidc-provider'
import { acceptsSignInMethod } from '../../store/applications/sign-in-methods-accepted-by-application.ts'
import { signInMethods } from '../../store/applications/application-definition-types.ts'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import { findApplicationOncePerOidcRequest } from './find-application-once-per-oidc-request.ts'
import { isOAuthTokenRoute } from './application-group-access-control.ts'
import type { ApplicationGroupAccessControl } from './application-group-access-control.ts'
import type { ValidOidcProviderRecord } from './find-valid-oidc-provider-records.ts'
import { getOidcRequest, isOidcRequestTransactionStarted, getOidcRequestQueries } from './oidc-request-context.ts'

/** Whether an application accepts everybody, however they signed in. */
export const isEverySignInMethodAccepted = ({ definition }: Pick<ApplicationRecord, 'definition'>): boolean =>
  definition.signInMethods.length === signInMethods.length && definition.chains.length === 0

const selectSignInMethod = prepareSqlQuery((queries, sessionId: string) =>
  queries
    .selectFrom('sessions')
    .leftJoin('wallets', 'wallets.id', 'sessions.wallet_id')
    .select(['sessions.passkey_id', 'wallets.namespace', 'wallets.chain_reference'])
    .where('sessions.id', '=', sessionId),
)

/**
 * Looks at the way in of the session that a code or token hangs on. Where the application does not accept it, it loses there and then what
 * it was given for this person (THREATS O2).
 * @returns whether the code or token may be gone by that
 */
export async function enforceAcceptedSignInMethod(
  gate: ApplicationGroupAccessControl,
  {
    person_id,
    application_id,
    session_id,
  }: Pick<ValidOidcProviderRecord, 'person_id' | 'application_id' | 'session_id'>,
): Promise<boolean> {
  const { now } = getOidcRequest()
  const route = Provider.ctx?.oidc.route
  if (person_id === null || application_id === null || session_id === null || !isOAuthTokenRoute(route)) return false
  const application = await findApplicationOncePerOidcRequest(application_id)
  if (application === undefined || isEverySignInMethodAccepted(application)) return false
  const [session] = await selectSignInMethod(getOidcRequestQueries(), session_id)
  if (session === undefined || acceptsSignInMethod(application, session)) return false
  if (isOidcRequestTransactionStarted()) throw new Error('The way in is looked at before anything is changed')
  await gate.revokeAccess(person_id, application_id, now)
  return true
}
