import { expect, test } from 'vitest'
import { createChainReadConcurrencyLimit } from './chain-read-concurrency-limit.ts'

const never = new AbortController().signal

test('S9 S14: runs 16 chain reads at once, queues 128 in order and refuses the rest immediately', async () => {
  const limit = createChainReadConcurrencyLimit({ maxConcurrent: 16, maxQueued: 128 })
  const inside = await Promise.all(Array.from({ length: 16 }, () => limit.acquire(never)))
  expect(inside).not.toContain(null)
  const order: number[] = []
  const waiting = Array.from({ length: 128 }, async (_, index) => {
    const leave = await limit.acquire(never)
    order.push(index)
    leave?.()
  })
  expect(await limit.acquire(never)).toBeNull()
  expect(order).toEqual([])
  inside[0]?.()
  await Promise.all(waiting)
  expect(order).toEqual(Array.from({ length: 128 }, (_, index) => index))
  expect(await limit.acquire(never)).not.toBeNull()
})

test('S9 S14: an aborted caller frees its place in the chain read queue', async () => {
  const limit = createChainReadConcurrencyLimit({ maxConcurrent: 16, maxQueued: 128 })
  const inside = await Promise.all(Array.from({ length: 16 }, () => limit.acquire(never)))
  const impatient = new AbortController()
  const first = limit.acquire(impatient.signal)
  const second = limit.acquire(never)
  impatient.abort()
  expect(await first).toBeNull()
  inside[0]?.()
  expect(await second).not.toBeNull()
  expect(await limit.acquire(AbortSignal.abort())).toBeNull()
})
