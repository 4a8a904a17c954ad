// When the memory store is full, new keys share counters, which bounds the memory (THREATS N18).
import { maxIpNetworkRateLimitShare, rateLimitWindowMs } from './rate-limit-budgets.ts'
import type {
  RateLimitCountInput,
  RateLimitCounter,
  RateLimitStore,
  ExhaustedRateLimitCounters,
} from './rate-limit-store-types.ts'

const maxCounters = 65_536
const sharedSlots = 4096

export interface MemoryRateLimitStore extends RateLimitStore {
  increment: (ask: RateLimitCountInput, now: number) => ExhaustedRateLimitCounters
  size: () => number
}

export function createMemoryRateLimitStore(capacity = maxCounters): MemoryRateLimitStore {
  let window = Number.NaN
  let points = new Map<string, number>()
  const slots = new Uint32Array(sharedSlots)

  function turn(now: number): void {
    const current = Math.floor(now / rateLimitWindowMs)
    if (current === window) return
    window = current
    points = new Map()
    slots.fill(0)
  }

  const isFull = (): boolean => points.size >= capacity
  const isShared = ({ key, isAlwaysStored }: Pick<RateLimitCounter, 'key' | 'isAlwaysStored'>): boolean =>
    isAlwaysStored !== true && isFull() && !points.has(key)
  const read = (counter: Pick<RateLimitCounter, 'key' | 'isAlwaysStored'>): number =>
    isShared(counter) ? (slots[hashToSlot(counter.key)] as number) : (points.get(counter.key) ?? 0)

  function add(counter: RateLimitCounter): void {
    if (isShared(counter)) (slots[hashToSlot(counter.key)] as number) += 1
    else points.set(counter.key, (points.get(counter.key) ?? 0) + 1)
  }

  /** Known callers are exempt from a shared slot, because others may have used it up. */
  const spent = (counter: RateLimitCounter): RateLimitCounter =>
    isShared(counter) ? { ...counter, exemptsKnownCallers: true } : counter

  function findKnownExhausted({ counters, pool }: RateLimitCountInput, now: number): ExhaustedRateLimitCounters {
    turn(now)
    const over = counters.filter((counter) => read(counter) >= counter.limit).map(spent)
    if (pool === null) return over
    const left = pool.totalCounter.limit - read(pool.totalCounter)
    const taken = counters.find(({ key }) => key === pool.networkKey)
    const isShed = left <= 0 || (taken !== undefined && read(taken) >= left * maxIpNetworkRateLimitShare)
    return isShed ? [...over, pool.totalCounter] : over
  }

  return {
    findKnownExhausted,
    increment: (ask, now) => {
      const over = findKnownExhausted(ask, now)
      if (over.length > 0) return over
      for (const counter of ask.counters) add(counter)
      if (ask.pool !== null) add(ask.pool.totalCounter)
      return []
    },
    pruneExpired: async (now) => {
      turn(now)
      return 0
    },
    size: () => points.size,
  }
}

/** FNV-1a. An attacker gains nothing from colliding keys, which exhaust the attacker's own slot. */
function hashToSlot(key: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  return (hash >>> 0) % sharedSlots
}
