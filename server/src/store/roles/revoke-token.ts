// Revokes a token of the administration: whoever shows it from now on is refused.
import { actorEvidence } from '../../audit-log/actor.ts'
import type { Actor } from '../../audit-log/actor.ts'
import { appendEvents } from '../../audit-log/append.ts'
import type { NewEvent } from '../../audit-log/append.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'

/** Which token, of whom, and who says so. */
export interface Revocation {
  id: string
  /** Whose it has to be; null where it may be anybody's. */
  ownerId: string | null
  actor: Actor
  now: number
}

/**
 * @returns whether there is such a token; one that was revoked already stays so
 */
export async function revokeToken(
  { queries, random }: { queries: Queries; random: Random },
  { id, ownerId, actor, now }: Revocation,
): Promise<boolean> {
  return queries.transaction().execute(async (transaction) => {
    let revoking = transaction
      .updateTable('api_tokens')
      .set({ revoked_at: now })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
    let known = transaction.selectFrom('api_tokens').select('id').where('id', '=', id)
    if (ownerId !== null) {
      revoking = revoking.where('person_id', '=', ownerId)
      known = known.where('person_id', '=', ownerId)
    }
    const revoked = await revoking.returning('person_id').executeTakeFirst()
    if (revoked === undefined) return (await known.executeTakeFirst()) !== undefined
    await appendEvents(transaction, random, now, [tokenRevoked(revoked.person_id, id, actor)])
    return true
  })
}

/**
 * Revokes all tokens of a person, whom the transaction holds.
 * @returns the log lines
 */
export async function revokeTokensOf(
  transaction: Transaction,
  personId: string,
  { actor, now }: { actor: Actor; now: number },
): Promise<NewEvent[]> {
  const revoked = await transaction
    .updateTable('api_tokens')
    .set({ revoked_at: now })
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .execute()
  return revoked.map(({ id }) => tokenRevoked(personId, id, actor))
}

const tokenRevoked = (personId: string, id: string, actor: Actor): NewEvent => ({
  type: 'token.revoked',
  outcome: 'success',
  details: {},
  evidence: { personId, content: { ...actorEvidence(actor), revokedTokenId: id } },
})
