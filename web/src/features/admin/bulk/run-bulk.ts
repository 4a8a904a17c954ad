// Does the same to many people (bulk actions), from here: first whom it can be done to, part after part, and then batch after batch. What was done
// is known after each batch, whatever becomes of the next one (decision 0053).
import type { AdminAnswer, AdminInput } from '@countersign/api/admin-calls'
import { bulkLimits } from '@countersign/api/limits'
import type { CallAdmin } from '../../../api/admin-api.ts'
import { answerOf } from '../../../api/answers.ts'
import type { CallRefused } from '../../../api/answers.ts'

export type PeopleFilter = NonNullable<AdminInput<'exportPeople'>['body']['filter']>
export type ActName = AdminInput<'previewBulk'>['body']['act']
export type Failure = AdminAnswer<'runBulk'>['failed'][number]

type Body = AdminInput<'runBulk'>['body']
type WithoutIds<Some> = Some extends unknown ? Omit<Some, 'ids'> : never
/** What is done, but for to whom. */
export type Act = WithoutIds<Body>

/** Some people by their ids, or all who match. */
export type Choice = { ids: readonly string[] } | { filter: PeopleFilter }

/** Whom it can be done to, and whom not. */
export interface Looked {
  able: string[]
  unable: Failure[]
  /** Whether there are more of them than one act is for. */
  isCut: boolean
}

/**
 * Looks who can be meant.
 * @param onProgress is told how many were looked at so far
 * @throws CallRefused
 */
export async function lookAt(
  send: CallAdmin,
  asked: { act: ActName; group?: string },
  choice: Choice,
  onProgress: (people: number) => void,
  signal: AbortSignal,
): Promise<Looked> {
  const looked: Looked = { able: [], unable: [], isCut: false }
  for await (const part of readParts(send, asked, choice, signal)) {
    const room = bulkLimits.people - looked.able.length
    looked.able.push(...part.able.slice(0, room))
    looked.unable.push(...part.unable)
    onProgress(looked.able.length + looked.unable.length)
    if (part.able.length > room || (looked.able.length === bulkLimits.people && part.isFollowed))
      return { ...looked, isCut: true }
  }
  return looked
}

async function* readParts(
  send: CallAdmin,
  asked: { act: ActName; group?: string },
  choice: Choice,
  signal: AbortSignal,
) {
  if ('ids' in choice) {
    for (let from = 0; from < choice.ids.length; from += bulkLimits.preview) {
      const ids = choice.ids.slice(from, from + bulkLimits.preview)
      const answer = answerOf(await send('previewBulk', { body: { ...asked, ids }, signal }))
      yield { ...answer, isFollowed: from + bulkLimits.preview < choice.ids.length }
    }
    return
  }
  for (let cursor: string | undefined; ;) {
    const body = { ...asked, filter: choice.filter, ...(cursor !== undefined && { cursor }) }
    const { nextCursor, ...part } = answerOf(await send('previewBulk', { body, signal }))
    yield { ...part, isFollowed: nextCursor !== null }
    if (nextCursor === null) return
    cursor = nextCursor
  }
}

/** What came of it. */
export interface Outcome {
  /** Those it was done to, by the moment that the server did it at: to undo exactly that. */
  done: { ids: readonly string[]; at: string }[]
  /** How many sessions ended. */
  ended: number
  failed: Failure[]
  /** Those whose turn did not come, or of whose batch no answer came. */
  left: readonly string[]
  /** Why not, where it was not stopped by hand. */
  problem: CallRefused['problem'] | null
}

export const countDone = ({ done }: Pick<Outcome, 'done'>): number => done.reduce((sum, { ids }) => sum + ids.length, 0)

/**
 * Does it to all of them, as far as it goes.
 * @param onProgress is told how many had their turn
 * @param isStopped asked before each batch
 */
export async function runAll(
  send: CallAdmin,
  act: Act,
  ids: readonly string[],
  onProgress: (people: number) => void,
  isStopped: () => boolean,
): Promise<Outcome> {
  const batches = cut(ids).map((batch) => ({ ...act, ids: batch }) as Body)
  return runBatches(send, batches, onProgress, isStopped)
}

/** Restores those who were suspended by an act, unless somebody else has decided otherwise since. */
export async function undoSuspension(
  send: CallAdmin,
  { done }: Pick<Outcome, 'done'>,
  onProgress: (people: number) => void,
): Promise<Outcome> {
  const batches = done.flatMap(({ ids, at }) =>
    cut(ids).map((batch): Body => ({ act: 'restore', ids: batch, suspendedAt: at })),
  )
  return runBatches(send, batches, onProgress, () => false)
}

const cut = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / bulkLimits.batch) }, (_, index) =>
    ids.slice(index * bulkLimits.batch, (index + 1) * bulkLimits.batch),
  )

async function runBatches(
  send: CallAdmin,
  batches: readonly Body[],
  onProgress: (people: number) => void,
  isStopped: () => boolean,
): Promise<Outcome> {
  const outcome: Outcome = { done: [], ended: 0, failed: [], left: [], problem: null }
  let people = 0
  for (const [index, body] of batches.entries()) {
    const result = isStopped() ? null : await send('runBulk', { body })
    if (result === null || !result.ok) {
      outcome.left = batches.slice(index).flatMap(({ ids }) => ids)
      outcome.problem = result?.problem ?? null
      return outcome
    }
    const { done, at, ended, failed } = result.answer
    if (done.length > 0) outcome.done.push({ ids: done, at })
    outcome.ended += ended
    outcome.failed.push(...failed)
    people += body.ids.length
    onProgress(people)
  }
  return outcome
}
