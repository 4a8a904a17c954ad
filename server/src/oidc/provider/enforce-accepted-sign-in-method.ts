import { Provider } from 'oidc-provider'
import {
  acceptsSignInMethod,
  isEverySignInMethodAccepted,
} from '../../store/applications/sign-in-methods-accepted-by-application.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import { findApplicationOncePerOidcRequest } from './find-application-once-per-oidc-request.ts'
import { isOAuthTokenRoute } from './application-group-access-control.ts'
import type { ApplicationGroupAccessControl } from './application-group-access-control.ts'
import type { ValidOidcProviderRecord } from './find-valid-oidc-provider-records.ts'
import { getOidcRequest, isOidcRequestTransactionStarted, getOidcRequestQueries } from './oidc-request-context.ts'

const selectSignInMethod = prepareSqlQuery((queries, sessionId: string) =>
  queries
    .selectFrom('sessions')
    .leftJoin('wallets', 'wallets.id', 'sessions.wallet_id')
    .select(['sessions.passkey_id', 'wallets.namespace', 'wallets.chain_reference'])
    .where('sessions.id', '=', sessionId),
)

/** Revokes access if the method is not accepted (THREATS O2). @returns whether it did */
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
  if (isOidcRequestTransactionStarted())
    throw new Error('The sign-in method must be checked before the transaction starts')
  await gate.revokeAccess(person_id, application_id, now)
  return true
}
