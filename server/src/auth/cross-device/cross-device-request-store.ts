// Conditional updates let only one of several concurrent steps win (THREATS P16).
import type { CrossDeviceProofResponse, CrossDeviceRequestStatus } from '@countersign/api/api-endpoints'
import type { ServerLimitValues } from '@countersign/api/server-limits'
import { sql } from 'kysely'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { CrossDeviceRequestsTable } from '../../platform/database/database-schema.ts'
import { ApiError } from '../../platform/api-error.ts'
import { hashBearerSecret } from '../../platform/random-bearer-secret.ts'

export type CrossDeviceRequestRow = CrossDeviceRequestsTable

const openStates: readonly CrossDeviceRequestStatus[] = ['shown', 'opened', 'picked', 'answered']

export const getCrossDeviceRequestState = (
  { state, expires_at }: CrossDeviceRequestRow,
  now: number,
): CrossDeviceRequestStatus => (expires_at <= now && openStates.includes(state) ? 'ran-out' : state)

export const isCrossDeviceRequestEnded = (request: CrossDeviceRequestRow, now: number): boolean =>
  !openStates.includes(getCrossDeviceRequestState(request, now))

export async function insertCrossDeviceRequest(
  queries: DatabaseQueryBuilder,
  request: Omit<
    CrossDeviceRequestRow,
    | 'state'
    | 'answering_device_hash'
    | 'handover_hash'
    | 'challenge_ids'
    | 'signed_response'
    | 'challenge_id'
    | 'session_id'
    | 'changed_at'
  >,
): Promise<void> {
  await queries
    .insertInto('cross_device_requests')
    .values({
      ...request,
      state: 'shown',
      answering_device_hash: null,
      handover_hash: null,
      challenge_ids: '',
      signed_response: null,
      challenge_id: null,
      session_id: null,
      changed_at: null,
    })
    .execute()
}

const selectByBrowser = prepareSqlQuery((queries, id: string, browserHash: string) =>
  queries.selectFrom('cross_device_requests').selectAll().where('id', '=', id).where('browser_hash', '=', browserHash),
)

export async function findCrossDeviceRequestByWaitingBrowser(
  queries: DatabaseQueryBuilder,
  id: string,
  browserHash: string | null,
): Promise<CrossDeviceRequestRow | undefined> {
  return browserHash === null ? undefined : (await selectByBrowser(queries, id, browserHash))[0]
}

const selectByCode = prepareSqlQuery((queries, codeHash: string) =>
  queries.selectFrom('cross_device_requests').selectAll().where('code_hash', '=', codeHash),
)

/** Does not check the caller. */
export async function findCrossDeviceRequestByCode(
  queries: DatabaseQueryBuilder,
  code: string | null,
): Promise<CrossDeviceRequestRow | undefined> {
  return code === null ? undefined : (await selectByCode(queries, hashBearerSecret(code)))[0]
}

export async function findCrossDeviceRequestByAnsweringDevice(
  queries: DatabaseQueryBuilder,
  code: string | null,
  answeringHash: string | null,
): Promise<CrossDeviceRequestRow | undefined> {
  const request = answeringHash === null ? undefined : await findCrossDeviceRequestByCode(queries, code)
  return request?.answering_device_hash === answeringHash ? request : undefined
}

type CrossDeviceRequestChange = Partial<
  Pick<
    CrossDeviceRequestRow,
    | 'state'
    | 'answering_device_hash'
    | 'handover_hash'
    | 'challenge_ids'
    | 'signed_response'
    | 'challenge_id'
    | 'expires_at'
  >
>

/** Does nothing if the request has changed since it was read. */
export async function updateCrossDeviceRequest(
  queries: DatabaseQueryBuilder,
  { id, state, answering_device_hash, handover_hash }: CrossDeviceRequestRow,
  change: CrossDeviceRequestChange,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('cross_device_requests')
    .set({ ...change, changed_at: now })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('answering_device_hash', answering_device_hash === null ? 'is' : '=', answering_device_hash)
    .where('handover_hash', handover_hash === null ? 'is' : '=', handover_hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return Number(numUpdatedRows) === 1
}

/** In characters; enough for dozens of challenges. */
const maxChallengesLength = 1000

/** `until` is the new expiry in milliseconds since 1970; null keeps the current one. */
export async function addCrossDeviceChallenge(
  queries: DatabaseQueryBuilder,
  { id, answering_device_hash: answeringHash }: CrossDeviceRequestRow,
  { challengeId, until = null, now }: { challengeId: string; until?: number | null; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('cross_device_requests')
    .set({
      challenge_ids: sql`challenge_ids || ' ' || cast(${challengeId} as text)`,
      ...(until !== null && { expires_at: until }),
      changed_at: now,
    })
    .where('id', '=', id)
    .where('state', '=', 'picked')
    .where('answering_device_hash', '=', answeringHash)
    .where('expires_at', '>', now)
    .where(sql<boolean>`length(challenge_ids) < ${maxChallengesLength}`)
    .executeTakeFirst()
  return Number(numUpdatedRows) === 1
}

export const isChallengeOfCrossDeviceRequest = (
  { challenge_ids: challenges }: CrossDeviceRequestRow,
  challengeId: string,
): boolean => challenges.split(' ').includes(challengeId)

/** Does nothing if the request is in the state `unless`. */
export async function endCrossDeviceRequest(
  queries: DatabaseQueryBuilder,
  id: string,
  state: 'refused' | 'wrong-pair' | 'second-device' | 'cancelled',
  now: number,
  unless?: CrossDeviceRequestStatus,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('cross_device_requests')
    .set({ state, signed_response: null, changed_at: now })
    .where('id', '=', id)
    .where(
      'state',
      'in',
      openStates.filter((one) => one !== unless),
    )
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return Number(numUpdatedRows) === 1
}

/** Null before the device has answered, and after the answer is consumed. */
export const parseSignedCrossDeviceAnswer = ({
  signed_response: answer,
}: CrossDeviceRequestRow): CrossDeviceProofResponse | null =>
  answer === null ? null : (JSON.parse(answer) as CrossDeviceProofResponse)

/** Consumes the answer once, for the waiting browser only. @throws ApiError `cross_device.ended` */
export async function consumeSignedCrossDeviceAnswer(
  transaction: DatabaseTransaction,
  {
    challengeId,
    browserHash,
    sessionId = null,
    now,
  }: { challengeId: string; browserHash: string | null; sessionId?: string | null; now: number },
): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('cross_device_requests')
    .set({ state: 'taken', signed_response: null, session_id: sessionId, changed_at: now })
    .where('challenge_id', '=', challengeId)
    .where('browser_hash', '=', browserHash)
    .where('state', '=', 'answered')
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (Number(numUpdatedRows) !== 1)
    throw new ApiError('cross_device.ended', { privateDetail: 'no other device has answered for this browser' })
}

/** A step-up changes the session ID, which the other device needs to end the session. */
export async function updateCrossDeviceRequestSessionId(
  transaction: DatabaseTransaction,
  before: string | undefined,
  after: string,
): Promise<void> {
  if (before === undefined) return
  await transaction
    .updateTable('cross_device_requests')
    .set({ session_id: after })
    .where('session_id', '=', before)
    .execute()
}

const selectChanged = prepareSqlQuery((queries, since: number) =>
  queries.selectFrom('cross_device_requests').select(['id', 'state']).where('changed_at', '>', since),
)

export const listChangedCrossDeviceRequests = (
  queries: DatabaseQueryBuilder,
  since: number,
): Promise<readonly Pick<CrossDeviceRequestRow, 'id' | 'state'>[]> => selectChanged(queries, since)

const endedRequestRetentionMs = 60 * 60_000
const pruneBatchSize = 1000

/** Keeps a request while the device can still end the session that the request started. */
export async function pruneCrossDeviceRequests(
  queries: DatabaseQueryBuilder,
  { crossDeviceSessionLifetimeSeconds }: Pick<ServerLimitValues, 'crossDeviceSessionLifetimeSeconds'>,
  now: number,
): Promise<number> {
  const unused = queries
    .selectFrom('cross_device_requests')
    .select('id')
    .where('signed_response', 'is not', null)
    .where('expires_at', '<=', now)
    .limit(pruneBatchSize)
  const cleared = await queries
    .updateTable('cross_device_requests')
    .set({ signed_response: null })
    .where('id', 'in', unused)
    .executeTakeFirst()
  const before = now - crossDeviceSessionLifetimeSeconds * 1000
  const over = queries
    .selectFrom('cross_device_requests')
    .select('id')
    .where('expires_at', '<', now - endedRequestRetentionMs)
    .where((row) => row.or([row('session_id', 'is', null), row('expires_at', '<', before)]))
    .limit(pruneBatchSize)
  const result = await queries.deleteFrom('cross_device_requests').where('id', 'in', over).executeTakeFirst()
  return Number(result.numDeletedRows) + Number(cleared.numUpdatedRows)
}

/** Also deletes requests that one of the person's browsers made or answered while signed out. */
export async function deleteCrossDeviceRequestsOfPeople(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  const theirs = transaction.selectFrom('browsers').select('browser_hash').where('person_id', 'in', personIds)
  await transaction
    .deleteFrom('cross_device_requests')
    .where((row) =>
      row.or([
        row('person_id', 'in', personIds),
        row('browser_hash', 'in', theirs),
        row('answering_device_hash', 'in', theirs),
      ]),
    )
    .execute()
}
