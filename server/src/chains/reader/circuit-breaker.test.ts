import { expect, test } from 'vitest'
import { createCircuitBreaker } from './circuit-breaker.ts'

function create() {
  const clock = { now: 1_000_000 }
  const breaker = createCircuitBreaker(() => clock.now)
  const fail = (times: number): void => {
    for (let count = 0; count < times; count += 1) breaker.recordFailure()
  }
  const pause = (): number => {
    const began = clock.now
    while (!breaker.allowsRequest()) clock.now += 500
    return clock.now - began
  }
  return { clock, breaker, fail, pause }
}

test('S9: the circuit breaker opens after three consecutive failures', () => {
  const { breaker, fail } = create()
  fail(2)
  breaker.recordSuccess()
  fail(2)
  expect([breaker.allowsRequest(), breaker.isOpen()]).toEqual([true, false])
  fail(1)
  expect([breaker.allowsRequest(), breaker.isOpen()]).toEqual([false, true])
})

test('S9: circuit breaker pauses double up to a minute and are reset after a success', () => {
  const { breaker, fail, pause } = create()
  fail(3)
  const pauses = Array.from({ length: 6 }, () => {
    const waited = pause()
    fail(1)
    return waited
  })
  expect(pauses).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000])
  breaker.recordSuccess()
  fail(3)
  expect(pause()).toBe(5000)
})

test('S9: an open circuit breaker allows one trial request, and another if the first never reports', () => {
  const { breaker, clock, fail } = create()
  fail(3)
  clock.now += 5000
  expect([breaker.allowsRequest(), breaker.allowsRequest()]).toEqual([true, false])
  clock.now += 4999
  expect(breaker.allowsRequest()).toBe(false)
  clock.now += 1
  expect([breaker.allowsRequest(), breaker.isOpen()]).toEqual([true, true])
  breaker.recordSuccess()
  expect([breaker.allowsRequest(), breaker.allowsRequest(), breaker.isOpen()]).toEqual([true, true, false])
})

test('N14: setting the clock back an hour does not keep the circuit breaker open', () => {
  const { breaker, clock, fail } = create()
  fail(3)
  clock.now -= 3_600_000
  expect(breaker.allowsRequest()).toBe(true)
})
