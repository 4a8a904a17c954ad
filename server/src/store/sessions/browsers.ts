// The browsers that a person signs in with (trusted devices). One that was never seen is announced; one that nobody has shown to be the
// person's own lets them in, and no further (THREATS M17).
import type { NewEvent } from '../../audit-log/append.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import { prepare, prepareRows, send } from '../../platform/database/prepared.ts'
import type { BrowsersTable, PeopleTable } from '../../platform/database/schema.ts'
import { createIdentifier } from '../../platform/identifier.ts'
import { unknown } from './forget-browsers.ts'
import { known, knownAt, knownFrom, mayProveItself } from './known.ts'
import { live } from './live.ts'
import type { SessionRow } from './store.ts'

/** Where somebody signs in. */
interface Arrival {
  browserHash: string | null
  networkPrefix: string
  userAgent: string
  now: number
  newBrowserDays: number
}

/** What was just proved that no stranger could have, where it was. */
export interface Sure {
  by: KnownBy
  /** Whether it shows by itself that the browser is the person's: a passkey of one that is. Signatures of a wallet can have been carried there, also
   * the second (THREATS P13). */
  vouches: boolean
}

/** By what a browser is known. */
type KnownBy = Pick<BrowsersTable, 'known_by_wallet_id' | 'known_by_passkey_id'>

/** A browser, and the log lines of what is new about it, which name the session that has just begun in it. */
export type RecognisedBrowser = Pick<BrowsersTable, 'known_at'> & {
  id: string | null
  browser_hash: string | null
  events: (sessionId: string) => NewEvent[]
}

/** What is known of the browser of a sign-in, and whether its person was ever anywhere. */
export interface KnownBrowser {
  before: Awaited<ReturnType<typeof selectBrowser>>[number] | undefined
  wasHere: boolean
}

/** Looks the browser of a sign-in up among those of the person. Hold the person before. */
export async function lookUpBrowser(
  transaction: Transaction,
  person: Pick<PeopleTable, 'id' | 'created_at'>,
  { browserHash, now }: Pick<Arrival, 'browserHash' | 'now'>,
): Promise<KnownBrowser> {
  const [[before], wasHere] = await Promise.all([
    browserHash === null ? [] : selectBrowser(transaction, person.id, browserHash),
    person.created_at < now ? true : hasBeenHere(transaction, person.id),
  ])
  return { before, wasHere }
}

/**
 * Recognises the browser of a sign-in, or adds it to those of the person.
 * @param sure what was just proved, where it counts for what is sensitive; or else null
 */
export async function recogniseBrowser(
  transaction: Transaction,
  random: Random,
  person: Pick<PeopleTable, 'id' | 'created_at'>,
  { browserHash, networkPrefix, userAgent, now, newBrowserDays }: Arrival,
  { before, wasHere }: KnownBrowser,
  sure: Sure | null,
): Promise<RecognisedBrowser> {
  // Nothing to recognise it by: it stays unknown.
  if (browserHash === null) return { id: null, browser_hash: null, known_at: null, events: () => [] }
  // The first browser of a person is no news to anyone: that in which they were made. Who was there before has had others, also where
  // these are kept no longer (retention/).
  const isNew = before === undefined && wasHere
  // Every later one is younger than its person, whatever the clock says: which one was the first is what `mayProveItself` goes by.
  const first_seen_at = before?.first_seen_at ?? (isNew ? Math.max(now, person.created_at + 1) : now)
  const announced_at = (before && (await announcedSince(transaction, before, now))) ?? now
  const knownBefore = before === undefined ? null : knownAt(before)
  const isKnown =
    knownBefore !== null ||
    (sure !== null &&
      (sure.vouches || mayProveItself(person, { first_seen_at, announced_at }, { newBrowserDays, now })))
  // The last such proof is what it is known by: the session that begins here ends with the same way in.
  const { known_by_wallet_id, known_by_passkey_id } = isKnown ? (sure?.by ?? before ?? unknown) : unknown
  const row = {
    // Nobody else adds one meanwhile: who signs in holds the person.
    id: before?.id ?? createIdentifier(random),
    person_id: person.id,
    browser_hash: browserHash,
    first_seen_at,
    ...(isKnown ? knownFrom(knownBefore ?? now) : { ...unknown, announced_at }),
    known_by_wallet_id,
    known_by_passkey_id,
    user_agent: userAgent,
    network_prefix: networkPrefix,
    last_seen_at: now,
  }
  await send(transaction, upsertBrowsers(transaction, [row]))
  const line =
    (type: 'browser.new' | 'browser.known') =>
    (sessionId: string): NewEvent => ({
      type,
      outcome: 'success',
      details: {},
      evidence: { personId: person.id, content: { browserId: row.id, sessionId, networkPrefix, userAgent } },
    })
  const lines = [
    ...(isNew ? [line('browser.new')] : []),
    ...(isKnown && knownBefore === null ? [line('browser.known')] : []),
  ]
  const { id, browser_hash, known_at } = row
  return { id, browser_hash, known_at, events: (sessionId) => lines.map((write) => write(sessionId)) }
}

/** Since when a browser has been announced: as long as it has a session it is. Once it had none, it begins anew: nobody could have seen it. */
async function announcedSince(
  queries: Queries,
  { id, announced_at }: Pick<BrowsersTable, 'id' | 'announced_at'>,
  now: number,
): Promise<number | null> {
  if (announced_at === null) return null
  const [session] = await selectLiveIn(queries, id, now)
  return session === undefined ? null : announced_at
}

const selectLiveIn = prepare((queries, browserId: string, now: number) =>
  queries.selectFrom('sessions').select('id').where('browser_id', '=', browserId).where(live(now)).limit(1),
)

const selectBrowser = prepare((queries, personId: string, browserHash: string) =>
  queries
    .selectFrom('browsers')
    .select([
      'id',
      'first_seen_at',
      'known_at',
      'vouched_at',
      'announced_at',
      'known_by_wallet_id',
      'known_by_passkey_id',
    ])
    .where('person_id', '=', personId)
    .where('browser_hash', '=', browserHash),
)

/** Whether a browser is known to be this person's own. */
export async function isBrowserKnown(queries: Queries, personId: string, browserHash: string): Promise<boolean> {
  const [browser] = await selectBrowser(queries, personId, browserHash)
  return browser !== undefined && knownAt(browser) !== null
}

/**
 * Whether a signature that was made in a browser speaks for the person: the browser is known to them, or a second signature there makes it so
 * (decision 0057).
 */
export async function mayVouchIn(
  queries: Queries,
  person: Pick<PeopleTable, 'id' | 'created_at'>,
  { browserHash, newBrowserDays, now }: { browserHash: string; newBrowserDays: number; now: number },
): Promise<boolean> {
  const [browser] = await selectBrowser(queries, person.id, browserHash)
  if (browser === undefined) return false
  if (knownAt(browser) !== null) return true
  const announced_at = await announcedSince(queries, browser, now)
  return mayProveItself(person, { ...browser, announced_at }, { newBrowserDays, now })
}

/** Which of these wallets a person has signed in with in a browser that is known to them, so that no stranger's browser added them. */
export async function listWalletsOfKnownBrowsers(
  queries: Queries,
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
    .where('sessions.confirmed_at', 'is not', null)
    .where(known())
    .execute()
  return new Set(rows.flatMap(({ wallet_id }) => wallet_id ?? []))
}

const changing = [
  'user_agent',
  'network_prefix',
  'last_seen_at',
  'known_at',
  'known_by_wallet_id',
  'known_by_passkey_id',
  'vouched_at',
  'announced_at',
] as const
const upsertBrowsers = prepareRows((queries, rows: readonly BrowsersTable[]) =>
  queries
    .insertInto('browsers')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['person_id', 'browser_hash'])
        .doUpdateSet((expression) =>
          Object.fromEntries(changing.map((column) => [column, expression.ref(`excluded.${column}`)])),
        ),
    ),
)

const selectAny = prepare((queries, personId: string) =>
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

const hasBeenHere = async (transaction: Transaction, personId: string): Promise<boolean> =>
  (await selectAny(transaction, personId)).length > 0

const hold = (transaction: Transaction) =>
  transaction.updateTable('browsers').set((expression) => ({ known_at: expression.ref('known_at') }))

/** Holds the browsers of people. Hold the people before, and their sessions after. */
export async function holdBrowsersOf(transaction: Transaction, personIds: readonly string[]): Promise<void> {
  await hold(transaction).where('person_id', 'in', personIds).execute()
}

/** Holds the browser of a session, before the session, as who signs in there does. */
export async function holdBrowser(
  transaction: Transaction,
  { browser_id: id }: Pick<SessionRow, 'browser_id'>,
): Promise<void> {
  if (id !== null) await hold(transaction).where('id', '=', id).execute()
}

/**
 * Lets a session count as confirmed now, and its browser as the person's own, because they have shown it by other means than a way in.
 * Hold both before.
 * @returns the log lines
 */
export async function trustSession(transaction: Transaction, session: SessionRow, now: number): Promise<NewEvent[]> {
  await transaction.updateTable('sessions').set({ confirmed_at: now }).where('id', '=', session.id).execute()
  if (session.browser_id === null || session.browser_known_at !== null) return []
  const knownBy = { known_by_wallet_id: session.wallet_id, known_by_passkey_id: session.passkey_id }
  await transaction
    .updateTable('browsers')
    .set({ ...knownFrom(now), ...knownBy })
    .where('id', '=', session.browser_id)
    .execute()
  const { network_prefix: networkPrefix, user_agent: userAgent } = session
  return [
    {
      type: 'browser.known',
      outcome: 'success',
      details: {},
      evidence: {
        personId: session.person_id,
        content: { browserId: session.browser_id, sessionId: session.id, networkPrefix, userAgent },
      },
    },
  ]
}
