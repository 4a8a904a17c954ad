// How often something may be tried (rate limiting, and load shedding when all is spent). An attempt first pays from the budgets of its own
// networks, in the memory of this process; only what then proves to be worth something is counted where all are: in all, and, where
// instances share a database, in the networks over all instances. What may happen in all is the last protection of the machine. It sheds
// strangers, those networks first that take the most, and keeps a part for who has a session or a known browser. A counter that cannot be
// read refuses (fails closed, THREATS N7, N17; decision 0024).
import type { ServerLimitValues } from '@countersign/api/server-limits'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/open-sqlite-or-postgres-database.ts'
import { isUnparsableIpAddressNetwork, findWidestIpNetworkPrefix } from '../ip-network-prefix.ts'
import type { RateLimitIpNetworks } from '../ip-network-prefix.ts'
import { ApiError } from '../api-error.ts'
import {
  ipNetworkRateLimitBudgets,
  recognizedCallerRateLimitShare,
  walletAndPersonRateLimitBudgets,
  rateLimitWindowMs,
} from './rate-limit-budgets.ts'
import type {
  IpNetworkRateLimitBudget,
  IpNetworkRateLimitBudgetName,
  WalletOrPersonRateLimitBudgetName,
} from './rate-limit-budgets.ts'
import type {
  RateLimitCountInput,
  RateLimitCounter,
  RateLimitStore,
  SharedRateLimitPool,
  ExhaustedRateLimitCounters,
} from './rate-limit-store-types.ts'
import { createMemoryRateLimitStore } from './memory-rate-limit-store.ts'
import { createPostgresRateLimitStore } from './postgres-rate-limit-store.ts'

/** Who tries something. */
export interface RateLimitCaller {
  networks: RateLimitIpNetworks
  /** Whether they have a session or come with a known browser, which is asked only where strangers are shed; null where they are no stranger. */
  isKnown: (() => Promise<boolean>) | null
}

/** What counts beside the networks. */
export interface WalletOrPersonRateLimitAttempt {
  budget: WalletOrPersonRateLimitBudgetName
  key: string
}

export interface RateLimiter {
  /** Counts an attempt of its own networks, before anything is done for it. @throws ApiError `rate.limited` */
  consumeNetworkBudget: (name: IpNetworkRateLimitBudgetName, caller: RateLimitCaller) => Promise<void>
  /** Counts an attempt that is worth something where all are, once it was let in by `enter`. @throws ApiError `rate.limited`, or what the database says */
  consumeSharedBudget: (
    name: IpNetworkRateLimitBudgetName,
    caller: RateLimitCaller,
    ...own: readonly WalletOrPersonRateLimitAttempt[]
  ) => Promise<void>
  /** Counts what is one wallet's, challenge's or person's alone. @throws as `share` */
  consumeKeyedBudget: (budget: WalletOrPersonRateLimitBudgetName, key: string) => Promise<void>
  /** Removes what ran out. @returns how many were removed */
  pruneExpired: () => Promise<number>
}

/** How many times as many looks at who somebody is a network has as attempts. */
const lookupsPerNetwork = 8

/**
 * @param limits how many tries a minute each counter allows
 * @param database PostgreSQL where instances share the counters; on SQLite they are this process's own
 * @param serverKey the server's own key, which all instances have
 */
export function createRateLimiter(
  limits: ServerLimitValues,
  database: Pick<Database, 'pool'>,
  serverKey: Buffer,
  clock: Clock,
): RateLimiter {
  const here = createMemoryRateLimitStore()
  const everywhere: RateLimitStore =
    database.pool === null ? here : createPostgresRateLimitStore(database.pool, serverKey)
  const countersOf = (name: IpNetworkRateLimitBudgetName): RateLimitStore =>
    (ipNetworkRateLimitBudgets[name] as IpNetworkRateLimitBudget).isInstances === true ? here : everywhere

  async function consumeNetworkBudget(name: IpNetworkRateLimitBudgetName, caller: RateLimitCaller): Promise<void> {
    const now = clock()
    const counters = createNetworkCounters(limits, 'enter', name, caller)
    const spent = here.increment({ counters, pool: null }, now)
    // What all have spent already is not asked for again.
    const over =
      spent.length > 0 ? spent : countersOf(name).findKnownExhausted(createCountRequest(limits, name, caller, []), now)
    if (over.length > 0 && !(await exemptsCaller(name, caller, over))) throw rateLimitedError(over, now)
    if (spent.length === 0) return
    const narrow = here.increment(
      { counters: counters.filter(({ exemptsKnownCallers }) => !exemptsKnownCallers), pool: null },
      now,
    )
    if (narrow.some(({ exemptsKnownCallers }) => !exemptsKnownCallers)) throw rateLimitedError(narrow, now)
  }

  async function consumeSharedBudget(
    name: IpNetworkRateLimitBudgetName,
    caller: RateLimitCaller,
    ...own: readonly WalletOrPersonRateLimitAttempt[]
  ): Promise<void> {
    const now = clock()
    const counters = own.map((each) => createKeyedCounter(limits, each))
    const spent = await countersOf(name).increment(createCountRequest(limits, name, caller, counters), now)
    if (spent.length === 0) return
    if (!(await exemptsCaller(name, caller, spent))) throw rateLimitedError(spent, now)
    const kept = await countersOf(name).increment(createReservedCountRequest(limits, name, caller, counters), now)
    if (kept.length > 0) throw rateLimitedError(kept, now)
  }

  /** Whether those that hold an attempt up do not hold up who is known. A look at who somebody is costs something as well, so that networks have so
   * many of them: many times more than attempts, or who is refused would soon use up the looks at all others. A provider's range has no such
   * limit, so that no customer can use up the lookups of another who is known. */
  async function exemptsCaller(
    name: IpNetworkRateLimitBudgetName,
    caller: RateLimitCaller,
    spent: ExhaustedRateLimitCounters,
  ): Promise<boolean> {
    if (spent.some(({ exemptsKnownCallers }) => !exemptsKnownCallers)) return false
    if (caller.isKnown === null) return true
    const networks = caller.networks.filter(({ isProviderRange }) => isProviderRange !== true)
    const looks = createNetworkCounters(limits, 'known', name, { networks }).map((rung) => ({
      ...rung,
      limit: rung.limit * lookupsPerNetwork,
    }))
    return here.increment({ counters: looks, pool: null }, clock()).length === 0 && (await caller.isKnown())
  }

  return {
    consumeNetworkBudget,
    consumeSharedBudget,
    consumeKeyedBudget: async (budget, key) => {
      const now = clock()
      const spent = await everywhere.increment(
        { counters: [createKeyedCounter(limits, { budget, key })], pool: null },
        now,
      )
      if (spent.length > 0) throw rateLimitedError(spent, now)
    },
    pruneExpired: () => everywhere.pruneExpired(clock()),
  }
}

const getNetworkLimit = (limits: ServerLimitValues, name: IpNetworkRateLimitBudgetName): number =>
  limits[ipNetworkRateLimitBudgets[name].perNetwork] *
  ((ipNetworkRateLimitBudgets[name] as IpNetworkRateLimitBudget).times ?? 1)

/** A counter for each network. Whoever is known is held up by the narrowest alone: in the wider ones their neighbours are strangers to them. */
const createNetworkCounters = (
  limits: ServerLimitValues,
  stage: 'enter' | 'share' | 'kept' | 'known',
  name: IpNetworkRateLimitBudgetName,
  { networks }: Pick<RateLimitCaller, 'networks'>,
): RateLimitCounter[] =>
  networks.map(({ prefix, budgetMultiplier }, index) => ({
    key: `${stage} ${name} ${prefix}`,
    limit: getNetworkLimit(limits, name) * budgetMultiplier,
    name: `${name} of ${prefix}`,
    exemptsKnownCallers: index > 0 || isUnparsableIpAddressNetwork(networks),
  }))

/** The part that is for everybody. */
const unreservedPart = (inAll: number): number => inAll - reservedPart(inAll)
const reservedPart = (inAll: number): number => Math.floor(inAll * recognizedCallerRateLimitShare)

function createCountRequest(
  limits: ServerLimitValues,
  name: IpNetworkRateLimitBudgetName,
  caller: RateLimitCaller,
  own: readonly RateLimitCounter[],
): RateLimitCountInput {
  const counters = [...createNetworkCounters(limits, 'share', name, caller), ...own]
  return { counters, pool: createSharedPool(limits, 'share', name, caller) }
}

/** What is asked for who is known, once the part for everybody is spent. Who has very many sessions in one network gets no more of this part than a
 * share either. */
function createReservedCountRequest(
  limits: ServerLimitValues,
  name: IpNetworkRateLimitBudgetName,
  caller: RateLimitCaller,
  own: readonly RateLimitCounter[],
): RateLimitCountInput {
  const counters = [...createNetworkCounters(limits, 'kept', name, caller), ...own].map((counter) => ({
    ...counter,
    isAlwaysStored: true,
  }))
  return { counters, pool: createSharedPool(limits, 'kept', name, caller) }
}

function createSharedPool(
  limits: ServerLimitValues,
  part: 'share' | 'kept',
  name: IpNetworkRateLimitBudgetName,
  caller: RateLimitCaller,
): SharedRateLimitPool | null {
  const { inAll } = ipNetworkRateLimitBudgets[name]
  if (inAll === null) return null
  const network = findWidestIpNetworkPrefix(caller.networks)
  const limit = part === 'share' ? unreservedPart(limits[inAll]) : reservedPart(limits[inAll])
  return {
    totalCounter: {
      key: `${part} ${name}`,
      limit,
      name: `${name} in all`,
      exemptsKnownCallers: part === 'share',
      isAlwaysStored: true,
    },
    networkKey: network === undefined ? null : `${part} ${name} ${network}`,
  }
}

function createKeyedCounter(
  limits: ServerLimitValues,
  { budget, key }: WalletOrPersonRateLimitAttempt,
): RateLimitCounter {
  const { limit } = walletAndPersonRateLimitBudgets[budget]
  return {
    key: `${budget} ${key}`,
    limit: typeof limit === 'number' ? limit : limits[limit],
    name: `${budget} of ${key}`,
    exemptsKnownCallers: false,
  }
}

function rateLimitedError(spent: ExhaustedRateLimitCounters, now: number): ApiError {
  const retryAfterSeconds = Math.max(1, Math.ceil((rateLimitWindowMs - (now % rateLimitWindowMs)) / 1000))
  return new ApiError('rate.limited', {
    place: { retryAfterSeconds },
    privateDetail: spent.map(({ name }) => name).join(', '),
  })
}
