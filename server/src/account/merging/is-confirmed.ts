// Whether the identity that would disappear has confirmed a merge in a way that a relayed signature cannot (THREATS P2, P18,
// decision 0063). One signature of a wallet is what a phishing site or a QR code gets from a person; it starts the waiting time, no more.
import type { Limits } from '@countersign/api/limits'
import { listAgreements } from '../../store/people/merges.ts'
import type { Signed } from '../../store/people/merges.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import type { MergesTable, PeopleTable } from '../../platform/database/schema.ts'
import { listWalletsOfKnownBrowsers, mayVouchIn } from '../../store/sessions/browsers.ts'
import { isHeld } from '../../store/wallets/linked.ts'
import { findOwnWallet } from '../../store/wallets/store.ts'

/** @param other who would disappear; hold them before, where the answer decides something */
export async function isConfirmed(
  queries: Queries,
  offer: MergesTable,
  other: Pick<PeopleTable, 'id' | 'created_at'>,
  { limits, now }: { limits: Pick<Limits, 'newBrowserDays'>; now: number },
): Promise<boolean> {
  const signed = await listOwn(queries, offer)
  for (const { browserHash } of signed)
    if (await mayVouchIn(queries, other, { browserHash, newBrowserDays: limits.newBrowserDays, now })) return true
  if (signed.length < 2) return false
  // A wallet that a stranger's session has added proves nothing (THREATS P13).
  const walletIds = signed.map(({ walletId }) => walletId)
  return (await listWalletsOfKnownBrowsers(queries, other.id, walletIds)).size > 1
}

/** The signatures that wallets of the other identity have made in the browser that asks. */
async function listOwn(queries: Queries, offer: MergesTable): Promise<(Signed & { browserHash: string })[]> {
  const own: (Signed & { browserHash: string })[] = []
  for (const signed of listAgreements(offer)) {
    const { browserHash, walletId } = signed
    const wallet = browserHash === null ? undefined : await findOwnWallet(queries, offer.merged_person_id, walletId)
    if (browserHash !== null && wallet !== undefined && !isHeld(wallet)) own.push({ ...signed, browserHash })
  }
  return own
}
