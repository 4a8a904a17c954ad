// Ends sessions because their person says so in one of them.
import { appendEvents } from '../../audit-log/append.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { endChosen } from './end.ts'
import { forgetOtherBrowsers } from './forget-browsers.ts'
import { holdSignedIn } from './hold.ts'
import { listSpared } from './spare.ts'
import type { Ender } from './spare.ts'
import type { SessionRow } from './store.ts'

interface World {
  queries: Queries
  random: Random
}

/**
 * Ends one session, which may be the one that says so.
 * @returns whether it was active
 * @throws Refusal `merge.open` where it began by what goes back if a merge is undone; `session.required` where who says so has ended
 */
export async function endOneSession(
  { queries, random }: World,
  signedIn: Ender,
  id: string,
  now: number,
): Promise<boolean> {
  return queries.transaction().execute(async (transaction) => {
    await holdSignedIn(transaction, signedIn)
    if ((await listSpared(transaction, signedIn, now)).some((spared) => spared.id === id))
      throw new Refusal('merge.open')
    const ended = await endChosen(transaction, random, { id, personId: signedIn.person.id }, 'revoked', now)
    if (ended.length > 0) await appendEvents(transaction, random, now, ended)
    return ended.length > 0
  })
}

/**
 * Ends every session but the one that says so, and those that began by what goes back if a merge is undone. The browsers of those that
 * end are known no longer: whose they are is what its person is not sure of. A browser that is new itself cannot say so much: a stranger in it would make
 * all others as new as it is (THREATS P13).
 * @returns how many ended
 * @throws Refusal `session.required` where who says so has ended
 */
export async function endOtherSessions(
  { queries, random }: World,
  signedIn: Ender & { session: Pick<SessionRow, 'browser_id' | 'browser_known_at'> },
  now: number,
): Promise<number> {
  return queries.transaction().execute(async (transaction) => {
    await holdSignedIn(transaction, signedIn)
    const spared = await listSpared(transaction, signedIn, now)
    const sparing = spared.map(({ id }) => id)
    const ended = await endChosen(
      transaction,
      random,
      { personId: signedIn.person.id, except: signedIn.session.id, sparing },
      'revoked',
      now,
    )
    if (signedIn.session.browser_known_at !== null)
      await forgetOtherBrowsers(transaction, signedIn.person.id, [
        signedIn.session.browser_id,
        ...spared.map(({ browser_id }) => browser_id),
      ])
    if (ended.length > 0) await appendEvents(transaction, random, now, ended)
    return ended.length
  })
}
