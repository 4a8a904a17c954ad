// Browsers that have signed in as a person, and that nobody has shown to be the person's own: what the person says about them.
// A relayed signature gets an attacker as far as such a browser (THREATS M17), and here is where it is seen and ended.
import { appendEvents } from '../../audit-log/append.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import type { BrowsersTable } from '../../platform/database/schema.ts'
import { Refusal } from '../../platform/refusal.ts'
import { endChosen } from './end.ts'
import { holdSignedIn } from './hold.ts'
import { known as isKnown, knownAt, knownFrom, mayProveItself } from './known.ts'
import { listSpared } from './spare.ts'
import type { Ender } from './spare.ts'
import { live } from './live.ts'
import type { SessionRow } from './store.ts'

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
    .where(({ not }) => not(isKnown()))
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

/** Who says something about a browser, and from which. */
interface Answerer {
  person: { id: string; created_at: number }
  session: Pick<SessionRow, 'id' | 'browser_id'>
}

/**
 * Whether the browser of a session may say of another that it is the person's, or would after a proof that they can give there. Asked before
 * that proof, so that nobody signs for nothing.
 */
export async function mayAnswer(
  queries: Queries,
  { person, session }: Answerer,
  { newBrowserDays, now }: { newBrowserDays: number; now: number },
): Promise<boolean> {
  if ((await mayBecomeKnown(queries, { person, session }, { newBrowserDays, now })) !== 'new') return true
  if (session.browser_id === null) return false
  const passkey = await queries
    .selectFrom('passkeys')
    .select('id')
    .where('person_id', '=', person.id)
    .where('removed_at', 'is', null)
    .where('vouched_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return passkey !== undefined
}

/** Whether the browser of a session is known, or becomes so by a step-up there with any wallet of the person. */
export async function mayBecomeKnown(
  queries: Queries,
  { person, session }: Answerer,
  { newBrowserDays, now }: { newBrowserDays: number; now: number },
): Promise<'known' | 'by-step-up' | 'new'> {
  const own = await findOwn(queries, session)
  if (own === undefined) return 'new'
  if (knownAt(own) !== null) return 'known'
  return mayProveItself(person, own, { newBrowserDays, now }) ? 'by-step-up' : 'new'
}

const findOwn = (queries: Queries, { browser_id: id }: Answerer['session']) =>
  queries.selectFrom('browsers').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * Says that a new browser is the person's own. Its sessions stay as they are: what they may do follows from their next proof.
 * @returns whether there was such a browser
 * @throws Refusal `browser.newer` where the browser of who says so is not known itself, `step_up.required` where a proof there makes it
 * so; `session.required` where their session has ended since it was looked up
 */
export async function markKnown(
  { queries, random }: World,
  signedIn: Answerer,
  { browserId, newBrowserDays, now }: { browserId: string; newBrowserDays: number; now: number },
): Promise<boolean> {
  const {
    person,
    session: { id: sessionId },
  } = signedIn
  const personId = person.id
  return queries.transaction().execute(async (transaction) => {
    await holdSignedIn(transaction, signedIn)
    // One who is new themselves cannot vouch for another: two browsers of a stranger would do it for each other (THREATS P13).
    const standing = await mayBecomeKnown(transaction, signedIn, { newBrowserDays, now })
    const own = standing === 'known' ? await findOwn(transaction, signedIn.session) : undefined
    if (own === undefined) throw new Refusal(standing === 'by-step-up' ? 'step_up.required' : 'browser.newer')
    const { known_by_wallet_id, known_by_passkey_id } = own
    const known = await transaction
      .updateTable('browsers')
      .set({ ...knownFrom(now), known_by_wallet_id, known_by_passkey_id })
      .where('id', '=', browserId)
      .where('person_id', '=', personId)
      .where(({ not }) => not(isKnown()))
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
 * Says that a browser is not the person's, whether it was known or not: its sessions end, with all that applications were given through them. It is
 * forgotten as well, so that it is announced again should it come back, but by a browser that is known or older: a stranger's would
 * make the person's own new ones (THREATS P13).
 * @returns how many sessions ended, or null where there is no such browser
 * @throws Refusal `merge.open` where a session there began by what goes back if a merge is undone; `session.required` where the
 * session of who says so has ended since it was looked up
 */
export async function disownBrowser(
  { queries, random }: World,
  signedIn: Ender & Answerer,
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
      .returningAll()
      .executeTakeFirst()
    if (held === undefined) return null
    const own = await findOwn(transaction, signedIn.session)
    const ended = await endChosen(transaction, random, { browserId, personId }, 'revoked', now)
    if (ended.length > 0) await appendEvents(transaction, random, now, ended)
    if (own === undefined || !outranks(own, held)) return ended.length
    await transaction.updateTable('sessions').set({ browser_id: null }).where('browser_id', '=', browserId).execute()
    await transaction.deleteFrom('browsers').where('id', '=', browserId).execute()
    return ended.length
  })
}

/** Whether what one browser says of another may go as far as to forget it. */
const outranks = (own: BrowsersTable, other: BrowsersTable): boolean =>
  knownAt(own) !== null || (knownAt(other) === null && own.first_seen_at < other.first_seen_at)
