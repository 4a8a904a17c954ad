// Erases a person (GDPR Article 17, the right to erasure), in one transaction: whatever they were signed in to ends and is told so, every
// row of theirs goes, and of the log its lines stay without what was theirs, so that the chain still verifies (decision 0014).
import { actorEvidence, operator } from '../../audit-log/actor.ts'
import type { Actor } from '../../audit-log/actor.ts'
import { appendEvents } from '../../audit-log/append.ts'
import type { NewEvent } from '../../audit-log/append.ts'
import { sealWithin } from '../../audit-log/seal.ts'
import { endAuthorizations } from '../../store/authorizations/end.ts'
import { removeGrantsOf } from '../../store/grants/move.ts'
import { removeAwaitedOf } from '../../auth/challenges/awaited.ts'
import { identitiesOf } from '../../store/people/identities.ts'
import { listErased, markErased, removePeople } from '../../store/people/store.ts'
import { hasOpenMerge } from '../../store/people/ways-in.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { holdForChange } from '../../store/roles/hold-for-change.ts'
import { keepAnOwner } from '../../store/roles/last-owner.ts'
import { byActor, endChosen } from '../../store/sessions/end.ts'
import { holdBrowsersOf } from '../../store/sessions/browsers.ts'
import { holdAllSessionsOf, holdSession } from '../../store/sessions/hold.ts'
import { removeRows } from './remove-rows.ts'
import { findTraces, removeEvidence } from './traces.ts'

interface World {
  queries: Queries
  random: Random
}

/** Who is to be erased, and who says so: the person themselves in a session, somebody with a role, or an operator. */
export interface Request {
  personId: string
  session: { id: string } | null
  now: number
  /** Where it is not the person themselves. */
  actor?: Actor
  /** Why somebody else says so. It stays in the log with them, because nothing that is left names whom it was about. */
  reason?: string
}

/**
 * Erases a person together with whoever was merged into them. Refused while a merge can be undone: whoever was tricked into one
 * must find their way in where it was (THREATS P3, decision 0012).
 * @returns how many sessions ended; null where there is no such person
 * @throws Refusal `merge.open`, `role.last_owner`; `session.required` where the session has ended since it was looked up;
 * `permission.lacking` where the actor may not, or not any more
 */
export async function erasePerson(
  { queries, random }: World,
  { personId, session, now, actor = operator, reason }: Request,
): Promise<number | null> {
  return queries.transaction().execute(async (transaction) => {
    // Whoever answers a challenge holds it before the person: these cannot wait until the person is held.
    await removeAwaitedOf(transaction, [personId])
    // Everybody who does something with a person holds them first, and so finds them there, or erased.
    const held = await holdForChange(transaction, { personId, actor })
    // Who was merged goes together with whom they were merged into.
    if (held === undefined || held.status === 'merged') return null
    if (session !== null) await holdSession(transaction, session)
    if (await hasOpenMerge(transaction, personId, now)) throw new Refusal('merge.open')
    await keepAnOwner(transaction, held)
    const personIds = await identitiesOf(transaction, personId)
    const traces = await findTraces(transaction, personIds)
    const ended = await endEverything(transaction, random, personIds, now)
    await removeRows(transaction, personIds)
    await removeEvidence(transaction, traces)
    // From here on the log is held. What was written about this person until now has its place, and its evidence goes as well: before they are
    // erased, because of what another signed as them the message stays. Whatever is sealed later finds them erased, and keeps none.
    await sealWithin(transaction)
    await removeEvidence(transaction, traces)
    // The rows themselves stay for a moment, empty: see `sweepErased`.
    await markErased(transaction, personIds, now)
    const isOwn = session !== null || (actor.kind !== 'operator' && personIds.includes(actor.personId))
    const by = isOwn ? 'person' : actor.kind === 'operator' ? 'operator' : 'administrator'
    const content = isOwn ? {} : { ...actorEvidence(actor), ...(reason !== undefined && { reason }) }
    const said: NewEvent = {
      type: 'person.erased',
      outcome: 'success',
      details: { by },
      evidence: { personId: null, content },
    }
    await appendEvents(transaction, random, now, [...(isOwn ? ended : byActor(ended, actor)), said])
    return ended.length
  })
}

/** Ends sessions with all that applications were given, and queues that they are told; in the order of everybody who holds these:
 * grants, browsers, sessions, authorizations. @returns a line for each session that ended now */
async function endEverything(
  transaction: Transaction,
  random: Random,
  personIds: readonly string[],
  now: number,
): Promise<NewEvent[]> {
  await removeGrantsOf(transaction, personIds)
  await holdBrowsersOf(transaction, personIds)
  const sessionIds = await holdAllSessionsOf(transaction, personIds)
  const events: NewEvent[] = []
  for (const personId of personIds)
    events.push(...(await endChosen(transaction, random, { personId, except: null }, 'person-deleted', now)))
  // Those too that ran out and were not swept yet.
  await endAuthorizations(transaction, random, { sessionIds }, now)
  return events
}

/** Longer than any transaction can take that was under way when the person was erased. */
const keptMs = 10 * 60_000
const sweepBatch = 50

/**
 * Removes the empty rows of people who were erased, with whatever was still written for one by who had looked them up before.
 * @returns how many were removed
 */
export async function sweepErased(queries: Queries, now: number): Promise<number> {
  return queries.transaction().execute(async (transaction) => {
    const personIds = await listErased(transaction, { until: now - keptMs, size: sweepBatch })
    if (personIds.length === 0) return 0
    await removeRows(transaction, personIds)
    await removeAwaitedOf(transaction, personIds)
    await removePeople(transaction, personIds)
    return personIds.length
  })
}
