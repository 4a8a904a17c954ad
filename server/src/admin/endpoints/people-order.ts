// Goes through people in an order, from a place to a place. Thousands can share what they are sorted by, such as having no name. Those who
// share it with the place are a stretch of their own: asked for together with the others, SQLite would go through all of them.
import type { AdminInput } from '@countersign/api/admin-calls'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queries } from '../../platform/database/open-database.ts'
import { readCursor } from './list-page.ts'
import type { Order, Place } from './list-page.ts'
import { nameDown, nameUp } from './people-search.ts'

/** A person, and what they are sorted by. */
export interface PlacedPerson {
  id: string
  key: string | number
}

export const placeOf = ({ key, id }: PlacedPerson): Place => [key, id]

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
  name: { key: { asc: nameUp, desc: nameDown }, kind: 'string', usually: 'asc' },
} as const

/** An order, and where in it a page begins. */
export interface Sort {
  key: RawBuilder<unknown>
  order: Order
  after: Place | null
}

/** @throws Refusal `request.invalid` for a cursor that is none of this order */
export function readSort({
  sort = 'seen',
  order,
  cursor,
}: Pick<AdminInput<'listPeople'>['query'], 'sort' | 'order' | 'cursor'>): Sort {
  const { key, kind, usually } = sorts[sort]
  const chosen: Order = order ?? usually
  return { key: key[chosen], order: chosen, after: readCursor(cursor, kind) }
}

const person = sql.ref('people.id')

/**
 * The first people who meet conditions.
 * @param sort where to begin, and the last place to look at; to the end where it is null
 */
export async function readInOrder(
  queries: Queries,
  sort: Sort & { end: Place | null },
  conditions: readonly RawBuilder<unknown>[],
  size: number,
): Promise<PlacedPerson[]> {
  const rows: PlacedPerson[] = []
  for (const stretch of stretchesOf(sort)) {
    if (rows.length < size)
      rows.push(
        ...(await read(
          queries,
          sort,
          { ...stretch, conditions: [...stretch.conditions, ...conditions] },
          sql`limit ${size - rows.length}`,
        )),
      )
  }
  return rows
}

/** Where somebody is who has looked through so many people; null where there are no more than that. */
export async function findEnd(queries: Queries, sort: Sort, people: number): Promise<Place | null> {
  for (const stretch of stretchesOf({ ...sort, end: null })) {
    const [last] = await read(queries, sort, stretch, sql`limit 1 offset ${people}`)
    if (last !== undefined) return placeOf(last)
  }
  return null
}

/** Places in an order. */
interface Stretch {
  conditions: RawBuilder<unknown>[]
  /** Whether all of them share what is sorted by, and come by their id. Said so, because SQLite would sort them again. */
  isLevel: boolean
}

async function read(
  queries: Queries,
  { key, order }: Sort,
  { conditions, isLevel }: Stretch,
  limit: RawBuilder<unknown>,
): Promise<PlacedPerson[]> {
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  const direction = sql.raw(order)
  const first = isLevel ? sql`` : sql`${key} ${direction},`
  const { rows } =
    await sql<PlacedPerson>`select people.id, ${key} as key from people ${where} order by ${first} people.id ${direction} ${limit}`.execute(
      queries,
    )
  return rows
}

/** What lies between two places: those beside the first, those between the two, those beside the second. */
function stretchesOf({ key, order, after, end }: Sort & { end: Place | null }): Stretch[] {
  const [beyond, within] = order === 'asc' ? [sql`>`, sql`<`] : [sql`<`, sql`>`]
  const behind = after === null ? [] : [sql`${person} ${beyond} ${after[1]}`]
  const until = end === null ? [] : [sql`${person} ${within}= ${end[1]}`]
  const level = (place: Place, bounds: RawBuilder<unknown>[]): Stretch => ({
    conditions: [sql`${key} = ${place[0]}`, ...bounds],
    isLevel: true,
  })
  if (after !== null && end !== null && after[0] === end[0]) return [level(after, [...behind, ...until])]
  const between = [
    ...(after === null ? [] : [sql`${key} ${beyond} ${after[0]}`]),
    ...(end === null ? [] : [sql`${key} ${within} ${end[0]}`]),
  ]
  return [
    ...(after === null ? [] : [level(after, behind)]),
    { conditions: between, isLevel: false },
    ...(end === null ? [] : [level(end, until)]),
  ]
}
