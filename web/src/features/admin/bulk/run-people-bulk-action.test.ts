// Bulk actions: batching, and what is known when a batch gets no response.
import { bulkActionLimits } from '@countersign/api/server-limits'
import { expect, test } from 'vitest'
import type { CallAdminApiFunction } from '../../../api/admin-api-client.ts'
import { previewPeopleBulkAction, runPeopleBulkAction, undoBulkSuspension } from './run-people-bulk-action.ts'

const ids = (count: number) => Array.from({ length: count }, (_, index) => String(index).padStart(26, '0'))
const person = (id: string) => ({ id, displayName: null, address: null, walletName: null })
type FakeRequest = { ids?: string[]; cursor?: string; suspendedAt?: string; act: string }

function fakeServer(answer: (body: FakeRequest, turn: number) => unknown) {
  const asked: FakeRequest[] = []
  const send = (async (_name: string, { body }: { body: FakeRequest }) => {
    asked.push(body)
    const given = answer(body, asked.length)
    return given instanceof Error
      ? { ok: false, problem: { code: given.message, retry: true } }
      : { ok: true, answer: given }
  }) as unknown as CallAdminApiFunction
  return { send, asked }
}
const succeedAt = (at: string) => (body: FakeRequest) => ({ at, done: body.ids, ended: 1, failed: [] })
const signal = new AbortController().signal
const noop = () => undefined

test('previews a bulk action for everyone who matches a filter, up to the maximum number of people', async () => {
  const all = ids(bulkActionLimits.people + 10)
  const { send, asked } = fakeServer(({ cursor = '0' }) => {
    const from = Number(cursor)
    const next = from + bulkActionLimits.preview
    return { able: all.slice(from, next), unable: [], nextCursor: next < all.length ? String(next) : null }
  })
  const looked = await previewPeopleBulkAction(send, { act: 'suspend' }, { filter: {} }, noop, signal)
  expect([looked.eligibleIds.length, looked.isTruncated]).toEqual([bulkActionLimits.people, true])
  expect(asked).toHaveLength(bulkActionLimits.people / bulkActionLimits.preview)
})

test('previews a bulk action for selected people in batches that the server accepts', async () => {
  const { send, asked } = fakeServer((body) => ({
    able: body.ids?.slice(1),
    unable: [{ person: person(body.ids?.[0] ?? ''), code: 'person.cannot_target_self' }],
    nextCursor: null,
  }))
  const looked = await previewPeopleBulkAction(
    send,
    { act: 'suspend' },
    { ids: ids(bulkActionLimits.preview + 1) },
    noop,
    signal,
  )
  expect(asked.map((body) => body.ids?.length)).toEqual([bulkActionLimits.preview, 1])
  expect([looked.eligibleIds.length, looked.ineligible.length, looked.isTruncated]).toEqual([
    bulkActionLimits.preview - 1,
    2,
    false,
  ])
})

test('a bulk action stops at a batch without a response and reports its people and the rest as remaining', async () => {
  const { send } = fakeServer((body, turn) => (turn === 2 ? new Error('network.unreachable') : succeedAt('t')(body)))
  const progress: number[] = []
  const outcome = await runPeopleBulkAction(
    send,
    { act: 'endSessions' },
    ids(250),
    (people) => progress.push(people),
    () => false,
  )
  expect(progress).toEqual([100])
  expect(outcome).toMatchObject({ endedSessions: 1, problem: { code: 'network.unreachable' } })
  expect(outcome.remainingIds).toEqual(ids(250).slice(100))
})

test('stops a bulk action between two batches on request', async () => {
  const { send, asked } = fakeServer(succeedAt('t'))
  const outcome = await runPeopleBulkAction(send, { act: 'endSessions' }, ids(250), noop, () => asked.length === 1)
  expect([outcome.remainingIds.length, outcome.problem, asked.length]).toEqual([150, null, 1])
})

test('undoes only the bulk suspensions that succeeded, each batch by its timestamp', async () => {
  const first = fakeServer((body, turn) => ({
    at: `t${turn}`,
    done: body.ids?.slice(1),
    ended: 0,
    failed: [{ person: person(body.ids?.[0] ?? ''), code: 'person.not_active' }],
  }))
  const outcome = await runPeopleBulkAction(first.send, { act: 'suspend', reason: 'x' }, ids(200), noop, () => false)
  const second = fakeServer(succeedAt('later'))
  await undoBulkSuspension(second.send, outcome, noop)
  expect(second.asked.map(({ act, suspendedAt, ids: of }) => [act, suspendedAt, of?.length])).toEqual([
    ['restore', 't1', 99],
    ['restore', 't2', 99],
  ])
})
