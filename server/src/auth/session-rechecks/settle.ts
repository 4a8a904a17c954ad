// What follows from what contracts said: a session goes on and is asked about again, or it ends with all that was given through it.
// One short transaction for many sessions; those that ended, were replaced or were taken by another instance meanwhile are left alone.
import { shownAddress } from '../../chains/families/namespaces.ts'
import { appendEvents } from '../../audit-log/append.ts'
import type { NewEvent } from '../../audit-log/append.ts'
import type { Database, Transaction } from '../../platform/database/open-database.ts'
import type { SessionEndReason } from '../../platform/database/column-types.ts'
import { holdClaimed, noteChecked } from '../../store/sessions/contract-checks.ts'
import type { ClaimedSession } from '../../store/sessions/contract-checks.ts'
import { holdChanged } from '../contract-ownership/meet-owner.ts'
import { noteBelieved } from '../../store/wallets/change.ts'
import { endChosen } from '../../store/sessions/end.ts'
import type { Said } from './contract-asker.ts'
import { decideSession } from './decide-session.ts'
import type { DecisionWorld, Settled } from './decide-session.ts'
import { tellReachability } from './tell-reachability.ts'

export interface SettleWorld extends DecisionWorld {
  database: Pick<Database, 'kind' | 'queries'>
}

/** What was claimed together, and what came of it. */
export interface Round {
  said: ReadonlyMap<ClaimedSession, Said>
  /** Until when they were claimed: who claims one after that has another time. */
  until: number
  /** When asking began. */
  askedAt: number
  now: number
}

/**
 * Settles a round. A session that somebody works on at this moment is not waited for with all the others held, since they might
 * wait for one of those: each of these follows alone.
 */
export async function settle(world: SettleWorld, round: Round): Promise<void> {
  const settled = await settleHeld(world, round, 'free')
  const waiting = [...round.said].filter(([{ id }]) => !settled.has(id))
  for (const one of waiting) await settleHeld(world, { ...round, said: new Map([one]) }, 'all')
  await holdRefused(world, round)
}

/** A wallet whose contract stands behind its newest proof no more has changed hands, and is held where its person has another way in (THREATS S12).
 * After the sessions, and each in a transaction of its own, because a person is held before their sessions. */
async function holdRefused({ database, random }: SettleWorld, { said, now }: Round): Promise<void> {
  for (const [{ walletId, personId, proofId }, one] of said) {
    if (one.said !== 'refused') continue
    await noteBelieved(database.queries, walletId, one.block.number)
    await holdChanged({ queries: database.queries, random }, { walletId, personId, since: proofId }, now)
  }
}

/** @returns the ids of those that were settled */
async function settleHeld(world: SettleWorld, round: Round, which: 'free' | 'all'): Promise<Set<string>> {
  const { random, database } = world
  const { said, now } = round
  return database.queries.transaction().execute(async (transaction) => {
    const ids = [...said.keys()].map(({ id }) => id)
    const held = await holdClaimed(transaction, database.kind, { ids, until: round.until, now }, which)
    const outcomes = new Map(
      [...said].flatMap(([session, one]) =>
        held.has(session.id) ? [[session, decideSession(world, session, one, round)] as const] : [],
      ),
    )
    await noteChecked(
      transaction,
      [...outcomes].flatMap(([{ id }, settled]) => ('kept' in settled ? [{ id, ...settled.kept }] : [])),
    )
    const events = [
      ...(await end(transaction, world, outcomes, 'wallet-no-longer-valid', round)),
      ...(await end(transaction, world, outcomes, 'wallet-unreachable', round)),
    ]
    events.push(...(await tellReachability(transaction, outcomes, held, now)))
    if (events.length > 0) await appendEvents(transaction, random, now, events)
    return new Set(held.keys())
  })
}

/** @returns the log lines, each with what it was that stands behind the session no longer, and at which block */
async function end(
  transaction: Transaction,
  { random }: SettleWorld,
  outcomes: ReadonlyMap<ClaimedSession, Settled>,
  reason: SessionEndReason,
  { said, now }: Round,
): Promise<NewEvent[]> {
  const ending = new Map(
    [...outcomes].flatMap(([session, settled]) =>
      'ends' in settled && settled.ends === reason ? [[session.id, session] as const] : [],
    ),
  )
  if (ending.size === 0) return []
  const events = await endChosen(transaction, random, { sessionIds: [...ending.keys()] }, reason, now)
  return events.map((event) => {
    const session = ending.get(event.evidence.content['sessionId'] ?? '')
    if (session === undefined) return event
    const one = said.get(session)
    const block = one?.said === 'refused' ? { block: one.block.number, blockHash: one.block.hash } : {}
    return {
      ...event,
      evidence: {
        ...event.evidence,
        content: { ...event.evidence.content, address: shownAddress(session.address), ...block },
      },
    }
  })
}
