// The SQL of challenges. A challenge is spent by one atomic statement, so that of any number of attempts, on any number
// of instances, one wins (THREATS M1, M2).
import type { Queries, Transaction } from '../platform/database/open-database.ts'
import type { ChallengePurpose, ChallengesTable, WalletKind } from '../platform/database/schema.ts'
import type { IssuedMessage } from './issue.ts'

/** A challenge, as issued. */
export interface Challenge {
  id: string
  /** What makes it this one: of a message its nonce, of a passkey's challenge all of it. */
  nonce: string
  purpose: ChallengePurpose
  /** Who was signed in where it was asked for; null for a sign-in. */
  personId: string | null
  browserHash: string
  interaction: string | null
  /** Which kind of wallet may take the whole of its life. */
  walletKind: WalletKind
  /** Null for a passkey's, which signs no words. */
  message: IssuedMessage | null
  expiresAt: number
}

export async function insertChallenge(queries: Queries, challenge: Challenge): Promise<void> {
  await queries
    .insertInto('challenges')
    .values({
      id: challenge.id,
      nonce: challenge.nonce,
      purpose: challenge.purpose,
      person_id: challenge.personId,
      browser_hash: challenge.browserHash,
      interaction_id: challenge.interaction,
      wallet_kind: challenge.walletKind,
      issued: JSON.stringify(challenge.message),
      expires_at: challenge.expiresAt,
      consumed_at: null,
    })
    .execute()
}

/**
 * Spends the challenge with this nonce, whatever comes of the attempt afterwards.
 * @returns the challenge, or undefined where there is none that is unspent
 */
export async function consumeChallenge(transaction: Transaction, nonce: string, now: number): Promise<Challenge | undefined> {
  const row = await transaction
    .updateTable('challenges')
    .set({ consumed_at: now })
    .where('nonce', '=', nonce)
    .where('consumed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row && readRow(row)
}

/**
 * Looks for an unspent challenge and leaves it as it is.
 * @returns a function that looks when it is first called, and remembers
 */
export function findChallenge(queries: Queries, nonce: string): () => Promise<Challenge | undefined> {
  let found: Promise<Challenge | undefined> | undefined
  const look = async (): Promise<Challenge | undefined> => {
    const row = await queries.selectFrom('challenges').selectAll().where('nonce', '=', nonce).where('consumed_at', 'is', null).executeTakeFirst()
    return row && readRow(row)
  }
  return () => (found ??= look())
}

/** The unspent challenge with this id, for the browser that asked for it. */
export async function findOwnChallenge(queries: Queries, id: string, browserHash: string): Promise<Challenge | undefined> {
  const row = await queries
    .selectFrom('challenges')
    .selectAll()
    .where('id', '=', id)
    .where('browser_hash', '=', browserHash)
    .where('consumed_at', 'is', null)
    .executeTakeFirst()
  return row && readRow(row)
}

const readRow = (row: ChallengesTable): Challenge => ({
  id: row.id,
  nonce: row.nonce,
  purpose: row.purpose,
  personId: row.person_id,
  browserHash: row.browser_hash,
  interaction: row.interaction_id,
  walletKind: row.wallet_kind,
  message: JSON.parse(row.issued) as IssuedMessage | null,
  expiresAt: row.expires_at,
})

const sweepBatch = 1000

/**
 * Removes challenges that ran out, at most a batch at a time so that a sign-in never waits for long. What is gone can
 * as little be spent as what was spent.
 * @returns how many were removed
 */
export async function sweepChallenges(queries: Queries, now: number): Promise<number> {
  const expired = queries.selectFrom('challenges').select('id').where('expires_at', '<', now).limit(sweepBatch)
  const result = await queries.deleteFrom('challenges').where('id', 'in', expired).executeTakeFirst()
  return Number(result.numDeletedRows)
}
