// Counters of this process alone. There are never more than fit: what finds no room is counted together with others, too strictly
// for some, and so an attacker with very many networks closes the door to strangers and does not fill the memory (THREATS N18).
import { greatestShare, windowMs } from './budgets.ts'
import type { Ask, Counter, Counters, Spent } from './counters.ts'

/** Some ten megabytes. */
const mostCounters = 65_536
const sharedSlots = 4096

export interface MemoryCounters extends Counters {
  count: (ask: Ask, now: number) => Spent
  /** How many counters there are. */
  size: () => number
}

/** @param capacity how many counters there may be that nobody else shares */
export function createMemoryCounters(capacity = mostCounters): MemoryCounters {
  let window = Number.NaN
  let points = new Map<string, number>()
  const slots = new Uint32Array(sharedSlots)

  /** Windows of the past are forgotten as a whole. */
  function turn(now: number): void {
    const current = Math.floor(now / windowMs)
    if (current === window) return
    window = current
    points = new Map()
    slots.fill(0)
  }

  const isFull = (): boolean => points.size >= capacity
  const isShared = ({ key, always }: Pick<Counter, 'key' | 'always'>): boolean =>
    always !== true && isFull() && !points.has(key)
  const read = (counter: Pick<Counter, 'key' | 'always'>): number =>
    isShared(counter) ? (slots[slotOf(counter.key)] as number) : (points.get(counter.key) ?? 0)

  function add(counter: Counter): void {
    if (isShared(counter)) (slots[slotOf(counter.key)] as number) += 1
    else points.set(counter.key, (points.get(counter.key) ?? 0) + 1)
  }

  /** One that finds no room holds strangers up and not who is known: it may have been others who filled it. */
  const spent = (counter: Counter): Counter => (isShared(counter) ? { ...counter, yields: true } : counter)

  function glance({ counters, pool }: Ask, now: number): Spent {
    turn(now)
    const over = counters.filter((counter) => read(counter) >= counter.most).map(spent)
    if (pool === null) return over
    const left = pool.all.most - read(pool.all)
    const taken = counters.find(({ key }) => key === pool.taken)
    const isShed = left <= 0 || (taken !== undefined && read(taken) >= left * greatestShare)
    return isShed ? [...over, pool.all] : over
  }

  return {
    glance,
    count: (ask, now) => {
      const over = glance(ask, now)
      if (over.length > 0) return over
      for (const counter of ask.counters) add(counter)
      if (ask.pool !== null) add(ask.pool.all)
      return []
    },
    sweep: async (now) => {
      turn(now)
      return 0
    },
    size: () => points.size,
  }
}

/** FNV-1a. That somebody finds keys that fall together is no gain: who is in a full place pays for it themselves. */
function slotOf(key: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  return (hash >>> 0) % sharedSlots
}
