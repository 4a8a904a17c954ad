// Dynamic registration (RFC 7591): closed, but while an operator has handed out an initial access token that works; each works for so many
// applications, counted by the statement that lets one in (THREATS O8, O17).
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

/** What is left of a token can be looked at for so long. */
const tokenRetentionMs = 90 * 24 * 3_600_000

/** Whether any initial access token works now. */
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

/**
 * Hands out a token with which applications can register themselves until it runs out or is used up.
 * @returns the token; only its hash is stored
 */
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

/**
 * Counts one more application. Of any number at once, as many are let in as the token has uses left: the statement that counts is the one
 * that looks. A token of before they were counted works until it runs out.
 * @returns what operators call the token; null for one that is not counted
 * @throws InvalidToken where it is used up, or was taken back while the registration waited
 */
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
  if (known !== undefined) throw new errors.InvalidToken('the initial access token works no more')
  return null
}

/** A token, and what was made with it and is there still. */
export interface ClientRegistrationTokenSummary extends Omit<RegistrationTokensTable, 'token_hash'> {
  applications: string[]
}

/** The tokens that were handed out lately, the newest first. */
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

/**
 * Takes a token back: nobody registers with it any more. What was made with it stays.
 * @returns whether there is such a token and it worked still
 */
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

/** Forgets tokens that ended long ago. @returns how many */
export async function pruneClientRegistrationTokens(queries: DatabaseQueryBuilder, now: number): Promise<number> {
  const { numDeletedRows } = await queries
    .deleteFrom('registration_tokens')
    .where('expires_at', '<', now - tokenRetentionMs)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
