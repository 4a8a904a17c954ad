// How long a node is waited for before the next one is asked as well (hedged requests): its usual time and four times how much that varies, as TCP
// waits before it sends again (RFC 6298 §2). Only readings that came to an answer count: a node that fails is another matter.

const alpha = 1 / 8
const beta = 1 / 4

export interface RpcNodeLatencyEstimator {
  /** Notes how long a reading took that came to an answer, in milliseconds. */
  recordLatency: (ms: number) => void
  /** Null as long as there was none. */
  estimateMs: () => number | null
}

export function createRpcNodeLatencyEstimator(): RpcNodeLatencyEstimator {
  let smooth: number | null = null
  let variance = 0
  return {
    recordLatency: (ms) => {
      variance = smooth === null ? ms / 2 : (1 - beta) * variance + beta * Math.abs(smooth - ms)
      smooth = smooth === null ? ms : (1 - alpha) * smooth + alpha * ms
    },
    estimateMs: () => (smooth === null ? null : smooth + 4 * variance),
  }
}

/** No node is given up for slow sooner. */
const minHedgeDelayMs = 100

/**
 * When the next node is asked as well. All that are asked beside each other have most of the time of the reading for themselves: more nodes never leave less
 * time to each (THREATS S14).
 * @param others how many nodes there are beside the first
 */
export function computeRpcHedgeDelayMs(
  usualMs: number | null,
  { readMs, others }: { readMs: number; others: number },
): number {
  const mostMs = (readMs * 0.6) / Math.min(Math.max(others, 1), 3)
  return Math.max(minHedgeDelayMs, Math.min(usualMs ?? mostMs, mostMs))
}
