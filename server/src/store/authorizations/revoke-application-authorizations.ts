// Revocation queues logout deliveries in its transaction (OpenID Connect Back-Channel Logout §2.1).
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { TokenSigningAlgorithm } from '../../platform/database/database-column-types.ts'
import type { AuthorizationsTable, LogoutDeliveriesTable } from '../../platform/database/database-schema.ts'
import { createRandomId } from '../../platform/create-random-id.ts'
import { removeOidcProviderRecordsOfApplication } from './remove-oidc-provider-records.ts'

export type AuthorizationRevocationCriteria =
  | { sessionIds: readonly string[] }
  | { authorizationIds: readonly string[] }
  | { applicationId: string }
  | { personId: string; applicationId: string }

/** SQL statements have a limited number of parameters. */
const batchSize = 500

export async function revokeApplicationAuthorizations(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  choice: AuthorizationRevocationCriteria,
  now: number,
): Promise<void> {
  if (!('sessionIds' in choice) && !('authorizationIds' in choice)) {
    await queueLogoutDeliveries(transaction, random, await deleteAuthorizations(transaction, choice), now)
    if (!('personId' in choice)) await removeOidcProviderRecordsOfApplication(transaction, choice.applicationId)
    return
  }
  const ids = 'sessionIds' in choice ? choice.sessionIds : choice.authorizationIds
  for (let from = 0; from < ids.length; from += batchSize) {
    const batch = ids.slice(from, from + batchSize)
    const ended = await deleteAuthorizations(
      transaction,
      'sessionIds' in choice ? { sessionIds: batch } : { authorizationIds: batch },
    )
    await queueLogoutDeliveries(transaction, random, ended, now)
  }
}

async function deleteAuthorizations(
  transaction: DatabaseTransaction,
  choice: AuthorizationRevocationCriteria,
): Promise<AuthorizationsTable[]> {
  let query = transaction.deleteFrom('authorizations')
  if ('sessionIds' in choice) query = query.where('session_id', 'in', choice.sessionIds)
  else if ('authorizationIds' in choice) query = query.where('id', 'in', choice.authorizationIds)
  else query = query.where('application_id', '=', choice.applicationId)
  if ('personId' in choice) query = query.where('person_id', '=', choice.personId)
  return query.returningAll().execute()
}

async function queueLogoutDeliveries(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  ended: readonly AuthorizationsTable[],
  now: number,
): Promise<void> {
  if (ended.length === 0) return
  const ways = await readLogoutEndpoints(transaction, [
    ...new Set(ended.map((authorization) => authorization.application_id)),
  ])
  const deliveries = ended.flatMap((authorization): LogoutDeliveriesTable[] => {
    const way = ways.get(authorization.application_id)
    if (way === undefined) return []
    const { application_id, person_id, subject, sid } = authorization
    const open = { attempts: 0, next_attempt_at: now, completed_at: null, outcome: null }
    return [{ id: createRandomId(random), application_id, person_id, subject, sid, ...way, created_at: now, ...open }]
  })
  for (let from = 0; from < deliveries.length; from += batchSize) {
    await transaction
      .insertInto('logout_deliveries')
      .values(deliveries.slice(from, from + batchSize))
      .execute()
  }
}

async function readLogoutEndpoints(
  transaction: DatabaseTransaction,
  applicationIds: readonly string[],
): Promise<Map<string, { uri: string; algorithm: TokenSigningAlgorithm }>> {
  const rows = await transaction
    .selectFrom('applications')
    .select(['id', 'definition'])
    .where('id', 'in', applicationIds)
    .execute()
  return new Map(
    rows.flatMap(({ id, definition }) => {
      const { backchannelLogoutUri: uri, idTokenAlgorithm: algorithm } = JSON.parse(definition) as {
        backchannelLogoutUri?: string | null
        idTokenAlgorithm: TokenSigningAlgorithm
      }
      return typeof uri === 'string' ? [[id, { uri, algorithm }] as const] : []
    }),
  )
}
