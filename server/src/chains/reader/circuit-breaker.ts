// A circuit breaker: a node that fails is left alone for a while, so that nobody waits for it (THREATS S9). After three failures in a row
// that is for five seconds, then for twice as long each time, up to a minute. After a pause one reader tries it.
import type { Clock } from '../../platform/clock.ts'

const failuresToOpen = 3
const firstPauseMs = 5000
const maxPauseMs = 60_000

export interface CircuitBreaker {
  /** Whether the node may be asked now; after a pause only the first who asks is told so. */
  allowsRequest: () => boolean
  recordSuccess: () => void
  recordFailure: () => void
  /** Whether the node is left alone, or tried after it was. */
  isOpen: () => boolean
  /** Whether it is left alone at this moment. */
  isPaused: () => boolean
  /** Whether it has failed since it answered last. */
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
      // Whoever tries may never come to tell how it went: then the next tries after another pause.
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
