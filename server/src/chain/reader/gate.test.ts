import { expect, test } from 'vitest'
import { createGate, frontGate } from './gate.ts'

const never = new AbortController().signal

test('S9 sixteen are under way, 128 wait in their order, and the rest is told at once', async () => {
  const gate = createGate(frontGate)
  const inside = await Promise.all(Array.from({ length: 16 }, () => gate.enter(never)))
  expect(inside).not.toContain(null)
  const order: number[] = []
  const waiting = Array.from({ length: 128 }, async (_, index) => {
    const leave = await gate.enter(never)
    order.push(index)
    leave?.()
  })
  expect(await gate.enter(never)).toBeNull()
  expect(order).toEqual([])
  inside[0]?.()
  await Promise.all(waiting)
  expect(order).toEqual(Array.from({ length: 128 }, (_, index) => index))
  expect(await gate.enter(never)).not.toBeNull()
})

test('S9 who has waited as long as they may leaves the place in the row to others', async () => {
  const gate = createGate(frontGate)
  const inside = await Promise.all(Array.from({ length: 16 }, () => gate.enter(never)))
  const impatient = new AbortController()
  const first = gate.enter(impatient.signal)
  const second = gate.enter(never)
  impatient.abort()
  expect(await first).toBeNull()
  inside[0]?.()
  expect(await second).not.toBeNull()
  expect(await gate.enter(AbortSignal.abort())).toBeNull()
})
