// Applies contract recheck results: each session is rescheduled, or ends with its grants.
import { formatStoredWalletAddress } from '../../chains/families/chain-family-registry.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import type { Database, DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { SessionEndReason } from '../../platform/database/database-column-types.ts'
import {
  lockSessionRowsClaimedForRecheck,
  recordContractWalletSessionRecheckResults,
} from '../../store/sessions/contract-wallet-session-recheck-queue.ts'
import type { SessionClaimedForRecheck } from '../../store/sessions/contract-wallet-session-recheck-queue.ts'
import { putOwnershipChangedWalletOnHold } from '../contract-ownership/put-wallet-on-hold-if-ownership-changed.ts'
import { recordWalletVerifiedBlock } from '../../store/wallets/update-wallet-rows.ts'
import { endSessionsInTransaction } from '../../store/sessions/end-sessions-with-audit-events.ts'
import type { ContractWalletProofStatus } from './contract-wallet-proof-checker.ts'
import { decideSessionContractRecheckOutcome } from './decide-session-contract-recheck-outcome.ts'
import type {
  SessionContractRecheckDecisionContext,
  SessionContractRecheckOutcome,
} from './decide-session-contract-recheck-outcome.ts'
import { createContractWalletReachabilityAuditEvents } from './create-contract-wallet-reachability-audit-events.ts'

export interface SessionContractRecheckResultContext extends SessionContractRecheckDecisionContext {
  database: Pick<Database, 'kind' | 'queries'>
}

export interface SessionContractRecheckRound {
  statuses: ReadonlyMap<SessionClaimedForRecheck, ContractWalletProofStatus>
  /** In milliseconds since 1970; identifies the claim. */
  claimedUntil: number
  startedAt: number
  now: number
}

/** Locked sessions come last, one at a time: waiting while holding locks could deadlock. */
export async function applySessionContractRecheckResults(
  context: SessionContractRecheckResultContext,
  round: SessionContractRecheckRound,
): Promise<void> {
  const settled = await applyLockedResults(context, round, 'free')
  const waiting = [...round.statuses].filter(([{ id }]) => !settled.has(id))
  for (const one of waiting) await applyLockedResults(context, { ...round, statuses: new Map([one]) }, 'all')
  await putRefusedWalletsOnHold(context, round)
}

/** Runs after the session updates: the lock order is person before sessions (THREATS S12). */
async function putRefusedWalletsOnHold(
  { database, random }: SessionContractRecheckResultContext,
  { statuses, now }: SessionContractRecheckRound,
): Promise<void> {
  for (const [{ walletId, personId, proofId }, one] of statuses) {
    if (one.status !== 'refused') continue
    await recordWalletVerifiedBlock(database.queries, walletId, one.block.number)
    await putOwnershipChangedWalletOnHold(
      { queries: database.queries, random },
      { walletId, personId, sinceProofId: proofId },
      now,
    )
  }
}

async function applyLockedResults(
  context: SessionContractRecheckResultContext,
  round: SessionContractRecheckRound,
  which: 'free' | 'all',
): Promise<Set<string>> {
  const { random, database } = context
  const { statuses, now } = round
  return database.queries.transaction().execute(async (transaction) => {
    const ids = [...statuses.keys()].map(({ id }) => id)
    const held = await lockSessionRowsClaimedForRecheck(
      transaction,
      database.kind,
      { ids, until: round.claimedUntil, now },
      which,
    )
    const outcomes = new Map(
      [...statuses].flatMap(([session, one]) =>
        held.has(session.id)
          ? [[session, decideSessionContractRecheckOutcome(context, session, one, round)] as const]
          : [],
      ),
    )
    await recordContractWalletSessionRecheckResults(
      transaction,
      [...outcomes].flatMap(([{ id }, settled]) => ('kept' in settled ? [{ id, ...settled.kept }] : [])),
    )
    const events = [
      ...(await endSessions(transaction, context, outcomes, 'wallet-no-longer-valid', round)),
      ...(await endSessions(transaction, context, outcomes, 'wallet-unreachable', round)),
    ]
    events.push(...(await createContractWalletReachabilityAuditEvents(transaction, outcomes, held, now)))
    if (events.length > 0) await appendAuditEvents(transaction, random, now, events)
    return new Set(held.keys())
  })
}

async function endSessions(
  transaction: DatabaseTransaction,
  { random }: SessionContractRecheckResultContext,
  outcomes: ReadonlyMap<SessionClaimedForRecheck, SessionContractRecheckOutcome>,
  reason: SessionEndReason,
  { statuses, now }: SessionContractRecheckRound,
): Promise<NewAuditEvent[]> {
  const ending = new Map(
    [...outcomes].flatMap(([session, settled]) =>
      'endReason' in settled && settled.endReason === reason ? [[session.id, session] as const] : [],
    ),
  )
  if (ending.size === 0) return []
  const events = await endSessionsInTransaction(transaction, random, { sessionIds: [...ending.keys()] }, reason, now)
  return events.map((event) => {
    const session = ending.get(event.evidence.content['sessionId'] ?? '')
    if (session === undefined) return event
    const one = statuses.get(session)
    const block = one?.status === 'refused' ? { block: one.block.number, blockHash: one.block.hash } : {}
    return {
      ...event,
      evidence: {
        ...event.evidence,
        content: { ...event.evidence.content, address: formatStoredWalletAddress(session.address), ...block },
      },
    }
  })
}
