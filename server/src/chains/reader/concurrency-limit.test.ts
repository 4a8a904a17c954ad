import { expect, test } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

const never = new AbortController().signal

test('S9 S14 sixteen are under way, 128 wait in their order, and the rest is told at once', async () => {
  const limit = createConcurrencyLimit({ places: 16, waiting: 128 })
  const inside = await Promise.all(Array.from({ length: 16 }, () => limit.enter(never)))
  expect(inside).not.toContain(null)
  const order: number[] = []
  const waiting = Array.from({ length: 128 }, async (_, index) => {
    const leave = await limit.enter(never)
    order.push(index)
    leave?.()
  })
  expect(await limit.enter(never)).toBeNull()
  expect(order).toEqual([])
  inside[0]?.()
  await Promise.all(waiting)
  expect(order).toEqual(Array.from({ length: 128 }, (_, index) => index))
  expect(await limit.enter(never)).not.toBeNull()
})

test('S9 S14 who has waited as long as they may leaves the place in the row to others', async () => {
  const limit = createConcurrencyLimit({ places: 16, waiting: 128 })
  const inside = await Promise.all(Array.from({ length: 16 }, () => limit.enter(never)))
  const impatient = new AbortController()
  const first = limit.enter(impatient.signal)
  const second = limit.enter(never)
  impatient.abort()
  expect(await first).toBeNull()
  inside[0]?.()
  expect(await second).not.toBeNull()
  expect(await limit.enter(AbortSignal.abort())).toBeNull()
})
