// Rechecks the proofs of sessions, because a contract's owners may change (THREATS S8).
import type { ServerLimitValues } from '@countersign/api/server-limits'
import { setImmediate as giveWay } from 'node:timers/promises'
import { Counter } from 'prom-client'
import { ChainReadFailureHistory } from '../../chains/reader/chain-read-failure-history.ts'
import type { ConfiguredChains } from '../../platform/chain-settings.ts'
import type { Clock } from '../../platform/clock.ts'
import type { WorkQueueLeases } from '../../platform/cluster/work-queue-leases.ts'
import type { Logger } from '../../platform/logger.ts'
import type { MetricsRegistry } from '../../platform/prometheus-metrics.ts'
import { createContractWalletProofChecker, computeMaxChainReadsPerRound } from './contract-wallet-proof-checker.ts'
import type { ContractWalletProofStatus } from './contract-wallet-proof-checker.ts'
import {
  rescheduleTooDistantContractRechecks,
  claimSessionsDueForRecheck,
  listChainsWithDueContractRechecks,
} from '../../store/sessions/contract-wallet-session-recheck-queue.ts'
import { maxSessionContractRecheckRetryMs } from './decide-session-contract-recheck-outcome.ts'
import { applySessionContractRecheckResults } from './apply-session-contract-recheck-results.ts'
import type { SessionContractRecheckResultContext } from './apply-session-contract-recheck-results.ts'

export interface SessionContractRecheckContext extends SessionContractRecheckResultContext {
  clock: Clock
  chains: ConfiguredChains
  limits: SessionContractRecheckResultContext['limits'] &
    Pick<ServerLimitValues, 'chainReadTimeoutSeconds' | 'clockToleranceSeconds'>
  log: Logger
  metrics: MetricsRegistry
  workLeases: WorkQueueLeases
}

export interface SessionContractRecheckJob {
  /** Skips a chain whose previous round is still running. */
  recheck: () => Promise<void>
  stop: () => Promise<void>
}

const outcomeLabels: Readonly<Record<ContractWalletProofStatus['status'], string>> = {
  valid: 'stands',
  refused: 'refused',
  unavailable: 'unavailable',
  'not-checked': 'unasked',
}

const claimBatchSize = 500

const maxSessionsPerRound = 5000

export function createSessionContractRecheckJob(context: SessionContractRecheckContext): SessionContractRecheckJob {
  const checks = new Counter({
    name: 'countersign_contract_checks_total',
    help: 'Contract wallet rechecks for sessions, by outcome.',
    labelNames: ['chain', 'outcome'],
    registers: [context.metrics],
  })
  const underWay = new Map<string, Promise<void>>()
  const faults = new Map<string, string | null>()
  const suspects = new ChainReadFailureHistory()
  let isStopping = false

  const runRound = async (chainReference: string): Promise<void> => {
    const fault = await recheckChain(context, chainReference, {
      suspects,
      isStopping: () => isStopping,
      count: (outcome) => checks.inc({ chain: chainReference, outcome: outcomeLabels[outcome] }),
    })
    if (fault === undefined) return
    logChainError(context, chainReference, { before: faults.get(chainReference) ?? null, now: fault })
    faults.set(chainReference, fault)
  }

  const startRound = (chainReference: string): Promise<void> => {
    const round = runRound(chainReference).finally(() => underWay.delete(chainReference))
    underWay.set(chainReference, round)
    return round
  }

  return {
    recheck: async () => {
      if (isStopping) return
      const { database, clock } = context
      await rescheduleTooDistantContractRechecks(database.queries, { now: clock(), farthestMs: getMaxDueInMs(context) })
      const due = await listChainsWithDueContractRechecks(database.queries, clock())
      const rounds = await Promise.allSettled(
        due.filter((chainReference) => !underWay.has(chainReference)).map(startRound),
      )
      const broken = rounds.find((round) => round.status === 'rejected')
      // The claimed sessions become due again.
      if (broken !== undefined) throw broken.reason
    },
    stop: async () => {
      isStopping = true
      await Promise.allSettled(underWay.values())
    },
  }
}

/** Returns why the chain cannot be read; null if it was read, undefined if no read was tried. */
async function recheckChain(
  context: SessionContractRecheckContext,
  chainReference: string,
  {
    suspects,
    isStopping,
    count,
  }: {
    suspects: ChainReadFailureHistory
    isStopping: () => boolean
    count: (outcome: ContractWalletProofStatus['status']) => void
  },
): Promise<string | null | undefined> {
  const { database, clock, chains, workLeases } = context
  const { checkSessions, getChainError, hasRemainingSessions } = createContractWalletProofChecker(
    chains.get(chainReference),
    {
      suspects,
      isStopping,
      now: clock(),
    },
  )
  for (let asked = 0; asked < maxSessionsPerRound && !hasRemainingSessions() && !isStopping();) {
    const startedAt = clock()
    const claimedUntil = startedAt + getLeaseMs(context)
    const claimed = await claimSessionsDueForRecheck(database, {
      chainReference,
      until: claimedUntil,
      size: claimBatchSize,
      now: startedAt,
    })
    if (claimed.length === 0) break
    const taken = claimed.map(({ id }) => ({ item: id, token: claimedUntil }))
    await workLeases.recordLeases(database.queries, 'sessions', taken)
    const statuses = await checkSessions(claimed)
    await applySessionContractRecheckResults(context, { statuses, claimedUntil, startedAt, now: clock() })
    await workLeases.removeLeases(database.queries, 'sessions', taken)
    for (const one of statuses.values()) count(one.status)
    asked += claimed.length
    await giveWay()
  }
  return getChainError()
}

/** In milliseconds; longer than a batch can take. */
const getLeaseMs = ({ limits }: SessionContractRecheckContext): number =>
  30_000 + computeMaxChainReadsPerRound(claimBatchSize) * limits.chainReadTimeoutSeconds * 1000

const getMaxDueInMs = (context: SessionContractRecheckContext): number => {
  const { contractRecheckSeconds, clockToleranceSeconds } = context.limits
  return (
    Math.max(contractRecheckSeconds * 1000, getLeaseMs(context), maxSessionContractRecheckRetryMs) +
    clockToleranceSeconds * 1000
  )
}

function logChainError(
  { log, limits }: SessionContractRecheckContext,
  chainId: string,
  { before, now }: { before: string | null; now: string | null },
): void {
  if (before === null && now !== null) {
    const { contractUnreachableSeconds } = limits
    log.warn(
      { chainId, reason: now, contractUnreachableSeconds },
      'chain unreachable; sessions of contract wallets on this chain end after contractUnreachableSeconds',
    )
  }
  if (before !== null && now === null)
    log.info({ chainId }, 'chain reachable again; rechecking sessions of contract wallets on this chain')
}
