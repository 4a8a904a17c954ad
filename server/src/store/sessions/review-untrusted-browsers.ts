// Browsers that have signed in as a person, and that nobody has shown to be the person's own: what the person says about them.
// A relayed signature gets an attacker as far as such a browser (THREATS M17), and here is where it is seen and ended.
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { BrowsersTable } from '../../platform/database/database-schema.ts'
import { ApiError } from '../../platform/api-error.ts'
import { endSessionsInTransaction } from './end-sessions-with-audit-events.ts'
import { lockPersonAndSessionRows } from './lock-session-rows.ts'
import {
  isTrustedBrowserSql,
  getTrustedBrowserColumnValues,
  canBrowserBeTrustedByStepUp,
} from './trusted-browser-sql-condition.ts'
import { listSessionsProtectedAfterMerge } from './sessions-protected-from-ending-after-merge.ts'
import type { SessionEndRequester } from './sessions-protected-from-ending-after-merge.ts'
import { isActiveSessionSql } from './active-session-sql-condition.ts'
import type { SessionQueryRow } from './describe-session.ts'

interface BrowserTrustContext {
  queries: DatabaseQueryBuilder
  random: RandomBytes
}

const maxListedBrowsers = 50

/** A new browser, and how many sessions it has now. */
export type UntrustedBrowserRow = BrowsersTable & { sessions: number }

/**
 * The browsers to be announced to a person: those that are unknown and signed in now, but for the one that asks. The newest first,
 * so many of them; whose sessions have all ended can do nothing any more, and is no news.
 */
export async function listUntrustedBrowsers(
  queries: DatabaseQueryBuilder,
  { personId, ownBrowserId, now }: { personId: string; ownBrowserId: string | null; now: number },
): Promise<UntrustedBrowserRow[]> {
  let query = queries
    .selectFrom('browsers')
    .innerJoin('sessions', 'sessions.browser_id', 'browsers.id')
    .selectAll('browsers')
    .select(({ fn }) => fn.count<number | string>('sessions.id').as('sessions'))
    .where('browsers.person_id', '=', personId)
    .where(({ not }) => not(isTrustedBrowserSql()))
    .where(isActiveSessionSql(now))
  if (ownBrowserId !== null) query = query.where('browsers.id', '!=', ownBrowserId)
  const rows = await query
    .groupBy('browsers.id')
    .orderBy('browsers.first_seen_at', 'desc')
    .orderBy('browsers.id', 'desc')
    .limit(maxListedBrowsers)
    .execute()
  return rows.map((row) => ({ ...row, sessions: Number(row.sessions) }))
}

/** Who says something about a browser, and from which. */
interface VouchingSession {
  person: { id: string; created_at: number }
  session: Pick<SessionQueryRow, 'id' | 'browser_id'>
}

/**
 * Whether the browser of a session may say of another that it is the person's, or would after a proof that they can give there. Asked before
 * that proof, so that nobody signs for nothing.
 */
export async function canSessionTrustOtherBrowsers(
  queries: DatabaseQueryBuilder,
  { person, session }: VouchingSession,
  { newBrowserNoticeDays, now }: { newBrowserNoticeDays: number; now: number },
): Promise<boolean> {
  if ((await getBrowserTrustState(queries, { person, session }, { newBrowserNoticeDays, now })) !== 'untrusted')
    return true
  if (session.browser_id === null) return false
  const passkey = await queries
    .selectFrom('passkeys')
    .select('id')
    .where('person_id', '=', person.id)
    .where('removed_at', 'is', null)
    .where('trusted_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return passkey !== undefined
}

/** Whether the browser of a session is known, or becomes so by a step-up there with any wallet of the person. */
export async function getBrowserTrustState(
  queries: DatabaseQueryBuilder,
  { person, session }: VouchingSession,
  { newBrowserNoticeDays, now }: { newBrowserNoticeDays: number; now: number },
): Promise<'trusted' | 'after-step-up' | 'untrusted'> {
  const own = await findOwnBrowser(queries, session)
  if (own === undefined) return 'untrusted'
  if (own.trusted_at !== null) return 'trusted'
  return canBrowserBeTrustedByStepUp(person, own, { newBrowserNoticeDays, now }) ? 'after-step-up' : 'untrusted'
}

const findOwnBrowser = (queries: DatabaseQueryBuilder, { browser_id: id }: VouchingSession['session']) =>
  queries.selectFrom('browsers').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * Says that a new browser is the person's own. Its sessions stay as they are: what they may do follows from their next proof.
 * @returns whether there was such a browser
 * @throws ApiError `browser.not_trusted` where the browser of who says so is not known itself, `step_up.required` where a proof there makes it
 * so; `session.required` where their session has ended since it was looked up
 */
export async function trustBrowser(
  { queries, random }: BrowserTrustContext,
  signedIn: VouchingSession,
  { browserId, newBrowserNoticeDays, now }: { browserId: string; newBrowserNoticeDays: number; now: number },
): Promise<boolean> {
  const {
    person,
    session: { id: sessionId },
  } = signedIn
  const personId = person.id
  return queries.transaction().execute(async (transaction) => {
    await lockPersonAndSessionRows(transaction, signedIn)
    // One who is new themselves cannot vouch for another: two browsers of a stranger would do it for each other (THREATS P13).
    const trustState = await getBrowserTrustState(transaction, signedIn, { newBrowserNoticeDays, now })
    const own = trustState === 'trusted' ? await findOwnBrowser(transaction, signedIn.session) : undefined
    if (own === undefined)
      throw new ApiError(trustState === 'after-step-up' ? 'step_up.required' : 'browser.not_trusted')
    const { trusted_by_wallet_id, trusted_by_passkey_id } = own
    const known = await transaction
      .updateTable('browsers')
      .set({ ...getTrustedBrowserColumnValues(now), trusted_by_wallet_id, trusted_by_passkey_id })
      .where('id', '=', browserId)
      .where('person_id', '=', personId)
      .where(({ not }) => not(isTrustedBrowserSql()))
      .returning(['user_agent', 'network_prefix'])
      .executeTakeFirst()
    if (known === undefined) return false
    const content = { browserId, sessionId, networkPrefix: known.network_prefix, userAgent: known.user_agent }
    await appendAuditEvents(transaction, random, now, [
      { type: 'browser.trusted', outcome: 'success', details: {}, evidence: { personId, content } },
    ])
    return true
  })
}

/**
 * Says that a browser is not the person's, whether it was known or not: its sessions end, with all that applications were given through them. It is
 * forgotten as well, so that it is announced again should it come back, but by a browser that is known or older: a stranger's would
 * make the person's own new ones (THREATS P13).
 * @returns how many sessions ended, or null where there is no such browser
 * @throws ApiError `merge.already_open` where a session there began by what goes back if a merge is undone; `session.required` where the
 * session of who says so has ended since it was looked up
 */
export async function reportUnrecognizedBrowser(
  { queries, random }: BrowserTrustContext,
  signedIn: SessionEndRequester & VouchingSession,
  { browserId, now }: { browserId: string; now: number },
): Promise<number | null> {
  const personId = signedIn.person.id
  return queries.transaction().execute(async (transaction) => {
    // A sign-in that is under way there is waited for, and its session ends with the others.
    await lockPersonAndSessionRows(transaction, signedIn)
    if (
      (await listSessionsProtectedAfterMerge(transaction, signedIn, now)).some(
        (protectedSession) => protectedSession.browser_id === browserId,
      )
    )
      throw new ApiError('merge.already_open')
    const held = await transaction
      .updateTable('browsers')
      .set((expression) => ({ last_seen_at: expression.ref('last_seen_at') }))
      .where('id', '=', browserId)
      .where('person_id', '=', personId)
      .returningAll()
      .executeTakeFirst()
    if (held === undefined) return null
    const own = await findOwnBrowser(transaction, signedIn.session)
    const ended = await endSessionsInTransaction(transaction, random, { browserId, personId }, 'revoked', now)
    if (ended.length > 0) await appendAuditEvents(transaction, random, now, ended)
    if (own === undefined || !canForgetBrowser(own, held)) return ended.length
    await transaction.updateTable('sessions').set({ browser_id: null }).where('browser_id', '=', browserId).execute()
    await transaction.deleteFrom('browsers').where('id', '=', browserId).execute()
    return ended.length
  })
}

/** Whether what one browser says of another may go as far as to forget it. */
const canForgetBrowser = (own: BrowsersTable, other: BrowsersTable): boolean =>
  own.trusted_at !== null || (other.trusted_at === null && own.first_seen_at < other.first_seen_at)
