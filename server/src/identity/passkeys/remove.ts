// Removes a passkey from who is signed in, and with it the sessions that it began (THREATS P4). The last way in stays (P3).
import { appendEvents } from '../../activity/append.ts'
import { holdForRemoval } from '../people/ways-in.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { endChosen } from '../sessions/end.ts'
import { forgetKnownBy } from '../sessions/forget-browsers.ts'
import { holdSession } from '../sessions/hold.ts'
import type { SignedIn } from '../sessions/require-session.ts'
import { passkeyLine } from './add.ts'
import { changePasskey, listPasskeys } from './store.ts'

/**
 * @returns whether the session of who asked has ended with it
 * @throws Refusal `passkey.not_found`, `merge.open`, `way_in.last`, `session.required`
 */
export async function removePasskey(
  { queries, random }: { queries: Queries; random: Random },
  { person, session }: SignedIn,
  id: string,
  now: number,
): Promise<boolean> {
  return queries.transaction().execute(async (transaction) => {
    if (!(await listPasskeys(transaction, person.id)).some((passkey) => passkey.id === id))
      throw new Refusal('passkey.not_found')
    await holdForRemoval(transaction, person.id, now)
    await holdSession(transaction, session)
    const removed = await changePasskey(transaction, { id, personId: person.id }, { removed_at: now })
    if (removed === undefined) throw new Refusal('passkey.not_found')
    const ended = await endChosen(transaction, random, { passkeyId: id }, 'passkey-removed', now)
    await forgetKnownBy(transaction, person.id, { passkeyIds: [id] })
    await appendEvents(transaction, random, now, [passkeyLine('passkey.removed', removed), ...ended])
    return session.passkey_id === id
  })
}
