// Rows with equal keys are separate ranges, because SQLite would otherwise scan all of them.
import type { AdminApiEndpointInput } from '@countersign/api/admin-api-endpoints'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { decodeListCursor } from './admin-list-pagination.ts'
import type { SortOrder, ListRowPosition } from './admin-list-pagination.ts'
import { descendingNameSortKeySql, ascendingNameSortKeySql } from './people-sql-filters.ts'

export interface PersonIdWithSortKey {
  id: string
  key: string | number
}

export const getPersonListPosition = ({ key, id }: PersonIdWithSortKey): ListRowPosition => [key, id]

const sorts = {
  seen: {
    key: { asc: sql.ref('people.last_seen_at'), desc: sql.ref('people.last_seen_at') },
    kind: 'number',
    usually: 'desc',
  },
  created: {
    key: { asc: sql.ref('people.created_at'), desc: sql.ref('people.created_at') },
    kind: 'number',
    usually: 'desc',
  },
  name: { key: { asc: ascendingNameSortKeySql, desc: descendingNameSortKeySql }, kind: 'string', usually: 'asc' },
} as const

export interface PeopleSort {
  key: RawBuilder<unknown>
  order: SortOrder
  after: ListRowPosition | null
}

export function parsePeopleSort({
  sort = 'seen',
  order,
  cursor,
}: Pick<AdminApiEndpointInput<'listPeople'>['query'], 'sort' | 'order' | 'cursor'>): PeopleSort {
  const { key, kind, usually } = sorts[sort]
  const chosen: SortOrder = order ?? usually
  return { key: key[chosen], order: chosen, after: decodeListCursor(cursor, kind) }
}

const person = sql.ref('people.id')

/** @param sort its `end` is the last position; null scans to the end */
export async function scanPeopleInSortOrder(
  queries: DatabaseQueryBuilder,
  sort: PeopleSort & { end: ListRowPosition | null },
  conditions: readonly RawBuilder<unknown>[],
  size: number,
): Promise<PersonIdWithSortKey[]> {
  const rows: PersonIdWithSortKey[] = []
  for (const stretch of listScanRanges(sort)) {
    if (rows.length < size)
      rows.push(
        ...(await readScanRange(
          queries,
          sort,
          { ...stretch, conditions: [...stretch.conditions, ...conditions] },
          sql`limit ${size - rows.length}`,
        )),
      )
  }
  return rows
}

export async function findPeopleScanLimitPosition(
  queries: DatabaseQueryBuilder,
  sort: PeopleSort,
  people: number,
): Promise<ListRowPosition | null> {
  for (const stretch of listScanRanges({ ...sort, end: null })) {
    const [last] = await readScanRange(queries, sort, stretch, sql`limit 1 offset ${people}`)
    if (last !== undefined) return getPersonListPosition(last)
  }
  return null
}

interface ScanRange {
  conditions: RawBuilder<unknown>[]
  /** Whether all rows have the same key, so that ordering by ID alone avoids a sort in SQLite. */
  hasEqualKeys: boolean
}

async function readScanRange(
  queries: DatabaseQueryBuilder,
  { key, order }: PeopleSort,
  { conditions, hasEqualKeys }: ScanRange,
  limit: RawBuilder<unknown>,
): Promise<PersonIdWithSortKey[]> {
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  const direction = sql.raw(order)
  const first = hasEqualKeys ? sql`` : sql`${key} ${direction},`
  const { rows } =
    await sql<PersonIdWithSortKey>`select people.id, ${key} as key from people ${where} order by ${first} people.id ${direction} ${limit}`.execute(
      queries,
    )
  return rows
}

function listScanRanges({ key, order, after, end }: PeopleSort & { end: ListRowPosition | null }): ScanRange[] {
  const [beyond, within] = order === 'asc' ? [sql`>`, sql`<`] : [sql`<`, sql`>`]
  const behind = after === null ? [] : [sql`${person} ${beyond} ${after[1]}`]
  const until = end === null ? [] : [sql`${person} ${within}= ${end[1]}`]
  const level = (place: ListRowPosition, bounds: RawBuilder<unknown>[]): ScanRange => ({
    conditions: [sql`${key} = ${place[0]}`, ...bounds],
    hasEqualKeys: true,
  })
  if (after !== null && end !== null && after[0] === end[0]) return [level(after, [...behind, ...until])]
  const between = [
    ...(after === null ? [] : [sql`${key} ${beyond} ${after[0]}`]),
    ...(end === null ? [] : [sql`${key} ${within} ${end[0]}`]),
  ]
  return [
    ...(after === null ? [] : [level(after, behind)]),
    { conditions: between, hasEqualKeys: false },
    ...(end === null ? [] : [level(end, until)]),
  ]
}
