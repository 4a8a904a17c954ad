// Finds lines of the whole log by any search predicates, the newest first, a page at a time. One predicate, the one with the fewest lines, leads:
// its index is walked, and the others are looked at on the way. A walk goes only so far in one page, so that a page costs the same
// however deep it is in the log, and however rarely they are met together; the next page goes on where it stopped.
import { signInMethodByProofMethod } from '@countersign/api/sign-in-methods'
import type { SignInMethod } from '@countersign/api/sign-in-methods'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { setImmediate as giveWay } from 'node:timers/promises'
import { chainFamilies } from '../chains/families/chain-family-registry.ts'
import type { DatabaseQueryBuilder } from '../platform/database/open-sqlite-or-postgres-database.ts'
import type { AuditEventsTable } from '../platform/database/database-schema.ts'
import { hourMs } from './count-audit-events.ts'
import type { AuditEventType } from './append-audit-events.ts'

/** Which lines. Times in milliseconds since 1970. */
export interface AuditEntryFilter {
  types?: readonly AuditEventType[] | undefined
  outcome?: 'success' | 'refused' | undefined
  /** A person and whoever was merged into them. */
  personIds?: readonly string[] | undefined
  /** Who did it to others: the id of a person or of a token. */
  actorId?: string | undefined
  applicationId?: string | undefined
  /** The id of a group that was made, changed or removed, or that somebody came to belong to or left. */
  group?: string | undefined
  reason?: string | undefined
  /** The network from which it was done, as the evidence has it. */
  network?: string | undefined
  /** By what somebody proved that it is them. */
  way?: SignInMethod | undefined
  /** Lines that name this address, as it is stored. */
  address?: { address: string; ownerIds: readonly string[] } | undefined
  /** Not before. */
  from?: number | undefined
  /** Before. */
  to?: number | undefined
}

/** Where a page is: between these lines, both left out. */
export interface AuditEntryPageBounds {
  before: number | null
  after: number | null
  size: number
}

/** A line with the evidence that is still there. */
export interface AuditLogSearchResultEntry extends AuditEventsTable {
  person_id: string | null
  /** JSON; null where it was erased. */
  content: string | null
}

/** A page. There can be more where `nextBefore` says so, even where this page is not full. */
export interface AuditLogSearchResultPage {
  entries: AuditLogSearchResultEntry[]
  /** Where the next page begins: before this line. */
  nextBefore: number | null
}

/** How many lines a page looks at, at most, for those that meet all predicates; and how many at a time, with a turn for everybody else in between. */
const maxScannedEntries = 5000
const scanBatchSize = 1000

/**
 * Finds a page of lines.
 */
export async function searchAuditLog(
  queries: DatabaseQueryBuilder,
  filter: AuditEntryFilter,
  { before, after, size }: AuditEntryPageBounds,
): Promise<AuditLogSearchResultPage> {
  const { walk, rest } = planSearch(filter)
  // One more than the page holds says whether there is another.
  const wanted = size + 1
  const entries: AuditLogSearchResultEntry[] = []
  let walked = 0
  for (const { above, below } of await findSequenceRanges(queries, filter, {
    above: after ?? 0,
    below: before ?? Number.MAX_SAFE_INTEGER,
  })) {
    for (let end = below; ;) {
      if (walked > 0) await giveWay()
      // Where nothing else is looked at, every line that is walked over is one of the page.
      const length = rest.length === 0 ? wanted - entries.length : Math.min(scanBatchSize, maxScannedEntries - walked)
      if (length <= 0) return { entries, nextBefore: end }
      const stretch = walk({ above, below: end }, length)
      const reached = await sql<{
        end: number | null
        many: number
      }>`select min(sequence) as "end", count(*) as many from (${stretch}) as walked`.execute(queries)
      const { end: last = null, many = 0 } = reached.rows[0] ?? {}
      if (last === null) break
      entries.push(...(await readEntries(queries, stretch, rest, wanted - entries.length)))
      if (entries.length === wanted)
        return { entries: entries.slice(0, size), nextBefore: entries[size - 1]?.sequence ?? null }
      walked += many
      if (many < length) break
      end = last
    }
  }
  return { entries, nextBefore: null }
}

interface SequenceRange {
  above: number
  below: number
}

/**
 * Where lines of these times can be. Lines are in the order in which they were written, and clocks are set back; so it is not computed
 * but looked up, by the hour, and what is not counted yet may be of any time.
 */
async function findSequenceRanges(
  queries: DatabaseQueryBuilder,
  { from, to }: AuditEntryFilter,
  whole: SequenceRange,
): Promise<SequenceRange[]> {
  if (from === undefined && to === undefined) return [whole]
  const { sequence: counted } = await queries
    .selectFrom('audit_event_cursor')
    .select('sequence')
    .executeTakeFirstOrThrow()
  const hours = await queries
    .selectFrom('audit_event_hours')
    .select(({ fn }) => [fn.min('first_sequence').as('first'), fn.max('last_sequence').as('last')])
    .where('hour', '>=', Math.floor((from ?? 0) / hourMs))
    .where('hour', '<=', Math.floor(Math.min(to ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER) / hourMs))
    .executeTakeFirstOrThrow()
  const newest = { above: Math.max(whole.above, counted), below: whole.below }
  const { first, last } = hours
  if (first === null) return [newest]
  return [
    newest,
    { above: Math.max(whole.above, first - 1), below: Math.min(whole.below, last + 1, counted + 1) },
  ].filter(({ above, below }) => above < below - 1)
}

type Condition = RawBuilder<unknown>
/** The sequences of a stretch that a predicate leads to, the newest first, at most so many. */
type IndexScan = (stretch: SequenceRange, size: number) => RawBuilder<unknown>

/** Which predicate leads, and what is left to be looked at on the way. */
function planSearch(filter: AuditEntryFilter): { walk: IndexScan; rest: Condition[] } {
  const { personIds, address, actorId, applicationId, group, reason, network, way, types, outcome, from, to } = filter
  // What is looked at on the way is written so that no index answers it: PostgreSQL would go along that one beside the walk, over however
  // many lines there are between two that are walked.
  const predicates: { walk: IndexScan | null; rest: Condition }[] = []
  const linked = (kind: 'application' | 'actor' | 'reason', target: string) => ({
    walk: scanIndex(sql`audit_event_links`, [sql`kind = ${kind} and target = ${target}`]),
    rest: sql`exists (select 1 from audit_event_links as link where link.kind = ${kind} and link.target = ${target} and link.sequence = event.sequence)`,
  })
  if (personIds !== undefined) {
    predicates.push({
      walk: scanIndex(
        sql`audit_event_evidence`,
        personIds.map((id) => sql`person_id = ${id}`),
      ),
      rest: sql`evidence.person_id in (${sql.join(personIds)})`,
    })
  }
  if (address !== undefined) {
    const named = namesAddress(address.address)
    const owned = address.ownerIds.map((id) => sql`person_id = ${id} and ${named}`)
    predicates.push({
      walk: scanIndex(sql`audit_event_evidence`, [sql`address = ${address.address}`, ...owned]),
      rest: named,
    })
  }
  if (actorId !== undefined) predicates.push(linked('actor', actorId))
  if (applicationId !== undefined) predicates.push(linked('application', applicationId))
  if (reason !== undefined) predicates.push(linked('reason', reason))
  if (types !== undefined) {
    // Many kinds together are most of the log: then the log itself leads.
    const walk =
      types.length > maxIndexScans
        ? null
        : scanIndex(
            sql`audit_events`,
            types.map((type) => sql`type = ${type}`),
          )
    predicates.push({ walk, rest: sql`event.type || '' in (${sql.join(types)})` })
  }
  if (way !== undefined) predicates.push(scanTypes(signInEventTypes), { walk: null, rest: usesSignInMethod(way) })
  if (group !== undefined) predicates.push(scanTypes(groupEventTypes), { walk: null, rest: isAboutGroup(group) })
  if (network !== undefined) predicates.push({ walk: null, rest: isFromNetwork(network) })
  // Few lines are refused, and these have an index; it knows the word only as it is written here.
  if (outcome !== undefined)
    predicates.push({
      walk: outcome === 'refused' ? scanIndex(sql`audit_events`, [sql`outcome = 'refused'`]) : null,
      rest: sql`event.outcome || '' = ${outcome}`,
    })
  if (from !== undefined) predicates.push({ walk: null, rest: sql`event.at >= ${from}` })
  if (to !== undefined) predicates.push({ walk: null, rest: sql`event.at < ${to}` })
  const leading = predicates.find(({ walk }) => walk !== null)
  return {
    walk: leading?.walk ?? scanIndex(sql`audit_events`, [sql`1 = 1`]),
    rest: predicates.filter((predicate) => predicate !== leading).map(({ rest }) => rest),
  }
}

const maxIndexScans = 8

/** Leads over the lines of a few kinds; of which they are is looked at with the rest. */
const scanTypes = (types: readonly AuditEventType[]) => ({
  walk: scanIndex(
    sql`audit_events`,
    types.map((type) => sql`type = ${type}`),
  ),
  rest: sql`1 = 1`,
})

/** The lines that are about a group. */
const groupEventTypes: readonly AuditEventType[] = [
  'group.added',
  'group.changed',
  'group.removed',
  'group.member_added',
  'group.member_removed',
]

/** What a stranger wrote has its quotation marks escaped in JSON, and is not taken for it. */
const isAboutGroup = (group: string): Condition =>
  sql`event.type in (${sql.join(groupEventTypes)}) and replace(event.details, ${`"group":${JSON.stringify(group)}`}, '') <> event.details`

/** The lines that say by which method somebody proved that it is them; their details hold nothing that a stranger wrote. */
const signInEventTypes: readonly AuditEventType[] = ['session.started', 'session.stepped_up']

function usesSignInMethod(way: string): Condition {
  const methods = [...signInMethodByProofMethod].filter(([, ofMethod]) => ofMethod === way)
  const named = methods.map(([method]) => sql`event.details like ${`%"method":"${method}"%`}`)
  return sql`event.type in (${sql.join(signInEventTypes)}) and (${sql.join(named, sql` or `)})`
}

/** A walk over one index in several places at once, as for several kinds of line. */
function scanIndex(table: RawBuilder<unknown>, places: readonly Condition[]): IndexScan {
  return ({ above, below }, size) => {
    const parts = places.map(
      (place) =>
        sql`select sequence from (select sequence from ${table} where ${place} and sequence > ${above} and sequence < ${below} order by sequence desc limit ${size}) as part`,
    )
    const [only] = parts
    return parts.length === 1 && only !== undefined
      ? only
      : sql`select sequence from (${sql.join(parts, sql` union all `)}) as parts order by sequence desc limit ${size}`
  }
}

/** Whether it was done from this network. Networks identify people, and so there is no index of them that would outlive the evidence. */
const isFromNetwork = (network: string): Condition =>
  sql`replace(content, ${`"networkPrefix":${JSON.stringify(network)}`}, '') <> content`

/** Whether the evidence names the address. Of Ethereum whatever its spelling is; of all others the letter case is part of it, and "like" of SQLite
 * knows none. What a stranger wrote has its quotation marks escaped in JSON, and is not taken for it. */
const namesAddress = (address: string): Condition => {
  const named = `"address":"${address}"`
  return chainFamilies.eip155.isFamilyAddress(address)
    ? sql`lower(content) like ${`%${named}%`}`
    : sql`replace(content, ${named}, '') <> content`
}

/** The lines of a stretch that meet the other predicates as well. What is walked comes first in every plan: "cross join" tells SQLite so, and
 * PostgreSQL, which may go along another index beside it, is to begin there too. */
async function readEntries(
  queries: DatabaseQueryBuilder,
  stretch: RawBuilder<unknown>,
  rest: readonly Condition[],
  size: number,
): Promise<AuditLogSearchResultEntry[]> {
  const conditions = [sql`event.sequence = walked.sequence`, ...rest]
  const { rows } = await sql<AuditLogSearchResultEntry>`select event.*, evidence.person_id, evidence.content
    from (${stretch}) as walked cross join audit_events as event left join audit_event_evidence as evidence on evidence.sequence = event.sequence
    where ${sql.join(conditions, sql` and `)} order by walked.sequence desc limit ${size}`.execute(queries)
  return rows
}
