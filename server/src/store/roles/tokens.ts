// Programs that show a token of the administration (an API token, a bearer token: RFC 6750). It is looked up at every request, and with it
// who made it and what they may do now: whatever was taken from them is taken from their tokens at once (THREATS N11).
import { permissionsOf, tokenPermissions } from '@countersign/api/permissions'
import type { Permission } from '@countersign/api/permissions'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../audit-log/actor.ts'
import type { App } from '../../platform/call.ts'
import type { Random } from '../../platform/clock.ts'
import { isActive } from '../people/active.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import { prepare } from '../../platform/database/prepared.ts'
import { Refusal } from '../../platform/refusal.ts'
import { createSecret, hashSecret } from '../../platform/secret.ts'
import { rolesOf } from './store.ts'

/** Begins every token, so that who looks through files for secrets that do not belong there finds it. */
const prefix = 'cst_'
const bearerForm = /^bearer +(cst_[0-9A-Za-z_-]{43})$/i

/** A new token of 256 random bits. */
export const createTokenText = (random: Random): string => `${prefix}${createSecret(random)}`

/** What is stored of a token (THREATS P9). */
export const hashToken = hashSecret

/** Use is noted once a minute at most: reading must not cost a durable write each time. */
const noteIntervalMs = 60_000

/** The ids of all tokens that may still be shown. */
export async function listLiveTokens(queries: Queries, now: number): Promise<string[]> {
  const rows = await queries
    .selectFrom('api_tokens')
    .select('id')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
  return rows.map(({ id }) => id)
}

const selectToken = prepare((queries, tokenHash: string, now: number) =>
  queries
    .selectFrom('api_tokens')
    .innerJoin('people', 'people.id', 'api_tokens.person_id')
    .select(['api_tokens.id', 'api_tokens.person_id', 'api_tokens.permissions', 'api_tokens.last_used_at'])
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where(isActive()),
)

/**
 * Who asks by a token, and what it may do now. Why one is refused is the same for all who show it (THREATS P8).
 * @throws Refusal `token.refused`
 */
export async function requireToken(
  { database, clock }: App,
  request: FastifyRequest,
): Promise<{ actor: Extract<Actor, { kind: 'token' }>; permissions: Permission[] }> {
  const { queries } = database
  const now = clock()
  const text = bearerForm.exec(request.headers.authorization ?? '')?.[1]
  if (text === undefined) throw new Refusal('token.refused', { privateDetail: 'not of the form of one' })
  const [token] = await selectToken(queries, hashToken(text), now)
  if (token === undefined)
    throw new Refusal('token.refused', { privateDetail: 'unknown, run out, revoked, or of who is not active' })
  const ofMaker = permissionsOf(await rolesOf(queries, token.person_id))
  if (ofMaker.length === 0)
    throw new Refusal('token.refused', { privateDetail: `${token.id}: who made it has no role` })
  await noteUse(queries, token, now)
  const given = JSON.parse(token.permissions) as Permission[]
  const permissions = tokenPermissions.filter(
    (permission) => given.includes(permission) && ofMaker.includes(permission),
  )
  return { actor: { kind: 'token', tokenId: token.id, personId: token.person_id }, permissions }
}

async function noteUse(
  queries: Queries,
  { id, last_used_at }: { id: string; last_used_at: number | null },
  now: number,
): Promise<void> {
  if (last_used_at !== null && now - last_used_at < noteIntervalMs) return
  await queries.updateTable('api_tokens').set({ last_used_at: now }).where('id', '=', id).execute()
}

export async function removeTokensOf(transaction: Transaction, personIds: readonly string[]): Promise<void> {
  await transaction.deleteFrom('api_tokens').where('person_id', 'in', personIds).execute()
}
