// Ends sessions one by one, so that each is recorded and a failure affects no other.
import type { AdminApiEndpointInput, AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { sessionBulkActionLimit } from '@countersign/api/server-limits'
import type { CallAdminApiFunction } from '../../../api/admin-api-client.ts'
import { unwrapApiResult } from '../../../api/query-client.ts'
import type { ApiCallError } from '../../../api/query-client.ts'

export type LiveSessionFilter = Omit<AdminApiEndpointInput<'listLiveSessions'>['query'], 'cursor' | 'order'>
export type LiveSessionToEnd = Pick<
  AdminApiEndpointOutput<'listLiveSessions'>['items'][number],
  'id' | 'person' | 'userAgent'
>

export interface LiveSessionSelection {
  sessions: LiveSessionToEnd[]
  /** More sessions match than one action may end. */
  isTruncated: boolean
}

/** @throws ApiCallError */
export async function collectMatchingLiveSessions(
  send: CallAdminApiFunction,
  filter: LiveSessionFilter,
  signal: AbortSignal,
): Promise<LiveSessionSelection> {
  const sessions: LiveSessionToEnd[] = []
  for (let cursor: string | undefined; ;) {
    const query = { ...filter, ...(cursor !== undefined && { cursor }) }
    const { items, nextCursor } = unwrapApiResult(await send('listLiveSessions', { query, signal }))
    sessions.push(...items)
    if (sessions.length > sessionBulkActionLimit)
      return { sessions: sessions.slice(0, sessionBulkActionLimit), isTruncated: true }
    if (nextCursor === null) return { sessions, isTruncated: false }
    cursor = nextCursor
  }
}

export interface EndedLiveSessionsResult {
  endedIds: string[]
  failed: { session: LiveSessionToEnd; code: string }[]
  remaining: readonly LiveSessionToEnd[]
  /** Null if all were processed, or if the user stopped the action. */
  problem: ApiCallError['problem'] | null
}

/** Ending the caller's own session would stop the action, so it comes last. */
export const sortOwnSessionsLast = (sessions: readonly LiveSessionToEnd[], ownPersonId: string): LiveSessionToEnd[] =>
  sessions.toSorted((one, other) => Number(one.person.id === ownPersonId) - Number(other.person.id === ownPersonId))

/** Adds what a continued action did to what it did before. */
export const addEndedSessions = (
  before: EndedLiveSessionsResult,
  now: EndedLiveSessionsResult,
): EndedLiveSessionsResult => ({
  ...now,
  endedIds: [...before.endedIds, ...now.endedIds],
  failed: [...before.failed, ...now.failed],
})

/** Sessions that have ended in the meantime count as ended. */
const endedMeanwhileCodes: readonly string[] = ['session.not_found', 'person.not_found']
/** Problems of one session. Any other problem would affect the following sessions too. */
const sessionProblemCodes: readonly string[] = ['permission.denied']

export async function endLiveSessions(
  send: CallAdminApiFunction,
  sessions: readonly LiveSessionToEnd[],
  onProgress: (done: number) => void,
  isStopped: () => boolean,
): Promise<EndedLiveSessionsResult> {
  const result: EndedLiveSessionsResult = { endedIds: [], failed: [], remaining: [], problem: null }
  for (const [index, session] of sessions.entries()) {
    const { id, person } = session
    const answer = isStopped() ? null : await send('endPersonSession', { params: { id: person.id, session: id } })
    const code = answer === null || answer.ok ? null : answer.problem.code
    if (answer?.ok || (code !== null && endedMeanwhileCodes.includes(code))) result.endedIds.push(id)
    else if (code !== null && sessionProblemCodes.includes(code)) result.failed.push({ session, code })
    else
      return {
        ...result,
        remaining: sessions.slice(index),
        problem: answer === null || answer.ok ? null : answer.problem,
      }
    onProgress(index + 1)
  }
  return result
}
