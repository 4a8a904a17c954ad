// Review of untrusted browsers, which a relayed signature can create (THREATS M17).
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

export type UntrustedBrowserRow = BrowsersTable & { sessions: number }

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

interface VouchingSession {
  person: { id: string; created_at: number }
  session: Pick<SessionQueryRow, 'id' | 'browser_id'>
}

/** Checked before a step-up, so that the person does not sign for nothing. */
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

/** False if missing. @throws `browser.not_trusted`, `step_up.required`, `session.required` */
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
    // Without this check, two browsers of an attacker could vouch for each other (THREATS P13).
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

// Also forgets the browser if the current one is trusted or older (THREATS P13). Returns the number
// of ended sessions; null if missing. Throws `merge.already_open`, `session.required`.
export async function reportUnrecognizedBrowser(
  { queries, random }: BrowserTrustContext,
  signedIn: SessionEndRequester & VouchingSession,
  { browserId, now }: { browserId: string; now: number },
): Promise<number | null> {
  const personId = signedIn.person.id
  return queries.transaction().execute(async (transaction) => {
    // This waits for a concurrent sign-in in that browser, so that its session also ends.
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

const canForgetBrowser = (own: BrowsersTable, other: BrowsersTable): boolean =>
  own.trusted_at !== null || (other.trusted_at === null && own.first_seen_at < other.first_seen_at)
