import { listPermissionsOfAdminRoles, apiTokenPermissions } from '@countersign/api/admin-role-permissions'
import type { AdminPermission } from '@countersign/api/admin-role-permissions'
import { createAuditEventActorFields } from '../../audit-log/audit-actor.ts'
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { ApiTokensTable } from '../../platform/database/database-schema.ts'
import { createRandomId } from '../../platform/create-random-id.ts'
import { ApiError } from '../../platform/api-error.ts'
import { lockPersonAndSessionRows } from '../sessions/lock-session-rows.ts'
import { listRolesOfPerson } from './role-store.ts'
import { generateApiToken, hashApiToken } from './api-tokens.ts'

interface ApiTokenContext {
  queries: DatabaseQueryBuilder
  random: RandomBytes
  limits: { apiTokensPerPerson: number }
}

/** The actor is a person: a token cannot create tokens. */
export interface ApiTokenCreationRequest {
  actor: Extract<AuditActor, { kind: 'person' }>
  name: string
  permissions: readonly AdminPermission[]
  days: number
  now: number
}

const dayMs = 86_400_000

interface ApiTokenInsertion extends Omit<ApiTokenCreationRequest, 'days'> {
  tokenHash: string
  expiresAt: number
  isLogin: boolean
  /** For the audit log. */
  lifetime: { days: number } | { seconds: number }
}

/** @throws ApiError `api_token.permissions_exceeded`, `api_token.too_many`, `session.required` */
export async function createApiToken(
  { queries, random, limits }: ApiTokenContext,
  { actor, name, permissions, days, now }: ApiTokenCreationRequest,
): Promise<{ row: ApiTokensTable; text: string }> {
  const text = generateApiToken(random)
  const tokenHash = hashApiToken(text)
  const expiresAt = now + days * dayMs
  const token = { actor, name, permissions, tokenHash, now, expiresAt, isLogin: false, lifetime: { days } }
  const row = await queries
    .transaction()
    .execute((transaction) => insertApiToken(transaction, { random, limits }, token))
  return { row, text }
}

/** Locks the person and the session. @throws as `createApiToken` */
export async function insertApiToken(
  transaction: DatabaseTransaction,
  { random, limits }: Omit<ApiTokenContext, 'queries'>,
  { actor, name, permissions, tokenHash, now, expiresAt, isLogin, lifetime }: ApiTokenInsertion,
): Promise<ApiTokensTable> {
  await lockPersonAndSessionRows(transaction, { person: { id: actor.personId }, session: { id: actor.sessionId } })
  const own = listPermissionsOfAdminRoles(await listRolesOfPerson(transaction, actor.personId))
  if (!permissions.every((permission) => own.includes(permission) && apiTokenPermissions.includes(permission)))
    throw new ApiError('api_token.permissions_exceeded')
  if ((await countLiveApiTokens(transaction, actor.personId, now)) >= limits.apiTokensPerPerson)
    throw new ApiError('api_token.too_many')
  const row: ApiTokensTable = {
    id: createRandomId(random),
    token_hash: tokenHash,
    name,
    permissions: JSON.stringify(permissions),
    person_id: actor.personId,
    created_at: now,
    expires_at: expiresAt,
    last_used_at: null,
    revoked_at: null,
    is_login: Number(isLogin),
  }
  await transaction.insertInto('api_tokens').values(row).execute()
  await appendAuditEvents(transaction, random, now, [
    {
      type: 'api_token.created',
      outcome: 'success',
      details: { permissions: permissions.join(' '), ...lifetime },
      evidence: {
        personId: actor.personId,
        content: { ...createAuditEventActorFields(actor), createdTokenId: row.id, name },
      },
    },
  ])
  return row
}

async function countLiveApiTokens(transaction: DatabaseTransaction, personId: string, now: number): Promise<number> {
  const { tokens } = await transaction
    .selectFrom('api_tokens')
    .select(({ fn }) => fn.countAll<number | string>().as('tokens'))
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(tokens)
}
