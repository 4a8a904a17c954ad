// What becomes of a session for what its contract said, or did not.
import type { Limits } from '@countersign/api/limits'
import type { Random } from '../../platform/clock.ts'
import type { SessionEndReason } from '../../platform/database/column-types.ts'
import { nextContractCheck } from '../../store/sessions/next-contract-check.ts'
import type { Said } from './contract-asker.ts'
import type { ClaimedSession } from '../../store/sessions/contract-checks.ts'

export interface DecisionWorld {
  random: Random
  limits: Pick<Limits, 'contractRecheckSeconds' | 'contractUnreachableSeconds'>
}

/** What becomes of one session. */
export type Settled =
  | { kept: { checkedAt: number | null; unreachableSince: number | null; dueAt: number }; stands: boolean }
  | { ends: SessionEndReason }

/** A session whose contract could not be asked is asked about sooner: no node is asked for more than one of them as long as it is down. */
const retryMs = { from: 30_000, spread: 30_000 }

/** The longest pause before a session is asked about again that could not be. */
export const longestRetryMs = retryMs.from + retryMs.spread

/** Nobody was there to ask for so long: this server was off, or its clock was set forward. */
const pauseMs = 120_000

/**
 * @param askedAt when asking began
 */
export function decideSession(
  { random, limits }: DecisionWorld,
  session: ClaimedSession,
  { said }: Said,
  { askedAt, now }: { askedAt: number; now: number },
): Settled {
  if (said === 'refused') return { ends: 'wallet-no-longer-valid' }
  if (said === 'stands')
    return {
      kept: { checkedAt: askedAt, unreachableSince: null, dueAt: nextContractCheck(random, limits, now) },
      stands: true,
    }
  // It stays due as it was, so that who waits longest is asked first.
  if (said === 'unasked')
    return {
      kept: {
        checkedAt: null,
        unreachableSince: session.contract_unreachable_since,
        dueAt: Math.min(session.dueAt, now),
      },
      stands: false,
    }
  const unreachableSince = sinceWhen(session, now)
  if (unreachableSince + limits.contractUnreachableSeconds * 1000 <= now) return { ends: 'wallet-unreachable' }
  const pause = retryMs.from + Math.floor((retryMs.spread * Buffer.from(random(2)).readUInt16BE()) / 2 ** 16)
  return { kept: { checkedAt: null, unreachableSince, dueAt: now + pause }, stands: false }
}

/**
 * Since when a contract could not be asked, of the time in which somebody tried: a clock that is set forward, or a server that was
 * off, ends no session early, nor does a clock that is set back (THREATS N14).
 */
function sinceWhen({ contract_unreachable_since: since, dueAt }: ClaimedSession, now: number): number {
  if (since === null || since > now) return now
  const late = now - dueAt
  return late > pauseMs ? Math.min(now, since + late) : since
}
