// Cursor pagination of the administration's lists: what a cursor says, which rows come after it, and how a text is searched for. A page
// begins after the last row of the one before, found by its place in an index, so that the last page costs what the first does.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'

export const adminListPageSize = 50

/** How many rows to read: one more than a page holds says whether there is another page. */
export const adminListQueryLimit = adminListPageSize + 1

export type SortOrder = 'asc' | 'desc'

/** Where a row stands: what the list is sorted by, and its id, where several have the same. */
export type ListRowPosition<Key extends string | number = string | number> = readonly [key: Key, id: string]

export const encodeListCursor = (place: ListRowPosition): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url')

/** What the key of a list's cursor must be. */
interface CursorKeyTypes {
  number: number
  string: string
}

/**
 * The place that a cursor names; null where there is none.
 * @throws ApiError `request.invalid` where it is none of ours, or of a list that is sorted by something else
 */
export function decodeListCursor<Kind extends keyof CursorKeyTypes>(
  cursor: string | undefined,
  kind: Kind,
): ListRowPosition<CursorKeyTypes[Kind]> | null {
  if (cursor === undefined) return null
  const place = parseJson(Buffer.from(cursor, 'base64url').toString())
  const [key, id, ...rest] = Array.isArray(place) ? (place as unknown[]) : []
  const isKey = kind === 'number' ? Number.isSafeInteger(key) : isText(key)
  if (!isKey || !isText(id) || rest.length > 0)
    throw new ApiError('request.invalid', {
      place: { field: 'querystring/cursor' },
      privateDetail: 'no cursor of this list',
    })
  return [key as CursorKeyTypes[Kind], id]
}

/** PostgreSQL takes no text with a zero in it. */
const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0')

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The condition that a row comes after a place, written so that both databases go to it by an index of key and id. */
export function createAfterCursorSqlCondition(
  key: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  place: ListRowPosition,
  order: SortOrder,
): RawBuilder<boolean> {
  const beyond = sql.raw(order === 'asc' ? '>' : '<')
  return sql<boolean>`(${key}, ${id}) ${beyond} (${place[0]}, ${place[1]})`
}

/**
 * Cuts a page.
 * @param rows at most `listQueryLimit` of them
 */
export function paginateRows<Row>(
  rows: readonly Row[],
  placeOf: (row: Row) => ListRowPosition,
): { shown: Row[]; nextCursor: string | null } {
  const shown = rows.slice(0, adminListPageSize)
  const last = shown.at(-1)
  return {
    shown,
    nextCursor: rows.length > adminListPageSize && last !== undefined ? encodeListCursor(placeOf(last)) : null,
  }
}

/** The pattern of whatever contains a text; to be used with `escape '\'`. */
export const createLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, (wild) => `\\${wild}`)}%`
