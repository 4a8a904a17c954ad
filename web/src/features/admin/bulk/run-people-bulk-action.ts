// A completed batch stays applied, even if a later batch fails (decision 0053).
import type { AdminApiEndpointOutput, AdminApiEndpointInput } from '@countersign/api/admin-api-endpoints'
import { bulkActionLimits } from '@countersign/api/server-limits'
import type { CallAdminApiFunction } from '../../../api/admin-api-client.ts'
import { unwrapApiResult } from '../../../api/query-client.ts'
import type { ApiCallError } from '../../../api/query-client.ts'

export type PeopleFilter = NonNullable<AdminApiEndpointInput<'exportPeople'>['body']['filter']>
export type PeopleBulkActionName = AdminApiEndpointInput<'previewBulk'>['body']['act']
export type PeopleBulkActionFailure = AdminApiEndpointOutput<'runBulk'>['failed'][number]

type BulkRequestBody = AdminApiEndpointInput<'runBulk'>['body']
type WithoutIds<Some> = Some extends unknown ? Omit<Some, 'ids'> : never
export type PeopleBulkAction = WithoutIds<BulkRequestBody>

export type PeopleBulkActionTarget = { ids: readonly string[] } | { filter: PeopleFilter }

export interface PeopleBulkActionPreview {
  eligibleIds: string[]
  ineligible: PeopleBulkActionFailure[]
  isTruncated: boolean
}

/** @throws ApiCallError */
export async function previewPeopleBulkAction(
  send: CallAdminApiFunction,
  asked: { act: PeopleBulkActionName; group?: string },
  choice: PeopleBulkActionTarget,
  onProgress: (people: number) => void,
  signal: AbortSignal,
): Promise<PeopleBulkActionPreview> {
  const looked: PeopleBulkActionPreview = { eligibleIds: [], ineligible: [], isTruncated: false }
  for await (const part of fetchPreviewPages(send, asked, choice, signal)) {
    const room = bulkActionLimits.people - looked.eligibleIds.length
    looked.eligibleIds.push(...part.able.slice(0, room))
    looked.ineligible.push(...part.unable)
    onProgress(looked.eligibleIds.length + looked.ineligible.length)
    if (part.able.length > room || (looked.eligibleIds.length === bulkActionLimits.people && part.isFollowed))
      return { ...looked, isTruncated: true }
  }
  return looked
}

async function* fetchPreviewPages(
  send: CallAdminApiFunction,
  asked: { act: PeopleBulkActionName; group?: string },
  choice: PeopleBulkActionTarget,
  signal: AbortSignal,
) {
  if ('ids' in choice) {
    for (let from = 0; from < choice.ids.length; from += bulkActionLimits.preview) {
      const ids = choice.ids.slice(from, from + bulkActionLimits.preview)
      const answer = unwrapApiResult(await send('previewBulk', { body: { ...asked, ids }, signal }))
      yield { ...answer, isFollowed: from + bulkActionLimits.preview < choice.ids.length }
    }
    return
  }
  for (let cursor: string | undefined; ;) {
    const body = { ...asked, filter: choice.filter, ...(cursor !== undefined && { cursor }) }
    const { nextCursor, ...part } = unwrapApiResult(await send('previewBulk', { body, signal }))
    yield { ...part, isFollowed: nextCursor !== null }
    if (nextCursor === null) return
    cursor = nextCursor
  }
}

export interface PeopleBulkActionResult {
  /** People grouped by the server's timestamp, so that exactly these changes can be undone. */
  succeeded: { ids: readonly string[]; at: string }[]
  endedSessions: number
  failed: PeopleBulkActionFailure[]
  /** People who were not processed, or whose batch got no response. */
  remainingIds: readonly string[]
  /** Null if all batches ran, or if the user stopped the action. */
  problem: ApiCallError['problem'] | null
}

export const countPeopleBulkActionSuccesses = ({ succeeded }: Pick<PeopleBulkActionResult, 'succeeded'>): number =>
  succeeded.reduce((sum, { ids }) => sum + ids.length, 0)

export async function runPeopleBulkAction(
  send: CallAdminApiFunction,
  act: PeopleBulkAction,
  ids: readonly string[],
  onProgress: (people: number) => void,
  isStopped: () => boolean,
): Promise<PeopleBulkActionResult> {
  const batches = splitIntoBatches(ids).map((batch) => ({ ...act, ids: batch }) as BulkRequestBody)
  return runBatches(send, batches, onProgress, isStopped)
}

/** Restores the people whom a bulk action suspended, except those changed since then. */
export async function undoBulkSuspension(
  send: CallAdminApiFunction,
  { succeeded }: Pick<PeopleBulkActionResult, 'succeeded'>,
  onProgress: (people: number) => void,
): Promise<PeopleBulkActionResult> {
  const batches = succeeded.flatMap(({ ids, at }) =>
    splitIntoBatches(ids).map((batch): BulkRequestBody => ({ act: 'restore', ids: batch, suspendedAt: at })),
  )
  return runBatches(send, batches, onProgress, () => false)
}

const splitIntoBatches = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / bulkActionLimits.batch) }, (_, index) =>
    ids.slice(index * bulkActionLimits.batch, (index + 1) * bulkActionLimits.batch),
  )

async function runBatches(
  send: CallAdminApiFunction,
  batches: readonly BulkRequestBody[],
  onProgress: (people: number) => void,
  isStopped: () => boolean,
): Promise<PeopleBulkActionResult> {
  const outcome: PeopleBulkActionResult = {
    succeeded: [],
    endedSessions: 0,
    failed: [],
    remainingIds: [],
    problem: null,
  }
  let people = 0
  for (const [index, body] of batches.entries()) {
    const result = isStopped() ? null : await send('runBulk', { body })
    if (result === null || !result.ok) {
      outcome.remainingIds = batches.slice(index).flatMap(({ ids }) => ids)
      outcome.problem = result?.problem ?? null
      return outcome
    }
    const { done, at, ended, failed } = result.answer
    if (done.length > 0) outcome.succeeded.push({ ids: done, at })
    outcome.endedSessions += ended
    outcome.failed.push(...failed)
    people += body.ids.length
    onProgress(people)
  }
  return outcome
}
