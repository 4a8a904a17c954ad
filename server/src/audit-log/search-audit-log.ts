// Scans the index of the most selective filter, and checks the other filters on each entry. A page
// scans a limited number of entries.
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

/** Times are in milliseconds since 1970. */
export interface AuditEntryFilter {
  types?: readonly AuditEventType[] | undefined
  outcome?: 'success' | 'refused' | undefined
  personIds?: readonly string[] | undefined
  actorId?: string | undefined
  applicationId?: string | undefined
  group?: string | undefined
  reason?: string | undefined
  network?: string | undefined
  way?: SignInMethod | undefined
  /** In stored form. */
  address?: { address: string; ownerIds: readonly string[] } | undefined
  /** Inclusive. */
  from?: number | undefined
  /** Exclusive. */
  to?: number | undefined
}

/** Both exclusive. */
export interface AuditEntryPageBounds {
  before: number | null
  after: number | null
  size: number
}

export interface AuditLogSearchResultEntry extends AuditEventsTable {
  person_id: string | null
  /** JSON text; null if the evidence was erased. */
  content: string | null
}

export interface AuditLogSearchResultPage {
  entries: AuditLogSearchResultEntry[]
  /** May be set even if the page is not full. */
  nextBefore: number | null
}

const maxScannedEntries = 5000
const scanBatchSize = 1000

export async function searchAuditLog(
  queries: DatabaseQueryBuilder,
  filter: AuditEntryFilter,
  { before, after, size }: AuditEntryPageBounds,
): Promise<AuditLogSearchResultPage> {
  const { walk, rest } = planSearch(filter)
  const wanted = size + 1
  const entries: AuditLogSearchResultEntry[] = []
  let walked = 0
  for (const { above, below } of await findSequenceRanges(queries, filter, {
    above: after ?? 0,
    below: before ?? Number.MAX_SAFE_INTEGER,
  })) {
    for (let end = below; ;) {
      if (walked > 0) await giveWay()
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

// By hour, because clocks can be set back. An entry that is not counted yet may have any time.
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
type IndexScan = (stretch: SequenceRange, size: number) => RawBuilder<unknown>

function planSearch(filter: AuditEntryFilter): { walk: IndexScan; rest: Condition[] } {
  const { personIds, address, actorId, applicationId, group, reason, network, way, types, outcome, from, to } = filter
  // Written so that no index matches, because PostgreSQL would combine that index with the scan.
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
  // Few entries are refused, and they have a partial index, which is used only with this literal.
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

const scanTypes = (types: readonly AuditEventType[]) => ({
  walk: scanIndex(
    sql`audit_events`,
    types.map((type) => sql`type = ${type}`),
  ),
  rest: sql`1 = 1`,
})

const groupEventTypes: readonly AuditEventType[] = [
  'group.added',
  'group.changed',
  'group.removed',
  'group.member_added',
  'group.member_removed',
]

/** User input cannot match, because JSON escapes quotation marks. */
const isAboutGroup = (group: string): Condition =>
  sql`event.type in (${sql.join(groupEventTypes)}) and replace(event.details, ${`"group":${JSON.stringify(group)}`}, '') <> event.details`

/** Entries of these types name the sign-in method, and their details contain no user input. */
const signInEventTypes: readonly AuditEventType[] = ['session.started', 'session.stepped_up']

function usesSignInMethod(way: string): Condition {
  const methods = [...signInMethodByProofMethod].filter(([, ofMethod]) => ofMethod === way)
  const named = methods.map(([method]) => sql`event.details like ${`%"method":"${method}"%`}`)
  return sql`event.type in (${sql.join(signInEventTypes)}) and (${sql.join(named, sql` or `)})`
}

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

/** An index of networks, which can identify people, would outlive the evidence. */
const isFromNetwork = (network: string): Condition =>
  sql`replace(content, ${`"networkPrefix":${JSON.stringify(network)}`}, '') <> content`

// User input cannot match, because JSON escapes quotation marks.
const namesAddress = (address: string): Condition => {
  const named = `"address":"${address}"`
  return chainFamilies.eip155.isFamilyAddress(address)
    ? sql`lower(content) like ${`%${named}%`}`
    : sql`replace(content, ${named}, '') <> content`
}

// "cross join" makes SQLite start with the scan, as PostgreSQL should too.
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
