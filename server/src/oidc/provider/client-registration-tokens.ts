// Initial access tokens, without which registration is closed (RFC 7591; THREATS O8, O17).
import { applicationsPerRegistrationTokenLimits } from '@countersign/api/server-limits'
import { errors } from 'oidc-provider'
import { createAuditEventActorFields, operatorAuditActor } from '../../audit-log/audit-actor.ts'
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { RegistrationTokensTable } from '../../platform/database/database-schema.ts'
import { createRandomId } from '../../platform/create-random-id.ts'
import { createBearerSecret, hashBearerSecret } from '../../platform/random-bearer-secret.ts'
import {
  removeOidcProviderRecordByHash,
  removeOidcProviderRecord,
} from '../../store/authorizations/remove-oidc-provider-records.ts'
import { saveOidcProviderRecord } from '../../store/authorizations/oidc-provider-record-store.ts'

const registrationTokenKind = 'InitialAccessToken'

const tokenRetentionMs = 90 * 24 * 3_600_000

export async function isClientRegistrationOpen(queries: DatabaseQueryBuilder, now: number): Promise<boolean> {
  const row = await queries
    .selectFrom('provider_records')
    .select('id_hash')
    .where('kind', '=', registrationTokenKind)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function createClientRegistrationToken(
  {
    queries,
    random,
    actor = operatorAuditActor,
  }: { queries: DatabaseQueryBuilder; random: RandomBytes; actor?: AuditActor },
  {
    now,
    lifeMs,
    uses = applicationsPerRegistrationTokenLimits.default,
  }: { now: number; lifeMs: number; uses?: number },
): Promise<string> {
  const token = createBearerSecret(random)
  const [iat, exp] = [Math.floor(now / 1000), Math.floor((now + lifeMs) / 1000)]
  const counted = {
    id: createRandomId(random),
    token_hash: hashBearerSecret(token),
    max_uses: uses,
    use_count: 0,
    created_at: now,
    expires_at: now + lifeMs,
  }
  await queries.transaction().execute(async (transaction) => {
    await transaction.insertInto('registration_tokens').values(counted).execute()
    await saveOidcProviderRecord(transaction, {
      kind: registrationTokenKind,
      id: token,
      payload: { kind: registrationTokenKind, iat, exp },
      browserHash: null,
      now,
      expiresAt: now + lifeMs,
    })
    await appendAuditEvents(transaction, random, now, [
      {
        type: 'registration_token.created',
        outcome: 'success',
        details: { tokenId: counted.id, uses, expiresAt: exp },
        evidence: { personId: null, content: createAuditEventActorFields(actor) },
      },
    ])
  })
  return token
}

/** One statement, so that requests cannot exceed the limit. Null if uses are not counted. */
export async function consumeClientRegistrationToken(
  transaction: DatabaseTransaction,
  token: string,
  now: number,
): Promise<string | null> {
  const hash = hashBearerSecret(token)
  const counted = await transaction
    .updateTable('registration_tokens')
    .set((expression) => ({ use_count: expression('use_count', '+', 1) }))
    .where('token_hash', '=', hash)
    .whereRef('use_count', '<', 'max_uses')
    .where('expires_at', '>', now)
    .returning(['id', 'max_uses', 'use_count'])
    .executeTakeFirst()
  if (counted !== undefined) {
    if (counted.use_count === counted.max_uses)
      await removeOidcProviderRecord(transaction, registrationTokenKind, token)
    return counted.id
  }
  const known = await transaction
    .selectFrom('registration_tokens')
    .select('id')
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  if (known !== undefined)
    throw new errors.InvalidToken('the initial access token has expired, or was used up or revoked')
  return null
}

export interface ClientRegistrationTokenSummary extends Omit<RegistrationTokensTable, 'token_hash'> {
  applications: string[]
}

export async function listClientRegistrationTokens(
  queries: DatabaseQueryBuilder,
): Promise<ClientRegistrationTokenSummary[]> {
  const tokens = await queries
    .selectFrom('registration_tokens')
    .select(['id', 'max_uses', 'use_count', 'created_at', 'expires_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  const made = await queries
    .selectFrom('applications')
    .select(['id', 'registration_token_id'])
    .where('registration_token_id', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return tokens.map((token) => ({
    ...token,
    applications: made.filter((one) => one.registration_token_id === token.id).map(({ id }) => id),
  }))
}

/** Registered applications stay. */
export async function revokeClientRegistrationToken(
  {
    queries,
    random,
    actor = operatorAuditActor,
  }: { queries: DatabaseQueryBuilder; random: RandomBytes; actor?: AuditActor },
  id: string,
  now: number,
): Promise<boolean> {
  return queries.transaction().execute(async (transaction) => {
    const ended = await transaction
      .updateTable('registration_tokens')
      .set({ expires_at: now })
      .where('id', '=', id)
      .where('expires_at', '>', now)
      .whereRef('use_count', '<', 'max_uses')
      .returning('token_hash')
      .executeTakeFirst()
    if (ended === undefined) return false
    await removeOidcProviderRecordByHash(transaction, registrationTokenKind, ended.token_hash)
    await appendAuditEvents(transaction, random, now, [
      {
        type: 'registration_token.revoked',
        outcome: 'success',
        details: { tokenId: id },
        evidence: { personId: null, content: createAuditEventActorFields(actor) },
      },
    ])
    return true
  })
}

export async function pruneClientRegistrationTokens(queries: DatabaseQueryBuilder, now: number): Promise<number> {
  const { numDeletedRows } = await queries
    .deleteFrom('registration_tokens')
    .where('expires_at', '<', now - tokenRetentionMs)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
