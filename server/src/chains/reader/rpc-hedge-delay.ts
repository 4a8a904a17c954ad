// Delay before a hedged request: the usual latency plus four times its variation (RFC 6298 §2).

const alpha = 1 / 8
const beta = 1 / 4

export interface RpcNodeLatencyEstimator {
  /** Successful reads only. */
  recordLatency: (ms: number) => void
  /** Null before the first read. */
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

const minHedgeDelayMs = 100

/** Capped to leave enough time for the remaining nodes (THREATS S14). @param others their number */
export function computeRpcHedgeDelayMs(
  usualMs: number | null,
  { readMs, others }: { readMs: number; others: number },
): number {
  const mostMs = (readMs * 0.6) / Math.min(Math.max(others, 1), 3)
  return Math.max(minHedgeDelayMs, Math.min(usualMs ?? mostMs, mostMs))
}
