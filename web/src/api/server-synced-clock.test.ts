import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createServerSyncedClock } from './server-synced-clock.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})

afterEach(() => {
  vi.useRealTimers()
})

test('the server-synced clock returns the same time between two ticks, for consistent rendering', () => {
  const clock = createServerSyncedClock(1000)
  const stop = clock.onTick(() => undefined)
  vi.advanceTimersByTime(999)
  expect(clock.now()).toBe(1_000_000)
  vi.advanceTimersByTime(1)
  expect(clock.now()).toBe(1_001_000)
  stop()
})

test('the server-synced clock notifies every listener, and stops its timer when none is left', () => {
  const clock = createServerSyncedClock(1000)
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const stops = [clock.onTick(first), clock.onTick(second)]
  vi.advanceTimersByTime(2000)
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([2, 2])
  for (const stop of stops) stop()
  expect(vi.getTimerCount()).toBe(0)
})

test('the server-synced clock is current for the first listener after a pause', () => {
  const clock = createServerSyncedClock(1000)
  vi.advanceTimersByTime(60_000)
  const stop = clock.onTick(() => undefined)
  expect(clock.now()).toBe(1_060_000)
  stop()
})

test.each([
  [-540_000, 'nine minutes behind'],
  [540_000, 'nine minutes ahead'],
])('the server-synced clock follows the server when the device is %i ms off, and ticks at once', (difference) => {
  const clock = createServerSyncedClock(1000)
  const tick = vi.fn<() => void>()
  const stop = clock.onTick(tick)
  clock.syncToServerTime(1_000_000 + difference)
  expect(clock.now()).toBe(1_000_000 + difference)
  expect(tick).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(1000)
  expect(clock.now()).toBe(1_001_000 + difference)
  clock.syncToServerTime(1_001_000)
  expect(clock.now()).toBe(1_001_000)
  stop()
})

test('the server-synced clock ignores offsets of up to 5 s, because the Date header has whole seconds', () => {
  const clock = createServerSyncedClock(1000)
  const tick = vi.fn<() => void>()
  const stop = clock.onTick(tick)
  for (const difference of [-5_000, 5_000, 999, 0]) clock.syncToServerTime(1_000_000 + difference)
  expect(clock.now()).toBe(1_000_000)
  expect(tick).not.toHaveBeenCalled()
  stop()
})
