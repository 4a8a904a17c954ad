// Browsers that have signed in as a person, and that nobody has shown to be the person's own: what the person says about them.
// A relayed signature gets an attacker as far as such a browser (THREATS M17), and here is where it is seen and ended.
import { appendEvents } from '../../activity/append.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import type { BrowsersTable } from '../../platform/database/schema.ts'
import { Refusal } from '../../platform/refusal.ts'
import { endChosen } from './end.ts'
import { holdSignedIn } from './hold.ts'
import type { Holder } from './hold.ts'
import { listSpared } from './spare.ts'
import type { Ender } from './spare.ts'
import { live } from './live.ts'

interface World {
  queries: Queries
  random: Random
}

const mostShown = 50

/** A new browser, and how many sessions it has now. */
export type NewBrowserRow = BrowsersTable & { sessions: number }

/**
 * The browsers to be announced to a person: those that are unknown and signed in now, but for the one that asks. The newest first,
 * so many of them; whose sessions have all ended can do nothing any more, and is no news.
 */
export async function listNewBrowsers(
  queries: Queries,
  { personId, ownBrowserId, now }: { personId: string; ownBrowserId: string | null; now: number },
): Promise<NewBrowserRow[]> {
  let query = queries
    .selectFrom('browsers')
    .innerJoin('sessions', 'sessions.browser_id', 'browsers.id')
    .selectAll('browsers')
    .select(({ fn }) => fn.count<number | string>('sessions.id').as('sessions'))
    .where('browsers.person_id', '=', personId)
    .where('browsers.known_at', 'is', null)
    .where(live(now))
  if (ownBrowserId !== null) query = query.where('browsers.id', '!=', ownBrowserId)
  const rows = await query
    .groupBy('browsers.id')
    .orderBy('browsers.first_seen_at', 'desc')
    .orderBy('browsers.id', 'desc')
    .limit(mostShown)
    .execute()
  return rows.map((row) => ({ ...row, sessions: Number(row.sessions) }))
}

/**
 * Says that a new browser is the person's own. Its sessions stay as they are: what they may do follows from their next proof.
 * @returns whether there was such a browser
 * @throws Refusal `step_up.required` where the browser of who says so is not known itself; `session.required` where their session has
 * ended since it was looked up
 */
export async function markKnown(
  { queries, random }: World,
  signedIn: Holder & { session: { browser_id: string | null } },
  { browserId, now }: { browserId: string; now: number },
): Promise<boolean> {
  const {
    person: { id: personId },
    session: { id: sessionId },
  } = signedIn
  return queries.transaction().execute(async (transaction) => {
    await holdSignedIn(transaction, signedIn)
    const voucher = await transaction
      .selectFrom('browsers')
      .select(['known_by_wallet_id', 'known_by_passkey_id'])
      .where('id', '=', signedIn.session.browser_id)
      .where('known_at', 'is not', null)
      .executeTakeFirst()
    // One who is new themselves cannot vouch for another; a step-up makes them known (THREATS M17).
    if (voucher === undefined) throw new Refusal('step_up.required')
    const known = await transaction
      .updateTable('browsers')
      .set({ known_at: now, ...voucher })
      .where('id', '=', browserId)
      .where('person_id', '=', personId)
      .where('known_at', 'is', null)
      .returning(['user_agent', 'network_prefix'])
      .executeTakeFirst()
    if (known === undefined) return false
    const content = { browserId, sessionId, networkPrefix: known.network_prefix, userAgent: known.user_agent }
    await appendEvents(transaction, random, now, [
      { type: 'browser.known', outcome: 'success', details: {}, evidence: { personId, content } },
    ])
    return true
  })
}

/**
 * Says that a browser is not the person's, whether it was known or not: its sessions end, with all that applications were given through them, and it is
 * forgotten, so that it is announced again should it come back.
 * @returns how many sessions ended, or null where there is no such browser
 * @throws Refusal `merge.open` where a session there began by what goes back if a merge is undone; `session.required` where the
 * session of who says so has ended since it was looked up
 */
export async function disownBrowser(
  { queries, random }: World,
  signedIn: Ender,
  { browserId, now }: { browserId: string; now: number },
): Promise<number | null> {
  const personId = signedIn.person.id
  return queries.transaction().execute(async (transaction) => {
    // A sign-in that is under way there is waited for, and its session ends with the others.
    await holdSignedIn(transaction, signedIn)
    if ((await listSpared(transaction, signedIn, now)).some((spared) => spared.browser_id === browserId))
      throw new Refusal('merge.open')
    const held = await transaction
      .updateTable('browsers')
      .set((expression) => ({ last_seen_at: expression.ref('last_seen_at') }))
      .where('id', '=', browserId)
      .where('person_id', '=', personId)
      .returning('id')
      .executeTakeFirst()
    if (held === undefined) return null
    const ended = await endChosen(transaction, random, { browserId, personId }, 'revoked', now)
    await transaction.updateTable('sessions').set({ browser_id: null }).where('browser_id', '=', browserId).execute()
    await transaction.deleteFrom('browsers').where('id', '=', browserId).execute()
    if (ended.length > 0) await appendEvents(transaction, random, now, ended)
    return ended.length
  })
}
