// Counts failures that browsers report before they send a proof. Only in memory, without any data of a
// person. Strangers can make reports up, so nothing but a text depends on them (THREATS N25).
import type { BrowserSignInFailureReason } from '@countersign/api/sign-in-ways'
import { Counter } from 'prom-client'
import type { MetricsRegistry } from '../../platform/prometheus-metrics.ts'

export interface BrowserSignInFailure {
  reason: BrowserSignInFailureReason
  /** One of `walletAppIds`; null without a wallet. */
  walletApp: string | null
}

export interface BrowserSignInFailureCounts {
  record: (failure: BrowserSignInFailure, now: number) => void
  /** @returns the number within the last day, and the most frequent reason */
  summarize: (
    isIncluded: (walletApp: string | null) => boolean,
    now: number,
  ) => { count: number; reason: BrowserSignInFailureReason | null }
}

const hourMs = 3_600_000
const keptHours = 24

export function createBrowserSignInFailureCounts(metrics: MetricsRegistry): BrowserSignInFailureCounts {
  const counter = new Counter({
    name: 'countersign_browser_sign_in_failures_total',
    help: 'Failures that browsers reported before they sent a proof.',
    labelNames: ['reason', 'wallet'],
    registers: [metrics],
  })
  /** By hour, then by reason and wallet app, so the size is bounded. */
  const hours = new Map<number, Map<string, { failure: BrowserSignInFailure; count: number }>>()
  const dropOld = (hour: number): void => {
    for (const known of hours.keys()) if (known <= hour - keptHours || known > hour) hours.delete(known)
  }
  return {
    record(failure, now) {
      const hour = Math.floor(now / hourMs)
      dropOld(hour)
      const counts = hours.get(hour) ?? new Map<string, { failure: BrowserSignInFailure; count: number }>()
      hours.set(hour, counts)
      const key = `${failure.reason} ${failure.walletApp ?? ''}`
      counts.set(key, { failure, count: (counts.get(key)?.count ?? 0) + 1 })
      counter.inc({ reason: failure.reason, wallet: failure.walletApp ?? 'none' })
    },
    summarize(isIncluded, now) {
      dropOld(Math.floor(now / hourMs))
      const byReason = new Map<BrowserSignInFailureReason, number>()
      for (const { failure, count } of [...hours.values()].flatMap((counts) => [...counts.values()]))
        if (isIncluded(failure.walletApp)) byReason.set(failure.reason, (byReason.get(failure.reason) ?? 0) + count)
      const [most] = [...byReason].toSorted(([, one], [, other]) => other - one)
      return { count: [...byReason.values()].reduce((sum, count) => sum + count, 0), reason: most?.[0] ?? null }
    },
  }
}
