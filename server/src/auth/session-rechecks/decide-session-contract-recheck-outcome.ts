import type { ServerLimitValues } from '@countersign/api/server-limits'
import type { RandomBytes } from '../../platform/clock.ts'
import type { SessionEndReason } from '../../platform/database/database-column-types.ts'
import { computeContractWalletRecheckTime } from '../../store/sessions/compute-contract-wallet-recheck-time.ts'
import type { ContractWalletProofStatus } from './contract-wallet-proof-checker.ts'
import type { SessionClaimedForRecheck } from '../../store/sessions/contract-wallet-session-recheck-queue.ts'

export interface SessionContractRecheckDecisionContext {
  random: RandomBytes
  limits: Pick<ServerLimitValues, 'contractRecheckSeconds' | 'contractUnreachableSeconds'>
}

export type SessionContractRecheckOutcome =
  | { kept: { checkedAt: number | null; unreachableSince: number | null; dueAt: number }; isProofValid: boolean }
  | { endReason: SessionEndReason }

/** In milliseconds; short, because a chain that is down costs only one read per round. */
const retryMs = { from: 30_000, spread: 30_000 }

export const maxSessionContractRecheckRetryMs = retryMs.from + retryMs.spread

/** In milliseconds. A longer gap means that the server was off, or its clock was set forward. */
const maxGapMs = 120_000

export function decideSessionContractRecheckOutcome(
  { random, limits }: SessionContractRecheckDecisionContext,
  session: SessionClaimedForRecheck,
  { status }: ContractWalletProofStatus,
  { startedAt, now }: { startedAt: number; now: number },
): SessionContractRecheckOutcome {
  if (status === 'refused') return { endReason: 'wallet-no-longer-valid' }
  if (status === 'valid')
    return {
      kept: {
        checkedAt: startedAt,
        unreachableSince: null,
        dueAt: computeContractWalletRecheckTime(random, limits, now),
      },
      isProofValid: true,
    }
  // Sessions keep their due time, so that the one that has waited longest comes first.
  if (status === 'not-checked')
    return {
      kept: {
        checkedAt: null,
        unreachableSince: session.contract_unreachable_since,
        dueAt: Math.min(session.dueAt, now),
      },
      isProofValid: false,
    }
  const unreachableSince = computeUnreachableSince(session, now)
  if (unreachableSince + limits.contractUnreachableSeconds * 1000 <= now) return { endReason: 'wallet-unreachable' }
  const pause = retryMs.from + Math.floor((retryMs.spread * Buffer.from(random(2)).readUInt16BE()) / 2 ** 16)
  return { kept: { checkedAt: null, unreachableSince, dueAt: now + pause }, isProofValid: false }
}

/** Counts only time with attempts: downtime or clock jumps end no session early (THREATS N14). */
function computeUnreachableSince(
  { contract_unreachable_since: since, dueAt }: SessionClaimedForRecheck,
  now: number,
): number {
  if (since === null || since > now) return now
  const late = now - dueAt
  return late > maxGapMs ? Math.min(now, since + late) : since
}
