import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'

export const adminListPageSize = 50

/** One extra row shows whether there is a next page. */
export const adminListQueryLimit = adminListPageSize + 1

export type SortOrder = 'asc' | 'desc'

/** The ID breaks ties between equal keys. */
export type ListRowPosition<Key extends string | number = string | number> = readonly [key: Key, id: string]

export const encodeListCursor = (place: ListRowPosition): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url')

interface CursorKeyTypes {
  number: number
  string: string
}

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
      privateDetail: 'not a cursor for this list',
    })
  return [key as CursorKeyTypes[Kind], id]
}

/** PostgreSQL does not accept NUL in text. */
const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0')

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Written in a form for which both databases use an index. */
export function createAfterCursorSqlCondition(
  key: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  place: ListRowPosition,
  order: SortOrder,
): RawBuilder<boolean> {
  const beyond = sql.raw(order === 'asc' ? '>' : '<')
  return sql<boolean>`(${key}, ${id}) ${beyond} (${place[0]}, ${place[1]})`
}

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

/** The query must use this pattern with `escape '\'`. */
export const createLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, (wild) => `\\${wild}`)}%`
