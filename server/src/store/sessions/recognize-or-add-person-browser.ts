// The browsers that a person signs in with (trusted devices). One that was never seen is announced; one that nobody has shown to be the
// person's own lets them in, and no further (THREATS M17).
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import {
  prepareSqlQuery,
  prepareSqlBatchQuery,
  pipelineSqlStatement,
} from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { BrowsersTable, PeopleTable } from '../../platform/database/database-schema.ts'
import { createRandomId } from '../../platform/create-random-id.ts'
import { untrustedBrowserColumnValues } from './untrust-browsers.ts'
import {
  isTrustedBrowserSql,
  getTrustedBrowserColumnValues,
  canBrowserBeTrustedByStepUp,
} from './trusted-browser-sql-condition.ts'
import { isActiveSessionSql } from './active-session-sql-condition.ts'
import type { SessionQueryRow } from './describe-session.ts'

/** Where somebody signs in. */
interface BrowserRequestInfo {
  browserHash: string | null
  networkPrefix: string
  userAgent: string
  now: number
  newBrowserNoticeDays: number
}

/** What was just proved that no stranger could have, where it was. */
export interface BrowserTrustProof {
  trustedBy: BrowserTrustSource
  /** Whether it shows by itself that the browser is the person's: a passkey of one that is. Signatures of a wallet can have been carried there, also
   * the second (THREATS P13). */
  provesBrowser: boolean
}

/** By what a browser is known. */
type BrowserTrustSource = Pick<BrowsersTable, 'trusted_by_wallet_id' | 'trusted_by_passkey_id'>

/** A browser, and the log lines of what is new about it, which name the session that has just begun in it. */
export type RecognizedPersonBrowser = Pick<BrowsersTable, 'trusted_at'> & {
  id: string | null
  browser_hash: string | null
  events: (sessionId: string) => NewAuditEvent[]
}

/** What is known of the browser of a sign-in, and whether its person was ever anywhere. */
export interface SignInBrowserLookupResult {
  existing: Awaited<ReturnType<typeof selectBrowser>>[number] | undefined
  hasSignedInBefore: boolean
}

/** Looks the browser of a sign-in up among those of the person. Hold the person before. */
export async function findSignInBrowserRecord(
  transaction: DatabaseTransaction,
  person: Pick<PeopleTable, 'id' | 'created_at'>,
  { browserHash, now }: Pick<BrowserRequestInfo, 'browserHash' | 'now'>,
): Promise<SignInBrowserLookupResult> {
  const [[existing], hasSignedInBefore] = await Promise.all([
    browserHash === null ? [] : selectBrowser(transaction, person.id, browserHash),
    person.created_at < now ? true : hasPersonSignedInBefore(transaction, person.id),
  ])
  return { existing, hasSignedInBefore }
}

/**
 * Recognises the browser of a sign-in, or adds it to those of the person.
 * @param trustEvidence what was just proved, where it counts for what is sensitive; or else null
 */
export async function recognizeOrAddPersonBrowser(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  person: Pick<PeopleTable, 'id' | 'created_at'>,
  { browserHash, networkPrefix, userAgent, now, newBrowserNoticeDays }: BrowserRequestInfo,
  { existing, hasSignedInBefore }: SignInBrowserLookupResult,
  trustEvidence: BrowserTrustProof | null,
): Promise<RecognizedPersonBrowser> {
  // Nothing to recognise it by: it stays unknown.
  if (browserHash === null) return { id: null, browser_hash: null, trusted_at: null, events: () => [] }
  // The first browser of a person is no news to anyone: that in which they were made. Who was there before has had others, also where
  // these are kept no longer (retention/).
  const isNew = existing === undefined && hasSignedInBefore
  // Every later one is younger than its person, whatever the clock says: which one was the first is what `canBecomeTrustedByStepUp` goes by.
  const first_seen_at = existing?.first_seen_at ?? (isNew ? Math.max(now, person.created_at + 1) : now)
  const announced_since = (existing && (await getAnnouncedSince(transaction, existing, now))) ?? now
  const trustedBefore = existing === undefined ? null : existing.trusted_at
  const isKnown =
    trustedBefore !== null ||
    (trustEvidence !== null &&
      (trustEvidence.provesBrowser ||
        canBrowserBeTrustedByStepUp(person, { first_seen_at, announced_since }, { newBrowserNoticeDays, now })))
  // The last such proof is what it is known by: the session that begins here ends with the same way in.
  const { trusted_by_wallet_id, trusted_by_passkey_id } = isKnown
    ? (trustEvidence?.trustedBy ?? existing ?? untrustedBrowserColumnValues)
    : untrustedBrowserColumnValues
  const row = {
    // Nobody else adds one meanwhile: who signs in holds the person.
    id: existing?.id ?? createRandomId(random),
    person_id: person.id,
    browser_hash: browserHash,
    first_seen_at,
    ...(isKnown
      ? getTrustedBrowserColumnValues(trustedBefore ?? now)
      : { ...untrustedBrowserColumnValues, announced_since }),
    trusted_by_wallet_id,
    trusted_by_passkey_id,
    user_agent: userAgent,
    network_prefix: networkPrefix,
    last_seen_at: now,
  }
  await pipelineSqlStatement(transaction, upsertBrowsers(transaction, [row]))
  const line =
    (type: 'browser.first_seen' | 'browser.trusted') =>
    (sessionId: string): NewAuditEvent => ({
      type,
      outcome: 'success',
      details: {},
      evidence: { personId: person.id, content: { browserId: row.id, sessionId, networkPrefix, userAgent } },
    })
  const lines = [
    ...(isNew ? [line('browser.first_seen')] : []),
    ...(isKnown && trustedBefore === null ? [line('browser.trusted')] : []),
  ]
  const { id, browser_hash, trusted_at } = row
  return { id, browser_hash, trusted_at, events: (sessionId) => lines.map((write) => write(sessionId)) }
}

/** Since when a browser has been announced: as long as it has a session it is. Once it had none, it begins anew: nobody could have seen it. */
async function getAnnouncedSince(
  queries: DatabaseQueryBuilder,
  { id, announced_since }: Pick<BrowsersTable, 'id' | 'announced_since'>,
  now: number,
): Promise<number | null> {
  if (announced_since === null) return null
  const [session] = await selectActiveSessionInBrowser(queries, id, now)
  return session === undefined ? null : announced_since
}

const selectActiveSessionInBrowser = prepareSqlQuery((queries, browserId: string, now: number) =>
  queries
    .selectFrom('sessions')
    .select('id')
    .where('browser_id', '=', browserId)
    .where(isActiveSessionSql(now))
    .limit(1),
)

const selectBrowser = prepareSqlQuery((queries, personId: string, browserHash: string) =>
  queries
    .selectFrom('browsers')
    .select(['id', 'first_seen_at', 'trusted_at', 'announced_since', 'trusted_by_wallet_id', 'trusted_by_passkey_id'])
    .where('person_id', '=', personId)
    .where('browser_hash', '=', browserHash),
)

/** Whether a browser is known to be this person's own. */
export async function isBrowserTrusted(
  queries: DatabaseQueryBuilder,
  personId: string,
  browserHash: string,
): Promise<boolean> {
  const [browser] = await selectBrowser(queries, personId, browserHash)
  return browser !== undefined && browser.trusted_at !== null
}

/**
 * Whether a signature that was made in a browser speaks for the person: the browser is known to them, or a second signature there makes it so
 * (decision 0057).
 */
export async function isBrowserTrustedAfterStepUp(
  queries: DatabaseQueryBuilder,
  person: Pick<PeopleTable, 'id' | 'created_at'>,
  { browserHash, newBrowserNoticeDays, now }: { browserHash: string; newBrowserNoticeDays: number; now: number },
): Promise<boolean> {
  const [browser] = await selectBrowser(queries, person.id, browserHash)
  if (browser === undefined) return false
  if (browser.trusted_at !== null) return true
  const announced_since = await getAnnouncedSince(queries, browser, now)
  return canBrowserBeTrustedByStepUp(person, { ...browser, announced_since }, { newBrowserNoticeDays, now })
}

/** Which of these wallets a person has signed in with in a browser that is known to them, so that no stranger's browser added them. */
export async function listWalletIdsUsedInTrustedBrowsers(
  queries: DatabaseQueryBuilder,
  personId: string,
  walletIds: readonly string[],
): Promise<Set<string>> {
  const rows = await queries
    .selectFrom('sessions')
    .innerJoin('browsers', 'browsers.id', 'sessions.browser_id')
    .select('sessions.wallet_id')
    .distinct()
    .where('sessions.person_id', '=', personId)
    .where('sessions.wallet_id', 'in', walletIds)
    // What another device signed confirms nothing.
    .where('sessions.stepped_up_at', 'is not', null)
    .where(isTrustedBrowserSql())
    .execute()
  return new Set(rows.flatMap(({ wallet_id }) => wallet_id ?? []))
}

const updatedColumns = [
  'user_agent',
  'network_prefix',
  'last_seen_at',
  'trusted_at',
  'trusted_by_wallet_id',
  'trusted_by_passkey_id',
  'announced_since',
] as const
const upsertBrowsers = prepareSqlBatchQuery((queries, rows: readonly BrowsersTable[]) =>
  queries
    .insertInto('browsers')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['person_id', 'browser_hash'])
        .doUpdateSet((expression) =>
          Object.fromEntries(updatedColumns.map((column) => [column, expression.ref(`excluded.${column}`)])),
        ),
    ),
)

const selectPersonWithHistory = prepareSqlQuery((queries, personId: string) =>
  queries
    .selectFrom('people')
    .select('people.id')
    .where('people.id', '=', personId)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('browsers').select('browsers.id').where('browsers.person_id', '=', personId)),
        exists(selectFrom('sessions').select('sessions.id').where('sessions.person_id', '=', personId)),
      ]),
    ),
)

const hasPersonSignedInBefore = async (transaction: DatabaseTransaction, personId: string): Promise<boolean> =>
  (await selectPersonWithHistory(transaction, personId)).length > 0

const lockBrowserRows = (transaction: DatabaseTransaction) =>
  transaction.updateTable('browsers').set((expression) => ({ trusted_at: expression.ref('trusted_at') }))

/** Holds the browsers of people. Hold the people before, and their sessions after. */
export async function lockBrowserRowsOfPeople(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  await lockBrowserRows(transaction).where('person_id', 'in', personIds).execute()
}

/** Holds the browser of a session, before the session, as who signs in there does. */
export async function lockBrowserRowOfSession(
  transaction: DatabaseTransaction,
  { browser_id: id }: Pick<SessionQueryRow, 'browser_id'>,
): Promise<void> {
  if (id !== null) await lockBrowserRows(transaction).where('id', '=', id).execute()
}

/**
 * Lets a session count as confirmed now, and its browser as the person's own, because they have shown it by other means than a way in.
 * Hold both before.
 * @returns the log lines
 */
export async function markSessionAndBrowserTrusted(
  transaction: DatabaseTransaction,
  session: SessionQueryRow,
  now: number,
): Promise<NewAuditEvent[]> {
  await transaction.updateTable('sessions').set({ stepped_up_at: now }).where('id', '=', session.id).execute()
  if (session.browser_id === null || session.browser_known_at !== null) return []
  const trustedBy = { trusted_by_wallet_id: session.wallet_id, trusted_by_passkey_id: session.passkey_id }
  await transaction
    .updateTable('browsers')
    .set({ ...getTrustedBrowserColumnValues(now), ...trustedBy })
    .where('id', '=', session.browser_id)
    .execute()
  const { network_prefix: networkPrefix, user_agent: userAgent } = session
  return [
    {
      type: 'browser.trusted',
      outcome: 'success',
      details: {},
      evidence: {
        personId: session.person_id,
        content: { browserId: session.browser_id, sessionId: session.id, networkPrefix, userAgent },
      },
    },
  ]
}
