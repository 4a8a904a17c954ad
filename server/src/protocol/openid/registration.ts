// Dynamic registration (RFC 7591): closed, but while an operator has handed out an initial access token (THREATS O8).
import type { Random } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { appendEvents } from '../../activity/append.ts'
import { createSecret } from '../../platform/secret.ts'
import { saveRecord } from '../authorizations/records.ts'

const kind = 'InitialAccessToken'

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
 * Hands out a token with which applications can register themselves until it runs out.
 * @returns the token; only its hash is stored
 */
export async function createRegistrationToken(
  { queries, random }: { queries: Queries; random: Random },
  { now, lifeMs }: { now: number; lifeMs: number },
): Promise<string> {
  const token = createSecret(random)
  const [iat, exp] = [Math.floor(now / 1000), Math.floor((now + lifeMs) / 1000)]
  await queries.transaction().execute(async (transaction) => {
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
        details: { expiresAt: exp },
        evidence: { personId: null, content: {} },
      },
    ])
  })
  return token
}
