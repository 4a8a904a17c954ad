import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { endSessionsInTransaction } from './end-sessions-with-audit-events.ts'
import { untrustOtherBrowsers } from './untrust-browsers.ts'
import { lockPersonAndSessionRows } from './lock-session-rows.ts'
import { listSessionsProtectedAfterMerge } from './sessions-protected-from-ending-after-merge.ts'
import type { SessionEndRequester } from './sessions-protected-from-ending-after-merge.ts'
import type { SessionQueryRow } from './describe-session.ts'

interface SessionEndContext {
  queries: DatabaseQueryBuilder
  random: RandomBytes
}

/** @returns whether the session was active @throws `merge.already_open`, `session.required` */
export async function endOwnSession(
  { queries, random }: SessionEndContext,
  signedIn: SessionEndRequester,
  id: string,
  now: number,
): Promise<boolean> {
  return queries.transaction().execute(async (transaction) => {
    await lockPersonAndSessionRows(transaction, signedIn)
    if (
      (await listSessionsProtectedAfterMerge(transaction, signedIn, now)).some(
        (protectedSessions) => protectedSessions.id === id,
      )
    )
      throw new ApiError('merge.already_open')
    const ended = await endSessionsInTransaction(
      transaction,
      random,
      { id, personId: signedIn.person.id },
      'revoked',
      now,
    )
    if (ended.length > 0) await appendAuditEvents(transaction, random, now, ended)
    return ended.length > 0
  })
}

/** Untrusts other browsers only if this one is trusted (THREATS P13). @throws `session.required` */
export async function endOtherSessions(
  { queries, random }: SessionEndContext,
  signedIn: SessionEndRequester & { session: Pick<SessionQueryRow, 'browser_id' | 'browser_known_at'> },
  now: number,
): Promise<number> {
  return queries.transaction().execute(async (transaction) => {
    await lockPersonAndSessionRows(transaction, signedIn)
    const protectedSessions = await listSessionsProtectedAfterMerge(transaction, signedIn, now)
    const protectedIds = protectedSessions.map(({ id }) => id)
    const ended = await endSessionsInTransaction(
      transaction,
      random,
      { personId: signedIn.person.id, except: signedIn.session.id, sparing: protectedIds },
      'revoked',
      now,
    )
    if (signedIn.session.browser_known_at !== null)
      await untrustOtherBrowsers(transaction, signedIn.person.id, [
        signedIn.session.browser_id,
        ...protectedSessions.map(({ browser_id }) => browser_id),
      ])
    if (ended.length > 0) await appendAuditEvents(transaction, random, now, ended)
    return ended.length
  })
}
