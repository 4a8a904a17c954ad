// Dynamic registration (RFC 7591): closed, but while an operator has handed out an initial access token that works; each works for so many
// applications, counted by the statement that lets one in (THREATS O8, O17).
import { registrationTokenUses } from '@countersign/api/limits'
import { errors } from 'oidc-provider'
import { actorEvidence, operator } from '../../audit-log/actor.ts'
import type { Actor } from '../../audit-log/actor.ts'
import { appendEvents } from '../../audit-log/append.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import type { RegistrationTokensTable } from '../../platform/database/schema.ts'
import { createIdentifier } from '../../platform/identifier.ts'
import { createSecret, hashSecret } from '../../platform/secret.ts'
import { removeHashed, removeRecord, saveRecord } from '../../store/authorizations/records.ts'

const kind = 'InitialAccessToken'

/** What is left of a token can be looked at for so long. */
const shownMs = 90 * 24 * 3_600_000

/** Whether any initial access token works now. */
export async function isRegistrationOpen(queries: Queries, now: number): Promise<boolean> {
  const row = await queries
    .selectFrom('provider_records')
    .select('id_hash')
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Hands out a token with which applications can register themselves until it runs out or is used up.
 * @returns the token; only its hash is stored
 */
export async function createRegistrationToken(
  { queries, random, actor = operator }: { queries: Queries; random: Random; actor?: Actor },
  { now, lifeMs, uses = registrationTokenUses.default }: { now: number; lifeMs: number; uses?: number },
): Promise<string> {
  const token = createSecret(random)
  const [iat, exp] = [Math.floor(now / 1000), Math.floor((now + lifeMs) / 1000)]
  const counted = {
    id: createIdentifier(random),
    token_hash: hashSecret(token),
    uses,
    used: 0,
    created_at: now,
    expires_at: now + lifeMs,
  }
  await queries.transaction().execute(async (transaction) => {
    await transaction.insertInto('registration_tokens').values(counted).execute()
    await saveRecord(transaction, {
      kind,
      id: token,
      payload: { kind, iat, exp },
      browserHash: null,
      now,
      expiresAt: now + lifeMs,
    })
    await appendEvents(transaction, random, now, [
      {
        type: 'registration_token.created',
        outcome: 'success',
        details: { tokenId: counted.id, uses, expiresAt: exp },
        evidence: { personId: null, content: actorEvidence(actor) },
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
export async function useRegistrationToken(
  transaction: Transaction,
  token: string,
  now: number,
): Promise<string | null> {
  const hash = hashSecret(token)
  const counted = await transaction
    .updateTable('registration_tokens')
    .set((expression) => ({ used: expression('used', '+', 1) }))
    .where('token_hash', '=', hash)
    .whereRef('used', '<', 'uses')
    .where('expires_at', '>', now)
    .returning(['id', 'uses', 'used'])
    .executeTakeFirst()
  if (counted !== undefined) {
    if (counted.used === counted.uses) await removeRecord(transaction, kind, token)
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
export interface ShownRegistrationToken extends Omit<RegistrationTokensTable, 'token_hash'> {
  applications: string[]
}

/** The tokens that were handed out lately, the newest first. */
export async function listRegistrationTokens(queries: Queries): Promise<ShownRegistrationToken[]> {
  const tokens = await queries
    .selectFrom('registration_tokens')
    .select(['id', 'uses', 'used', 'created_at', 'expires_at'])
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
export async function endRegistrationToken(
  { queries, random, actor = operator }: { queries: Queries; random: Random; actor?: Actor },
  id: string,
  now: number,
): Promise<boolean> {
  return queries.transaction().execute(async (transaction) => {
    const ended = await transaction
      .updateTable('registration_tokens')
      .set({ expires_at: now })
      .where('id', '=', id)
      .where('expires_at', '>', now)
      .whereRef('used', '<', 'uses')
      .returning('token_hash')
      .executeTakeFirst()
    if (ended === undefined) return false
    await removeHashed(transaction, kind, ended.token_hash)
    await appendEvents(transaction, random, now, [
      {
        type: 'registration_token.ended',
        outcome: 'success',
        details: { tokenId: id },
        evidence: { personId: null, content: actorEvidence(actor) },
      },
    ])
    return true
  })
}

/** Forgets tokens that ended long ago. @returns how many */
export async function sweepRegistrationTokens(queries: Queries, now: number): Promise<number> {
  const { numDeletedRows } = await queries
    .deleteFrom('registration_tokens')
    .where('expires_at', '<', now - shownMs)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
