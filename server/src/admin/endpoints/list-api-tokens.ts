import type { AdminApiEndpointInput, AdminApiToken } from '@countersign/api/admin-api-endpoints'
import { sql } from 'kysely'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { ApiTokensTable } from '../../platform/database/database-schema.ts'
import {
  createAfterCursorSqlCondition,
  createLikePattern,
  paginateRows,
  decodeListCursor,
  adminListQueryLimit,
} from './admin-list-pagination.ts'
import { readPersonSummaries } from './read-person-summaries.ts'
import type { PersonSummary } from './read-person-summaries.ts'

/** @param ownerId null lists the tokens of all people */
export async function listApiTokens(
  queries: DatabaseQueryBuilder,
  ownerId: string | null,
  { search, order = 'desc', cursor }: AdminApiEndpointInput<'listApiTokens'>['query'],
): Promise<{ items: AdminApiToken[]; nextCursor: string | null; total: number | null }> {
  const after = decodeListCursor(cursor, 'number')
  let query = queries.selectFrom('api_tokens').selectAll()
  if (ownerId !== null) query = query.where('person_id', '=', ownerId)
  if (search !== undefined)
    query = query.where(sql<boolean>`lower(name) like ${createLikePattern(search.toLowerCase())} escape '\\'`)
  if (after !== null)
    query = query.where(createAfterCursorSqlCondition(sql.ref('created_at'), sql.ref('id'), after, order))
  const rows = await query.orderBy('created_at', order).orderBy('id', order).limit(adminListQueryLimit).execute()
  const { shown, nextCursor } = paginateRows(rows, ({ created_at, id }) => [created_at, id])
  const name = await readPersonSummaries(
    queries,
    shown.map(({ person_id }) => person_id),
  )
  return { items: shown.map((row) => toAdminApiToken(row, name(row.person_id))), nextCursor, total: null }
}

export const toAdminApiToken = (row: ApiTokensTable, createdBy: PersonSummary): AdminApiToken => ({
  id: row.id,
  name: row.name,
  permissions: JSON.parse(row.permissions) as string[],
  isLogin: row.is_login === 1,
  createdBy,
  createdAt: formatRfc3339Timestamp(row.created_at),
  expiresAt: formatRfc3339Timestamp(row.expires_at),
  lastUsedAt: row.last_used_at === null ? null : formatRfc3339Timestamp(row.last_used_at),
  revokedAt: row.revoked_at === null ? null : formatRfc3339Timestamp(row.revoked_at),
})
