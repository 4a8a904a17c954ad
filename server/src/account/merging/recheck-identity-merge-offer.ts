import type { ServerLimitValues } from '@countersign/api/server-limits'
import { parseSignedIdentityMergeAgreement } from '../../store/people/identity-merge-offer-store.ts'
import type { SignedIdentityMergeAgreement } from '../../store/people/identity-merge-offer-store.ts'
import { hasUndoableIdentityMerge } from '../../store/people/sign-in-method-removal-guard.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { IdentityMergesTable, PeopleTable, WalletsTable } from '../../platform/database/database-schema.ts'
import { isWalletOnHold } from '../../store/wallets/linked-wallet-sql-condition.ts'
import { findOwnWallet } from '../../store/wallets/wallet-store.ts'
import { findIdentityMergeObstacle } from './find-identity-merge-obstacle.ts'

export type IdentityMergeOfferRecheckResult =
  | { outcome: 'ready'; agreement: SignedIdentityMergeAgreement; wallet: WalletsTable }
  | { outcome: 'refused'; code: 'merge.already_open' | 'merge.not_possible'; reason: string }

const refuseOffer = (reason: string): IdentityMergeOfferRecheckResult => ({
  outcome: 'refused',
  code: 'merge.not_possible',
  reason,
})

export async function recheckIdentityMergeOffer(
  queries: DatabaseQueryBuilder,
  limits: Pick<ServerLimitValues, 'walletsPerPerson' | 'passkeysPerPerson'>,
  { offer, other, now }: { offer: IdentityMergesTable; other: PeopleTable | undefined; now: number },
): Promise<IdentityMergeOfferRecheckResult> {
  const personId = offer.person_id
  if (await hasUndoableIdentityMerge(queries, personId, now))
    return { outcome: 'refused', code: 'merge.already_open', reason: 'a merge can still be undone' }
  const obstacle = await findIdentityMergeObstacle(queries, limits, { personId, other, now })
  if (obstacle !== null) return refuseOffer(obstacle)
  const agreement = parseSignedIdentityMergeAgreement(offer)
  // An unlinked wallet can no longer act for the identity.
  const wallet = await findOwnWallet(queries, offer.merged_person_id, agreement.walletId)
  if (wallet === undefined) return refuseOffer('the wallet that agreed has left')
  return isWalletOnHold(wallet)
    ? refuseOffer('the wallet that agreed is held')
    : { outcome: 'ready', agreement, wallet }
}
