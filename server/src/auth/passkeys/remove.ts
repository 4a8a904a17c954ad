// Removes a passkey from who is signed in, and with it the sessions that it began (THREATS P4). The last way in stays (P3).
import { appendEvents } from '../../audit-log/append.ts'
import { holdForRemoval } from '../../store/people/ways-in.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { endChosen } from '../../store/sessions/end.ts'
import { forgetKnownBy } from '../../store/sessions/forget-browsers.ts'
import { holdSession } from '../../store/sessions/hold.ts'
import type { SignedIn } from '../session-guard/require-session.ts'
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
    if (!(await takePasskey(transaction, random, { id, personId: person.id }, now)))
      throw new Refusal('passkey.not_found')
    return session.passkey_id === id
  })
}

/**
 * Takes a passkey from a person whom the transaction holds, with the sessions that it began.
 * @returns whether they had it
 */
export async function takePasskey(
  transaction: Transaction,
  random: Random,
  { id, personId }: { id: string; personId: string },
  now: number,
): Promise<boolean> {
  const removed = await changePasskey(transaction, { id, personId }, { removed_at: now })
  if (removed === undefined) return false
  const ended = await endChosen(transaction, random, { passkeyId: id }, 'passkey-removed', now)
  await forgetKnownBy(transaction, personId, { passkeyIds: [id] })
  await appendEvents(transaction, random, now, [passkeyLine('passkey.removed', removed), ...ended])
  return true
}
