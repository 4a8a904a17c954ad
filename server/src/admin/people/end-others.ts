// Ends sessions of a person because somebody with a role says so: a device that was lost, a wallet that is not theirs alone any more.
import type { Actor } from '../../audit-log/actor.ts'
import { appendEvents } from '../../audit-log/append.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { holdForChange } from '../../store/roles/hold-for-change.ts'
import { byActor, endChosen } from '../../store/sessions/end.ts'
import { forgetOtherBrowsers } from '../../store/sessions/forget-browsers.ts'

/** Whose sessions: one, or all of them. */
interface Ending {
  personId: string
  sessionId: string | 'all'
  actor: Actor
  now: number
}

/**
 * Ends one session of a person or all. With all of them the browsers are known no longer: whose they are is what nobody is sure of then.
 * @returns how many ended
 * @throws Refusal `person.not_found`; `session.required`, `permission.lacking` where the actor may not, or not any more
 */
export async function endSessionsOf(
  { queries, random }: { queries: Queries; random: Random },
  { personId, sessionId, actor, now }: Ending,
): Promise<number> {
  return queries.transaction().execute(async (transaction) => {
    if ((await holdForChange(transaction, { personId, actor })) === undefined) throw new Refusal('person.not_found')
    // Browsers before sessions, as everybody holds them.
    if (sessionId === 'all') await forgetOtherBrowsers(transaction, personId, [])
    const ended = await endChosen(
      transaction,
      random,
      sessionId === 'all' ? { personId, except: null } : { personId, id: sessionId },
      'revoked',
      now,
    )
    if (ended.length > 0) await appendEvents(transaction, random, now, byActor(ended, actor))
    return ended.length
  })
}
