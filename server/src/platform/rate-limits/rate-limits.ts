// How often something may be tried (rate limiting, and load shedding when all is spent). An attempt first pays from the budgets of its own
// networks, in the memory of this process; only what then proves to be worth something is counted where all are: in all, and, where
// instances share a database, in the networks over all instances. What may happen in all is the last protection of the machine. It sheds
// strangers, those networks first that take the most, and keeps a part for who has a session or a known browser. A counter that cannot be
// read refuses (fails closed, THREATS N7, N17; decision 0024).
import type { Limits } from '@countersign/api/limits'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/open-database.ts'
import { isUnknownNetwork, widestOf } from '../network-prefix.ts'
import type { Networks } from '../network-prefix.ts'
import { Refusal } from '../refusal.ts'
import { budgets, keptShare, ownBudgets, windowMs } from './budgets.ts'
import type { Budget, BudgetName, OwnBudgetName } from './budgets.ts'
import type { Ask, Counter, Counters, Pool, Spent } from './counters.ts'
import { createMemoryCounters } from './memory-counters.ts'
import { createPostgresCounters } from './postgres-counters.ts'

/** Who tries something. */
export interface Caller {
  networks: Networks
  /** Whether they have a session or come with a known browser, which is asked only where strangers are shed; null where they are no stranger. */
  isKnown: (() => Promise<boolean>) | null
}

/** What counts beside the networks. */
export interface Own {
  budget: OwnBudgetName
  key: string
}

export interface RateLimits {
  /** Counts an attempt of its own networks, before anything is done for it. @throws Refusal `rate.limited` */
  enter: (name: BudgetName, caller: Caller) => Promise<void>
  /** Counts an attempt that is worth something where all are, once it was let in by `enter`. @throws Refusal `rate.limited`, or what the database says */
  share: (name: BudgetName, caller: Caller, ...own: readonly Own[]) => Promise<void>
  /** Counts what is one wallet's, challenge's or person's alone. @throws as `share` */
  own: (budget: OwnBudgetName, key: string) => Promise<void>
  /** Removes what ran out. @returns how many were removed */
  sweep: () => Promise<number>
}

/** How many times as many looks at who somebody is a network has as attempts. */
const looksOfNetworks = 8

/**
 * @param limits how many tries a minute each counter allows
 * @param database PostgreSQL where instances share the counters; on SQLite they are this process's own
 * @param serverKey the server's own key, which all instances have
 */
export function createRateLimits(
  limits: Limits,
  database: Pick<Database, 'pool'>,
  serverKey: Buffer,
  clock: Clock,
): RateLimits {
  const here = createMemoryCounters()
  const everywhere: Counters = database.pool === null ? here : createPostgresCounters(database.pool, serverKey)
  const countersOf = (name: BudgetName): Counters =>
    (budgets[name] as Budget).isInstances === true ? here : everywhere

  async function enter(name: BudgetName, caller: Caller): Promise<void> {
    const now = clock()
    const counters = rungsOf(limits, 'enter', name, caller)
    const spent = here.count({ counters, pool: null }, now)
    // What all have spent already is not asked for again.
    const over = spent.length > 0 ? spent : countersOf(name).glance(askOf(limits, name, caller, []), now)
    if (over.length > 0 && !(await yieldsTo(name, caller, over))) throw limited(over, now)
    if (spent.length === 0) return
    const narrow = here.count({ counters: counters.filter(({ yields }) => !yields), pool: null }, now)
    if (narrow.some(({ yields }) => !yields)) throw limited(narrow, now)
  }

  async function share(name: BudgetName, caller: Caller, ...own: readonly Own[]): Promise<void> {
    const now = clock()
    const counters = own.map((each) => ownCounter(limits, each))
    const spent = await countersOf(name).count(askOf(limits, name, caller, counters), now)
    if (spent.length === 0) return
    if (!(await yieldsTo(name, caller, spent))) throw limited(spent, now)
    const kept = await countersOf(name).count(askKept(limits, name, caller, counters), now)
    if (kept.length > 0) throw limited(kept, now)
  }

  /** Whether those that hold an attempt up do not hold up who is known. A look at who somebody is costs something as well, so that networks have so
   * many of them: many times more than attempts, or who is refused would soon use up the looks at all others. A provider's range has no such
   * limit, so that no customer can use up the lookups of another who is known. */
  async function yieldsTo(name: BudgetName, caller: Caller, spent: Spent): Promise<boolean> {
    if (spent.some(({ yields }) => !yields)) return false
    if (caller.isKnown === null) return true
    const networks = caller.networks.filter(({ isProviders }) => isProviders !== true)
    const looks = rungsOf(limits, 'known', name, { networks }).map((rung) => ({
      ...rung,
      most: rung.most * looksOfNetworks,
    }))
    return here.count({ counters: looks, pool: null }, clock()).length === 0 && (await caller.isKnown())
  }

  return {
    enter,
    share,
    own: async (budget, key) => {
      const now = clock()
      const spent = await everywhere.count({ counters: [ownCounter(limits, { budget, key })], pool: null }, now)
      if (spent.length > 0) throw limited(spent, now)
    },
    sweep: () => everywhere.sweep(clock()),
  }
}

const perNetwork = (limits: Limits, name: BudgetName): number =>
  limits[budgets[name].perNetwork] * ((budgets[name] as Budget).times ?? 1)

/** A counter for each network. Whoever is known is held up by the narrowest alone: in the wider ones their neighbours are strangers to them. */
const rungsOf = (
  limits: Limits,
  stage: 'enter' | 'share' | 'kept' | 'known',
  name: BudgetName,
  { networks }: Pick<Caller, 'networks'>,
): Counter[] =>
  networks.map(({ prefix, times }, index) => ({
    key: `${stage} ${name} ${prefix}`,
    most: perNetwork(limits, name) * times,
    name: `${name} of ${prefix}`,
    yields: index > 0 || isUnknownNetwork(networks),
  }))

/** The part that is for everybody. */
const openPart = (inAll: number): number => inAll - keptPart(inAll)
const keptPart = (inAll: number): number => Math.floor(inAll * keptShare)

function askOf(limits: Limits, name: BudgetName, caller: Caller, own: readonly Counter[]): Ask {
  const counters = [...rungsOf(limits, 'share', name, caller), ...own]
  return { counters, pool: poolOf(limits, 'share', name, caller) }
}

/** What is asked for who is known, once the part for everybody is spent. Who has very many sessions in one network gets no more of this part than a
 * share either. */
function askKept(limits: Limits, name: BudgetName, caller: Caller, own: readonly Counter[]): Ask {
  const counters = [...rungsOf(limits, 'kept', name, caller), ...own].map((counter) => ({ ...counter, always: true }))
  return { counters, pool: poolOf(limits, 'kept', name, caller) }
}

function poolOf(limits: Limits, part: 'share' | 'kept', name: BudgetName, caller: Caller): Pool | null {
  const { inAll } = budgets[name]
  if (inAll === null) return null
  const network = widestOf(caller.networks)
  const most = part === 'share' ? openPart(limits[inAll]) : keptPart(limits[inAll])
  return {
    all: { key: `${part} ${name}`, most, name: `${name} in all`, yields: part === 'share', always: true },
    taken: network === undefined ? null : `${part} ${name} ${network}`,
  }
}

function ownCounter(limits: Limits, { budget, key }: Own): Counter {
  const { limit } = ownBudgets[budget]
  return {
    key: `${budget} ${key}`,
    most: typeof limit === 'number' ? limit : limits[limit],
    name: `${budget} of ${key}`,
    yields: false,
  }
}

function limited(spent: Spent, now: number): Refusal {
  const retryAfterSeconds = Math.max(1, Math.ceil((windowMs - (now % windowMs)) / 1000))
  return new Refusal('rate.limited', {
    place: { retryAfterSeconds },
    privateDetail: spent.map(({ name }) => name).join(', '),
  })
}
