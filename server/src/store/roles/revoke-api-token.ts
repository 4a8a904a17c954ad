import { createAuditEventActorFields } from '../../audit-log/audit-actor.ts'
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'

export interface ApiTokenRevocationRequest {
  id: string
  /** Null allows tokens of any owner. */
  ownerId: string | null
  actor: AuditActor
  now: number
}

/** @returns false if no such token exists; true if it was already revoked */
export async function revokeApiToken(
  { queries, random }: { queries: DatabaseQueryBuilder; random: RandomBytes },
  { id, ownerId, actor, now }: ApiTokenRevocationRequest,
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
    await appendAuditEvents(transaction, random, now, [apiTokenRevokedEvent(revoked.person_id, id, actor)])
    return true
  })
}

/** Requires the person row lock; the caller appends the returned events. */
export async function revokeApiTokensOfPerson(
  transaction: DatabaseTransaction,
  personId: string,
  { actor, now, onlyLogins = false }: { actor: AuditActor; now: number; onlyLogins?: boolean },
): Promise<NewAuditEvent[]> {
  const revoked = await transaction
    .updateTable('api_tokens')
    .set({ revoked_at: now })
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(onlyLogins, (update) => update.where('is_login', '=', 1))
    .returning('id')
    .execute()
  return revoked.map(({ id }) => apiTokenRevokedEvent(personId, id, actor))
}

const apiTokenRevokedEvent = (personId: string, id: string, actor: AuditActor): NewAuditEvent => ({
  type: 'api_token.revoked',
  outcome: 'success',
  details: {},
  evidence: { personId, content: { ...createAuditEventActorFields(actor), revokedTokenId: id } },
})
