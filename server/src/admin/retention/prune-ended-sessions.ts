// Lets sessions go that ended long ago, with the proofs that they began with and the browsers that were in no other (retention). What the
// log says of them stays, the signed message with it. What is needed still stays as well: a merge that can be undone finds
// everything as it was, whoever was separated again can be erased with all that they did meanwhile (decisions 0012, 0014), and
// a contract wallet can be asked about the newest of its proofs (membership/list-group-rule-wallets-of-people.ts).
import { detachProofsFromAuditEvidence } from '../../audit-log/erase-personal-data-in-audit-log.ts'
import { pruneEndedSessions, pruneUntrustedBrowsers } from '../../store/sessions/prune-sessions-and-browsers.ts'
import { pruneUnusedWalletProofs } from '../../store/wallets/wallet-proof-record-store.ts'
import type { Database, DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { lockDataRetentionJob } from './lock-data-retention-job.ts'

const batchSize = 200
const dayMs = 86_400_000

/**
 * Lets a batch go.
 * @param days how long they are kept
 * @returns how many sessions went
 */
export async function pruneEndedSessionsAndProofs(
  { kind, queries }: Pick<Database, 'kind' | 'queries'>,
  days: number,
  now: number,
): Promise<number> {
  const before = now - days * dayMs
  return queries.transaction().execute(async (transaction) => {
    await lockDataRetentionJob(transaction)
    const sessions = await pruneEndedSessions(transaction, { kind, before, now, size: batchSize })
    if (sessions.length === 0) return 0
    await pruneProofs(transaction, distinct(sessions.map(({ wallet_id }) => wallet_id)), before)
    const browserIds = distinct(sessions.map(({ browser_id }) => browser_id))
    await pruneUntrustedBrowsers(transaction, browserIds, { kind, before })
    return sessions.length
  })
}

const distinct = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))]

/** The proofs of these wallets that nothing refers to any more. */
async function pruneProofs(
  transaction: DatabaseTransaction,
  walletIds: readonly string[],
  before: number,
): Promise<void> {
  const ids = await pruneUnusedWalletProofs(transaction, walletIds, before)
  for (let from = 0; from < ids.length; from += batchSize)
    await detachProofsFromAuditEvidence(transaction, ids.slice(from, from + batchSize))
}
