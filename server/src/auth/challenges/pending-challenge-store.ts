// SQL for pending contract-wallet challenges, which a person can resume after leaving the page.
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { IssuedChallengeMessage, SignedMessagePurpose } from './issued-challenge-message-types.ts'
import { isChallengeSpent } from './spent-challenge-store.ts'

export interface PendingChallenge {
  id: string
  purpose: SignedMessagePurpose
  personId: string | null
  browserHash: string
  interaction: string | null
  message: IssuedChallengeMessage
  expiresAt: number
}

export async function insertPendingChallenge(
  queries: DatabaseQueryBuilder,
  { id, purpose, personId, browserHash, interaction, message, expiresAt }: PendingChallenge,
): Promise<void> {
  await queries
    .insertInto('pending_challenges')
    .values({
      id,
      purpose,
      person_id: personId,
      browser_hash: browserHash,
      interaction_id: interaction,
      issued_fields: JSON.stringify(message),
      expires_at: expiresAt,
    })
    .execute()
}

export async function findOwnPendingChallenge(
  queries: DatabaseQueryBuilder,
  { id, browserHash, now }: { id: string; browserHash: string; now: number },
): Promise<PendingChallenge | undefined> {
  const row = await queries
    .selectFrom('pending_challenges')
    .selectAll()
    .where('id', '=', id)
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (row === undefined || (await isChallengeSpent(queries, { id, expiresAt: row.expires_at }))) return undefined
  const message = JSON.parse(row.issued_fields) as IssuedChallengeMessage
  return {
    id,
    purpose: row.purpose,
    personId: row.person_id,
    browserHash,
    interaction: row.interaction_id,
    message,
    expiresAt: row.expires_at,
  }
}

const pruneBatchSize = 1000

export async function prunePendingChallenges(queries: DatabaseQueryBuilder, now: number): Promise<number> {
  const expired = queries
    .selectFrom('pending_challenges')
    .select('id')
    .where('expires_at', '<', now)
    .limit(pruneBatchSize)
  const result = await queries.deleteFrom('pending_challenges').where('id', 'in', expired).executeTakeFirst()
  return Number(result.numDeletedRows)
}

export async function deletePendingChallengesOfPeople(
  queries: DatabaseQueryBuilder,
  personIds: readonly string[],
): Promise<void> {
  await queries.deleteFrom('pending_challenges').where('person_id', 'in', personIds).execute()
}
