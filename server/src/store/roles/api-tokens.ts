// Authenticates API tokens (RFC 6750). Roles are rechecked at every request (THREATS N11).
import { listPermissionsOfAdminRoles, apiTokenPermissions } from '@countersign/api/admin-role-permissions'
import type { AdminPermission } from '@countersign/api/admin-role-permissions'
import type { FastifyRequest } from 'fastify'
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import { isActivePersonSql } from '../people/active-person-sql-condition.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import { ApiError } from '../../platform/api-error.ts'
import { createBearerSecret, hashBearerSecret } from '../../platform/random-bearer-secret.ts'
import { listRolesOfPerson } from './role-store.ts'

/** Lets secret scanners recognize the tokens. */
const apiTokenPrefix = 'cst_'
const bearerPattern = /^bearer +(cst_[0-9A-Za-z_-]{43})$/i

export const generateApiToken = (random: RandomBytes): string => `${apiTokenPrefix}${createBearerSecret(random)}`

/** THREATS P9. */
export const hashApiToken = hashBearerSecret

const useRecordIntervalMs = 60_000

/** Null if the request has no bearer token in the format of an API token. */
export const readApiTokenHash = ({ headers }: FastifyRequest): string | null => {
  const text = bearerPattern.exec(headers.authorization ?? '')?.[1]
  return text === undefined ? null : hashApiToken(text)
}

export async function listActiveApiTokenIds(queries: DatabaseQueryBuilder, now: number): Promise<string[]> {
  const rows = await queries
    .selectFrom('api_tokens')
    .select('id')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
  return rows.map(({ id }) => id)
}

const selectApiToken = prepareSqlQuery((queries, tokenHash: string, now: number) =>
  queries
    .selectFrom('api_tokens')
    .innerJoin('people', 'people.id', 'api_tokens.person_id')
    .select([
      'api_tokens.id',
      'api_tokens.person_id',
      'api_tokens.permissions',
      'api_tokens.last_used_at',
      'api_tokens.is_login',
    ])
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where(isActivePersonSql()),
)

interface AuthenticatedApiToken {
  actor: Extract<AuditActor, { kind: 'token' }>
  permissions: AdminPermission[]
  /** Whether `countersign login` created it. */
  isLogin: boolean
}

/** Includes revoked and expired tokens. */
export const findApiTokenByHash = (queries: DatabaseQueryBuilder, tokenHash: string) =>
  queries.selectFrom('api_tokens').select('expires_at').where('token_hash', '=', tokenHash).executeTakeFirst()

/** Does not disclose why a token is refused (THREATS P8). @throws ApiError `api_token.invalid` */
export async function authenticateApiToken(
  { database, clock }: ServerAppContext,
  request: FastifyRequest,
): Promise<AuthenticatedApiToken> {
  const { queries } = database
  const now = clock()
  const tokenHash = readApiTokenHash(request)
  if (tokenHash === null)
    throw new ApiError('api_token.invalid', { privateDetail: 'the token does not have the format of an API token' })
  const [token] = await selectApiToken(queries, tokenHash, now)
  if (token === undefined)
    throw new ApiError('api_token.invalid', {
      privateDetail: 'the token is unknown, expired or revoked, or its creator is not active',
    })
  const ofMaker = listPermissionsOfAdminRoles(await listRolesOfPerson(queries, token.person_id))
  if (ofMaker.length === 0)
    throw new ApiError('api_token.invalid', { privateDetail: `${token.id}: its creator has no role` })
  await recordUse(queries, token, now)
  const given = JSON.parse(token.permissions) as AdminPermission[]
  const permissions = apiTokenPermissions.filter(
    (permission) => given.includes(permission) && ofMaker.includes(permission),
  )
  const actor = { kind: 'token', tokenId: token.id, personId: token.person_id } as const
  return { actor, permissions, isLogin: token.is_login === 1 }
}

async function recordUse(
  queries: DatabaseQueryBuilder,
  { id, last_used_at }: { id: string; last_used_at: number | null },
  now: number,
): Promise<void> {
  if (last_used_at !== null && now - last_used_at < useRecordIntervalMs) return
  await queries.updateTable('api_tokens').set({ last_used_at: now }).where('id', '=', id).execute()
}

export async function deleteApiTokensOfPeople(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('api_tokens').where('person_id', 'in', personIds).execute()
}
