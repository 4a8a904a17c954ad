// Many at once, from the browser: in parts and batches, and what is known when one of them gets no answer.
import { bulkLimits } from '@countersign/api/limits'
import { expect, test } from 'vitest'
import type { CallAdmin } from '../../../api/admin-api.ts'
import { lookAt, runAll, undoSuspension } from './run-bulk.ts'

const ids = (count: number) => Array.from({ length: count }, (_, index) => String(index).padStart(26, '0'))
const person = (id: string) => ({ id, displayName: null, address: null, walletName: null })
type Asked = { ids?: string[]; cursor?: string; suspendedAt?: string; act: string }

/** A server that does what it is asked, and tells what that was. */
function fakeServer(answer: (body: Asked, turn: number) => unknown) {
  const asked: Asked[] = []
  const send = (async (_name: string, { body }: { body: Asked }) => {
    asked.push(body)
    const given = answer(body, asked.length)
    return given instanceof Error
      ? { ok: false, problem: { code: given.message, retry: true } }
      : { ok: true, answer: given }
  }) as unknown as CallAdmin
  return { send, asked }
}
const doneAt = (at: string) => (body: Asked) => ({ at, done: body.ids, ended: 1, failed: [] })
const signal = new AbortController().signal
const ignore = () => undefined

test('looks at all of a filter, and at no more than one act is for', async () => {
  const all = ids(bulkLimits.people + 10)
  const { send, asked } = fakeServer(({ cursor = '0' }) => {
    const from = Number(cursor)
    const next = from + bulkLimits.preview
    return { able: all.slice(from, next), unable: [], nextCursor: next < all.length ? String(next) : null }
  })
  const looked = await lookAt(send, { act: 'suspend' }, { filter: {} }, ignore, signal)
  expect([looked.able.length, looked.isCut]).toEqual([bulkLimits.people, true])
  expect(asked).toHaveLength(bulkLimits.people / bulkLimits.preview)
})

test('asks about some by their ids, no more at a time than the server takes', async () => {
  const { send, asked } = fakeServer((body) => ({
    able: body.ids?.slice(1),
    unable: [{ person: person(body.ids?.[0] ?? ''), code: 'person.self' }],
    nextCursor: null,
  }))
  const looked = await lookAt(send, { act: 'suspend' }, { ids: ids(bulkLimits.preview + 1) }, ignore, signal)
  expect(asked.map((body) => body.ids?.length)).toEqual([bulkLimits.preview, 1])
  expect([looked.able.length, looked.unable.length, looked.isCut]).toEqual([bulkLimits.preview - 1, 2, false])
})

test('what a batch without an answer was about is left, and what was done before is known', async () => {
  const { send } = fakeServer((body, turn) => (turn === 2 ? new Error('network.unreachable') : doneAt('t')(body)))
  const progress: number[] = []
  const outcome = await runAll(
    send,
    { act: 'endSessions' },
    ids(250),
    (people) => progress.push(people),
    () => false,
  )
  expect(progress).toEqual([100])
  expect(outcome).toMatchObject({ ended: 1, problem: { code: 'network.unreachable' } })
  expect(outcome.left).toEqual(ids(250).slice(100))
})

test('stops between two batches when it is asked to', async () => {
  const { send, asked } = fakeServer(doneAt('t'))
  const outcome = await runAll(send, { act: 'endSessions' }, ids(250), ignore, () => asked.length === 1)
  expect([outcome.left.length, outcome.problem, asked.length]).toEqual([150, null, 1])
})

test('undoes exactly what was done, each by the moment of it', async () => {
  const first = fakeServer((body, turn) => ({
    at: `t${turn}`,
    done: body.ids?.slice(1),
    ended: 0,
    failed: [{ person: person(body.ids?.[0] ?? ''), code: 'person.not_active' }],
  }))
  const outcome = await runAll(first.send, { act: 'suspend', reason: 'x' }, ids(200), ignore, () => false)
  const second = fakeServer(doneAt('later'))
  await undoSuspension(second.send, outcome, ignore)
  expect(second.asked.map(({ act, suspendedAt, ids: of }) => [act, suspendedAt, of?.length])).toEqual([
    ['restore', 't1', 99],
    ['restore', 't2', 99],
  ])
})
