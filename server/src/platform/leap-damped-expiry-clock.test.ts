import { expect, test } from 'vitest'
import { createLeapDampedExpiryClock } from './leap-damped-expiry-clock.ts'

const hour = 3_600_000

test('N14: the expiry clock follows a correct system clock', () => {
  let now = 0
  const read = createLeapDampedExpiryClock(
    () => now,
    () => Math.abs(now),
  )
  for (const time of [1, 60_000, 60_000, 90_000]) {
    now = time
    expect(read()).toBe(time)
  }
})

test('M18 N14: a 49-hour clock leap moves the expiry clock by two minutes until it is corrected', () => {
  let [offset, uptime] = [0, 0]
  const read = createLeapDampedExpiryClock(
    () => uptime + offset,
    () => uptime,
  )
  uptime = 60_000
  offset = 49 * hour
  expect(read()).toBe(120_000)
  offset = 0
  expect(read()).toBe(60_000)
})

test('the expiry clock catches up at double speed after the machine was suspended', () => {
  let [suspended, uptime] = [0, 0]
  const read = createLeapDampedExpiryClock(
    () => uptime + suspended,
    () => uptime,
  )
  suspended = hour
  const lag: number[] = []
  for (uptime = hour / 2; uptime <= 2 * hour; uptime += hour / 2) lag.push((uptime + suspended - read()) / hour)
  expect(lag).toEqual([0.5, 0, 0, 0])
})
