// Keeps sessions that a merge, an erasure or a group rule needs (decisions 0012, 0014).
import { detachProofsFromAuditEvidence } from '../../audit-log/erase-personal-data-in-audit-log.ts'
import { pruneEndedSessions, pruneUntrustedBrowsers } from '../../store/sessions/prune-sessions-and-browsers.ts'
import { pruneUnusedWalletProofs } from '../../store/wallets/wallet-proof-record-store.ts'
import type { Database, DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { lockDataRetentionJob } from './lock-data-retention-job.ts'

const batchSize = 200
const dayMs = 86_400_000

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

async function pruneProofs(
  transaction: DatabaseTransaction,
  walletIds: readonly string[],
  before: number,
): Promise<void> {
  const ids = await pruneUnusedWalletProofs(transaction, walletIds, before)
  for (let from = 0; from < ids.length; from += batchSize)
    await detachProofsFromAuditEvidence(transaction, ids.slice(from, from + batchSize))
}
