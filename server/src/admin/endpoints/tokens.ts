// The tokens of the administration as they are listed: one's own, and for an owner everybody's.
import type { AdminInput, AdminToken } from '@countersign/api/admin-calls'
import { sql } from 'kysely'
import { formatTime } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import type { ApiTokensTable } from '../../platform/database/schema.ts'
import { comesAfter, containing, cutPage, readCursor, rowsForPage } from './list-page.ts'
import { namePeople } from './name-people.ts'
import type { PersonShort } from './name-people.ts'

/**
 * A page of tokens, the newest first unless it is asked otherwise.
 * @param ownerId whose; null for everybody's
 * @throws Refusal `request.invalid` for a cursor that is none of this list
 */
export async function listTokens(
  queries: Queries,
  ownerId: string | null,
  { search, order = 'desc', cursor }: AdminInput<'listTokens'>['query'],
): Promise<{ items: AdminToken[]; nextCursor: string | null; total: number | null }> {
  const after = readCursor(cursor, 'number')
  let query = queries.selectFrom('api_tokens').selectAll()
  if (ownerId !== null) query = query.where('person_id', '=', ownerId)
  if (search !== undefined)
    query = query.where(sql<boolean>`lower(name) like ${containing(search.toLowerCase())} escape '\\'`)
  if (after !== null) query = query.where(comesAfter(sql.ref('created_at'), sql.ref('id'), after, order))
  const rows = await query.orderBy('created_at', order).orderBy('id', order).limit(rowsForPage).execute()
  const { shown, nextCursor } = cutPage(rows, ({ created_at, id }) => [created_at, id])
  const name = await namePeople(
    queries,
    shown.map(({ person_id }) => person_id),
  )
  return { items: shown.map((row) => describeToken(row, name(row.person_id))), nextCursor, total: null }
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
