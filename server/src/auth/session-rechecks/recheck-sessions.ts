// A reconciliation job: asks the contract of each session that began with a contract wallet, again and again, whether it still stands
// behind the proof. Its owners may have been replaced since (THREATS S8). Several instances share the work session by session, and chains
// are asked beside each other, so that one that does not answer holds up nobody but itself.
import type { Limits } from '@countersign/api/limits'
import { setImmediate as giveWay } from 'node:timers/promises'
import { Counter } from 'prom-client'
import { Suspects } from '../../chains/reader/suspects.ts'
import type { Chains } from '../../platform/chain-settings.ts'
import type { Clock } from '../../platform/clock.ts'
import type { InHand } from '../../platform/instance/in-hand.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { createContractAsker, mostReadings } from './contract-asker.ts'
import type { Said } from './contract-asker.ts'
import { bringForward, claimDue, listDueChains } from '../../store/sessions/contract-checks.ts'
import { longestRetryMs } from './decide-session.ts'
import { settle } from './settle.ts'
import type { SettleWorld } from './settle.ts'

export interface RecheckWorld extends SettleWorld {
  clock: Clock
  chains: Chains
  limits: SettleWorld['limits'] & Pick<Limits, 'chainReadSeconds' | 'clockToleranceSeconds'>
  log: Log
  metrics: Metrics
  inHand: InHand
}

export interface Rechecks {
  /** Makes one round: asks about what is due. A chain whose round before is still under way is left to that. */
  recheck: () => Promise<void>
  /** Begins nothing more, and waits for what is under way. */
  stop: () => Promise<void>
}

/** So many sessions are claimed, and settled, together. */
const sessionsTogether = 500

/** So many sessions of one chain are asked about in a round. */
const sessionsPerRound = 5000

export function createRechecks(world: RecheckWorld): Rechecks {
  const checks = new Counter({
    name: 'countersign_contract_checks_total',
    help: 'Sessions whose contract wallet was asked again, by what it said.',
    labelNames: ['chain', 'outcome'],
    registers: [world.metrics],
  })
  const underWay = new Map<string, Promise<void>>()
  const faults = new Map<string, string | null>()
  const suspects = new Suspects()
  let isStopping = false

  const runRound = async (chainReference: string): Promise<void> => {
    const fault = await recheckChain(world, chainReference, {
      suspects,
      isStopping: () => isStopping,
      count: (outcome) => checks.inc({ chain: chainReference, outcome }),
    })
    if (fault === undefined) return
    tellFault(world, chainReference, { before: faults.get(chainReference) ?? null, now: fault })
    faults.set(chainReference, fault)
  }

  const begin = (chainReference: string): Promise<void> => {
    const round = runRound(chainReference).finally(() => underWay.delete(chainReference))
    underWay.set(chainReference, round)
    return round
  }

  return {
    recheck: async () => {
      if (isStopping) return
      const { database, clock } = world
      await bringForward(database.queries, { now: clock(), farthestMs: farthestMs(world) })
      const due = await listDueChains(database.queries, clock())
      const rounds = await Promise.allSettled(due.filter((chainReference) => !underWay.has(chainReference)).map(begin))
      const broken = rounds.find((round) => round.status === 'rejected')
      // No session is lost by this: those that were claimed come up again.
      if (broken !== undefined) throw broken.reason
    },
    stop: async () => {
      isStopping = true
      await Promise.allSettled(underWay.values())
    },
  }
}

/**
 * One round of one chain.
 * @returns why the chain cannot be read; null where it could be, undefined where nobody tried
 */
async function recheckChain(
  world: RecheckWorld,
  chainReference: string,
  {
    suspects,
    isStopping,
    count,
  }: { suspects: Suspects; isStopping: () => boolean; count: (outcome: Said['said']) => void },
): Promise<string | null | undefined> {
  const { database, clock, chains, inHand } = world
  const { ask, fault, leavesSome } = createContractAsker(chains.get(chainReference), {
    suspects,
    isStopping,
    now: clock(),
  })
  for (let asked = 0; asked < sessionsPerRound && !leavesSome() && !isStopping();) {
    const askedAt = clock()
    const until = askedAt + leaseMs(world)
    const claimed = await claimDue(database, { chainReference, until, size: sessionsTogether, now: askedAt })
    if (claimed.length === 0) break
    const taken = claimed.map(({ id }) => ({ item: id, token: until }))
    await inHand.take(database.queries, 'sessions', taken)
    const said = await ask(claimed)
    await settle(world, { said, until, askedAt, now: clock() })
    await inHand.settle(database.queries, 'sessions', taken)
    for (const one of said.values()) count(one.said)
    asked += claimed.length
    await giveWay()
  }
  return fault()
}

/** Longer than asking about those that are claimed together can take. Only what an instance claimed and never settled waits so long. */
const leaseMs = ({ limits }: RecheckWorld): number =>
  30_000 + mostReadings(sessionsTogether) * limits.chainReadSeconds * 1000

/** No check is planned for later, as far as the clocks of instances agree. */
const farthestMs = (world: RecheckWorld): number => {
  const { contractRecheckSeconds, clockToleranceSeconds } = world.limits
  return Math.max(contractRecheckSeconds * 1000, leaseMs(world), longestRetryMs) + clockToleranceSeconds * 1000
}

function tellFault(
  { log, limits }: RecheckWorld,
  chainId: string,
  { before, now }: { before: string | null; now: string | null },
): void {
  if (before === null && now !== null) {
    const { contractUnreachableSeconds } = limits
    log.warn(
      { chainId, reason: now, contractUnreachableSeconds },
      'a chain cannot be read; sessions of its contract wallets go on until it could not be for too long',
    )
  }
  if (before !== null && now === null)
    log.info({ chainId }, 'a chain can be read again; sessions of its contract wallets are asked about')
}
