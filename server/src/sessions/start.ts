// Starts a session: a new secret for the browser, its hash for the database.
import type { Limits } from '@countersign/api/limits'
import type { Random } from '../platform/clock.ts'
import type { Transaction } from '../platform/database/open-database.ts'
import { createIdentifier } from '../platform/identifier.ts'
import { createSecret, hashSecret } from '../platform/secret.ts'
import type { OwnedWallet } from '../wallets/store.ts'
import { insertSession } from './store.ts'
import type { SessionRow } from './store.ts'

/** A session that just began. The token goes to the browser and nowhere else. */
export interface StartedSession {
  row: SessionRow
  token: string
}

export async function startSession(
  transaction: Transaction,
  { random, limits }: { random: Random; limits: Pick<Limits, 'sessionIdleSeconds' | 'sessionLifeSeconds'> },
  { owner, proofId, attempt }: { owner: OwnedWallet; proofId: string; attempt: { userAgent: string; networkPrefix: string; now: number } },
): Promise<StartedSession> {
  const { now } = attempt
  const token = createSecret(random)
  const session = {
    id: createIdentifier(random),
    token_hash: hashSecret(token),
    person_id: owner.person.id,
    wallet_id: owner.wallet.id,
    proof_id: proofId,
    created_at: now,
    last_seen_at: now,
    idle_expires_at: now + limits.sessionIdleSeconds * 1000,
    expires_at: now + limits.sessionLifeSeconds * 1000,
    ended_at: null,
    end_reason: null,
    user_agent: attempt.userAgent,
    network_prefix: attempt.networkPrefix,
  }
  await insertSession(transaction, session)
  return { token, row: { ...session, namespace: owner.wallet.namespace, address: owner.wallet.address } }
}
