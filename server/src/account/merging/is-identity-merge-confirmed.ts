// One phished signature must not confirm a merge (THREATS P2, P18, decision 0063).
import type { ServerLimitValues } from '@countersign/api/server-limits'
import { listIdentityMergeSignatures } from '../../store/people/identity-merge-offer-store.ts'
import type { IdentityMergeSignature } from '../../store/people/identity-merge-offer-store.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { IdentityMergesTable, PeopleTable } from '../../platform/database/database-schema.ts'
import {
  listWalletIdsUsedInTrustedBrowsers,
  isBrowserTrustedAfterStepUp,
} from '../../store/sessions/recognize-or-add-person-browser.ts'
import { isWalletOnHold } from '../../store/wallets/linked-wallet-sql-condition.ts'
import { findOwnWallet } from '../../store/wallets/wallet-store.ts'

export async function isIdentityMergeConfirmed(
  queries: DatabaseQueryBuilder,
  offer: IdentityMergesTable,
  other: Pick<PeopleTable, 'id' | 'created_at'>,
  { limits, now }: { limits: Pick<ServerLimitValues, 'newBrowserNoticeDays'>; now: number },
): Promise<boolean> {
  const signed = await listSignaturesOfThisBrowser(queries, offer)
  for (const { browserHash } of signed)
    if (
      await isBrowserTrustedAfterStepUp(queries, other, {
        browserHash,
        newBrowserNoticeDays: limits.newBrowserNoticeDays,
        now,
      })
    )
      return true
  if (signed.length < 2) return false
  // A wallet that was added in an attacker's session proves nothing (THREATS P13).
  const walletIds = signed.map(({ walletId }) => walletId)
  return (await listWalletIdsUsedInTrustedBrowsers(queries, other.id, walletIds)).size > 1
}

async function listSignaturesOfThisBrowser(
  queries: DatabaseQueryBuilder,
  offer: IdentityMergesTable,
): Promise<(IdentityMergeSignature & { browserHash: string })[]> {
  const own: (IdentityMergeSignature & { browserHash: string })[] = []
  for (const signed of listIdentityMergeSignatures(offer)) {
    const { browserHash, walletId } = signed
    const wallet = browserHash === null ? undefined : await findOwnWallet(queries, offer.merged_person_id, walletId)
    if (browserHash !== null && wallet !== undefined && !isWalletOnHold(wallet)) own.push({ ...signed, browserHash })
  }
  return own
}
