// Cursor pagination (keyset pagination) of lists that begin with the newest: how a page is cut, what its cursor says, and how the next one
// is found. Rows are told apart by their id where they were made at the same moment.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** Where a page begins: after this row. */
export interface PageCursor {
  createdAt: number
  id: string
}

const pageSize = 50

/** How many rows to read: one more than a page holds says whether there is another page. */
export const cursorPageRowLimit = pageSize + 1

/**
 * Cuts a page.
 * @param rows at most `pageQueryLimit` of them
 * @returns the rows of the page, and the cursor of the next one where there is one
 */
export function paginateByCursor<Row>(
  rows: readonly Row[],
  cursorOf: (row: Row) => PageCursor,
): { shown: Row[]; nextCursor: string | null } {
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  if (rows.length <= pageSize || last === undefined) return { shown, nextCursor: null }
  const { createdAt, id } = cursorOf(last)
  return { shown, nextCursor: `${createdAt}.${id}` }
}

/** The cursor of a request, whose form its schema has checked. */
export function parsePageCursor(cursor: string | undefined): PageCursor | null {
  if (cursor === undefined) return null
  const [createdAt = '', id = ''] = cursor.split('.')
  return { createdAt: Number(createdAt), id }
}

/** The condition that a row of this table comes after the cursor, the newest first. */
export function whereAfterCursor(table: 'sessions' | 'grants', { createdAt, id }: PageCursor): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${table}.created_at`)} < ${createdAt} or (${sql.ref(`${table}.created_at`)} = ${createdAt} and ${sql.ref(`${table}.id`)} < ${id}))`
}
