// Keyset pagination, newest first; the ID decides the order of rows with equal times.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

export interface PageCursor {
  createdAt: number
  id: string
}

const pageSize = 50

/** One extra row shows whether there is another page. */
export const cursorPageRowLimit = pageSize + 1

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

export function parsePageCursor(cursor: string | undefined): PageCursor | null {
  if (cursor === undefined) return null
  const [createdAt = '', id = ''] = cursor.split('.')
  return { createdAt: Number(createdAt), id }
}

export function whereAfterCursor(table: 'sessions' | 'grants', { createdAt, id }: PageCursor): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${table}.created_at`)} < ${createdAt} or (${sql.ref(`${table}.created_at`)} = ${createdAt} and ${sql.ref(`${table}.id`)} < ${id}))`
}
