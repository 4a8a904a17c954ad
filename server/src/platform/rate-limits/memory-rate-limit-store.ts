// Counters of this process alone. There are never more than fit: what finds no room is counted together with others, too strictly
// for some, and so an attacker with very many networks closes the door to strangers and does not fill the memory (THREATS N18).
import { maxIpNetworkRateLimitShare, rateLimitWindowMs } from './rate-limit-budgets.ts'
import type {
  RateLimitCountInput,
  RateLimitCounter,
  RateLimitStore,
  ExhaustedRateLimitCounters,
} from './rate-limit-store-types.ts'

/** Some ten megabytes. */
const maxCounters = 65_536
const sharedSlots = 4096

export interface MemoryRateLimitStore extends RateLimitStore {
  increment: (ask: RateLimitCountInput, now: number) => ExhaustedRateLimitCounters
  /** How many counters there are. */
  size: () => number
}

/** @param capacity how many counters there may be that nobody else shares */
export function createMemoryRateLimitStore(capacity = maxCounters): MemoryRateLimitStore {
  let window = Number.NaN
  let points = new Map<string, number>()
  const slots = new Uint32Array(sharedSlots)

  /** Windows of the past are forgotten as a whole. */
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

  /** One that finds no room holds strangers up and not who is known: it may have been others who filled it. */
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

/** FNV-1a. That somebody finds keys that fall together is no gain: who is in a full place pays for it themselves. */
function hashToSlot(key: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  return (hash >>> 0) % sharedSlots
}
