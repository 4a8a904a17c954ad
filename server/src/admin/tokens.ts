// The tokens of the administration as they are listed: one's own, and for an owner everybody's.
import type { AdminInput, AdminToken } from '@countersign/api/admin-calls'
import { sql } from 'kysely'
import { formatTime } from '../platform/clock.ts'
import type { Queries } from '../platform/database/open-database.ts'
import type { ApiTokensTable } from '../platform/database/schema.ts'
import { Refusal } from '../platform/refusal.ts'
import { namePeople } from './name-people.ts'
import type { PersonShort } from './name-people.ts'

const pageSize = 50

/**
 * A page of tokens, the newest first unless it is asked otherwise.
 * @param ownerId whose; null for everybody's
 */
export async function listTokens(queries: Queries, ownerId: string | null, { search, order = 'desc', cursor }: AdminInput<'listTokens'>['query']): Promise<{ items: AdminToken[]; nextCursor: string | null; total: number | null }> {
  let query = queries.selectFrom('api_tokens').selectAll()
  if (ownerId !== null) query = query.where('person_id', '=', ownerId)
  if (search !== undefined) query = query.where(sql<boolean>`lower(name) like ${`%${search.toLowerCase().replace(/[\\%_]/g, (wild) => `\\${wild}`)}%`} escape '\\'`)
  if (cursor !== undefined) query = query.where(comesAfter(readCursor(cursor), order))
  const rows = await query.orderBy('created_at', order).orderBy('id', order).limit(pageSize + 1).execute()
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  const name = await namePeople(queries, shown.map(({ person_id }) => person_id))
  return { items: shown.map((row) => describeToken(row, name(row.person_id))), nextCursor: rows.length > pageSize && last !== undefined ? writeCursor(last) : null, total: null }
}

/** A token as it is shown: never what proves it. */
export const describeToken = (row: ApiTokensTable, madeBy: PersonShort): AdminToken => ({
  id: row.id,
  name: row.name,
  permissions: JSON.parse(row.permissions) as string[],
  madeBy,
  createdAt: formatTime(row.created_at),
  expiresAt: formatTime(row.expires_at),
  lastUsedAt: row.last_used_at === null ? null : formatTime(row.last_used_at),
  revokedAt: row.revoked_at === null ? null : formatTime(row.revoked_at),
})

type Place = Pick<ApiTokensTable, 'created_at' | 'id'>

const writeCursor = ({ created_at, id }: Place): string => Buffer.from(JSON.stringify([created_at, id])).toString('base64url')

/** @throws Refusal `request.invalid` where it is none of ours */
function readCursor(cursor: string): Place {
  const [created_at, id] = readJson(Buffer.from(cursor, 'base64url').toString())
  if (!Number.isSafeInteger(created_at) || typeof id !== 'string') throw new Refusal('request.invalid', { place: { field: 'querystring/cursor' } })
  return { created_at: created_at as number, id }
}

function readJson(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

const comesAfter = ({ created_at, id }: Place, order: 'asc' | 'desc') => {
  const beyond = sql.raw(order === 'asc' ? '>' : '<')
  return sql<boolean>`(created_at ${beyond} ${created_at} or (created_at = ${created_at} and id ${beyond} ${id}))`
}
