// An attempt uses budgets of its networks, then shared budgets (THREATS N7, N17; decision 0024).
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

export interface RateLimitCaller {
  networks: RateLimitIpNetworks
  /** Called only while strangers are refused; null if the caller is never treated as a stranger. */
  isKnown: (() => Promise<boolean>) | null
}

export interface WalletOrPersonRateLimitAttempt {
  budget: WalletOrPersonRateLimitBudgetName
  key: string
}

export interface RateLimiter {
  /** Must be called before any work is done. @throws ApiError `rate.limited` */
  consumeNetworkBudget: (name: IpNetworkRateLimitBudgetName, caller: RateLimitCaller) => Promise<void>
  /** Must follow `consumeNetworkBudget`. @throws ApiError `rate.limited`, or database errors */
  consumeSharedBudget: (
    name: IpNetworkRateLimitBudgetName,
    caller: RateLimitCaller,
    ...own: readonly WalletOrPersonRateLimitAttempt[]
  ) => Promise<void>
  /** @throws as `consumeSharedBudget` */
  consumeKeyedBudget: (budget: WalletOrPersonRateLimitBudgetName, key: string) => Promise<void>
  pruneExpired: () => Promise<number>
}

/** Number of known-caller lookups per allowed attempt of a network. */
const lookupsPerNetwork = 8

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

  // Identifying a caller costs work, so each network has a lookup budget, except provider ranges.
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

// Known callers are limited only by their narrowest network, as wider ones contain strangers.
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

/** One network gets at most a share of the reserved part, even if it has many sessions. */
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
