// Recognizes a person's browsers. Untrusted browsers cannot do anything sensitive (THREATS M17).
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

interface BrowserRequestInfo {
  browserHash: string | null
  networkPrefix: string
  userAgent: string
  now: number
  newBrowserNoticeDays: number
}

export interface BrowserTrustProof {
  trustedBy: BrowserTrustSource
  /** True only for a trusted passkey, because wallet signatures can be relayed (THREATS P13). */
  provesBrowser: boolean
}

type BrowserTrustSource = Pick<BrowsersTable, 'trusted_by_wallet_id' | 'trusted_by_passkey_id'>

export type RecognizedPersonBrowser = Pick<BrowsersTable, 'trusted_at'> & {
  id: string | null
  browser_hash: string | null
  events: (sessionId: string) => NewAuditEvent[]
}

export interface SignInBrowserLookupResult {
  existing: Awaited<ReturnType<typeof selectBrowser>>[number] | undefined
  hasSignedInBefore: boolean
}

/** Requires the person row lock. */
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

/** @param trustEvidence the proof just given, if it counts as step-up; null otherwise */
export async function recognizeOrAddPersonBrowser(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  person: Pick<PeopleTable, 'id' | 'created_at'>,
  { browserHash, networkPrefix, userAgent, now, newBrowserNoticeDays }: BrowserRequestInfo,
  { existing, hasSignedInBefore }: SignInBrowserLookupResult,
  trustEvidence: BrowserTrustProof | null,
): Promise<RecognizedPersonBrowser> {
  // A browser without a secret stays untrusted.
  if (browserHash === null) return { id: null, browser_hash: null, trusted_at: null, events: () => [] }
  // A person's first browser is not announced; earlier browsers may have been pruned (retention/).
  const isNew = existing === undefined && hasSignedInBefore
  // Only the first browser gets the person's creation time (see `canBrowserBeTrustedByStepUp`).
  const first_seen_at = existing?.first_seen_at ?? (isNew ? Math.max(now, person.created_at + 1) : now)
  const announced_since = (existing && (await getAnnouncedSince(transaction, existing, now))) ?? now
  const trustedBefore = existing === undefined ? null : existing.trusted_at
  const isKnown =
    trustedBefore !== null ||
    (trustEvidence !== null &&
      (trustEvidence.provesBrowser ||
        canBrowserBeTrustedByStepUp(person, { first_seen_at, announced_since }, { newBrowserNoticeDays, now })))
  // Trust depends on the latest proof, and ends when that sign-in method is removed.
  const { trusted_by_wallet_id, trusted_by_passkey_id } = isKnown
    ? (trustEvidence?.trustedBy ?? existing ?? untrustedBrowserColumnValues)
    : untrustedBrowserColumnValues
  const row = {
    // Sign-ins hold the person lock, so no other browser is added concurrently.
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

/** Null restarts the notice: without an active session, the person could not see the browser. */
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

export async function isBrowserTrusted(
  queries: DatabaseQueryBuilder,
  personId: string,
  browserHash: string,
): Promise<boolean> {
  const [browser] = await selectBrowser(queries, personId, browserHash)
  return browser !== undefined && browser.trusted_at !== null
}

/** Whether the browser is trusted or would be after a second signature in it (decision 0057). */
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

/** Returns the wallets used in trusted browsers; an attacker's browser cannot have added them. */
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
    // Excludes sessions with signatures from another device.
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

/** Lock order: people, browsers, sessions. */
export async function lockBrowserRowsOfPeople(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  await lockBrowserRows(transaction).where('person_id', 'in', personIds).execute()
}

/** This lock must be taken before the session lock, as in sign-in. */
export async function lockBrowserRowOfSession(
  transaction: DatabaseTransaction,
  { browser_id: id }: Pick<SessionQueryRow, 'browser_id'>,
): Promise<void> {
  if (id !== null) await lockBrowserRows(transaction).where('id', '=', id).execute()
}

/** For proofs other than a sign-in method. Requires both locks. @returns audit events to append */
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
