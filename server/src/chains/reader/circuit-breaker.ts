// Pauses a node after three failures in a row (THREATS S9); the pause doubles up to a minute.
import type { Clock } from '../../platform/clock.ts'

const failuresToOpen = 3
const firstPauseMs = 5000
const maxPauseMs = 60_000

export interface CircuitBreaker {
  /** After a pause, only the first caller gets true, and its request probes the node. */
  allowsRequest: () => boolean
  recordSuccess: () => void
  recordFailure: () => void
  isOpen: () => boolean
  isPaused: () => boolean
  hasFailed: () => boolean
}

export function createCircuitBreaker(clock: Clock): CircuitBreaker {
  let failures = 0
  let pauseMs = 0
  let pausedAt = 0
  const isOver = (now: number): boolean => now - pausedAt >= pauseMs || now < pausedAt
  return {
    allowsRequest: () => {
      if (pauseMs === 0) return true
      if (!isOver(clock())) return false
      // If a probe never reports its result, another one follows after the same pause.
      pausedAt = clock()
      return true
    },
    recordSuccess: () => {
      failures = 0
      pauseMs = 0
    },
    recordFailure: () => {
      failures += 1
      if (failures < failuresToOpen) return
      pauseMs = Math.min(pauseMs === 0 ? firstPauseMs : pauseMs * 2, maxPauseMs)
      pausedAt = clock()
    },
    isOpen: () => pauseMs > 0,
    isPaused: () => pauseMs > 0 && !isOver(clock()),
    hasFailed: () => failures > 0,
  }
}
