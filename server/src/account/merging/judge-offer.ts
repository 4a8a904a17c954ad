// Judges an offer again before it takes effect, under lock: what it was offered on can have changed since.
import type { Limits } from '@countersign/api/limits'
import { readAgreement } from '../../store/people/merges.ts'
import type { Agreement } from '../../store/people/merges.ts'
import { hasOpenMerge } from '../../store/people/ways-in.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import type { MergesTable, PeopleTable, WalletsTable } from '../../platform/database/schema.ts'
import { isHeld } from '../../store/wallets/linked.ts'
import { findOwnWallet } from '../../store/wallets/store.ts'
import { judgeMerge } from './judge-merge.ts'

export type JudgedOffer =
  | { outcome: 'ready'; agreement: Agreement; wallet: WalletsTable }
  | { outcome: 'refused'; code: 'merge.open' | 'merge.impossible'; reason: string }

const impossible = (reason: string): JudgedOffer => ({ outcome: 'refused', code: 'merge.impossible', reason })

/** @param other who would disappear, as they are now; undefined where they were erased */
export async function judgeOffer(
  queries: Queries,
  limits: Pick<Limits, 'walletsPerPerson' | 'passkeysPerPerson'>,
  { offer, other, now }: { offer: MergesTable; other: PeopleTable | undefined; now: number },
): Promise<JudgedOffer> {
  const personId = offer.person_id
  if (await hasOpenMerge(queries, personId, now))
    return { outcome: 'refused', code: 'merge.open', reason: 'a merge can still be undone' }
  const obstacle = await judgeMerge(queries, limits, { personId, other, now })
  if (obstacle !== null) return impossible(obstacle)
  const agreement = readAgreement(offer)
  // A wallet that was unlinked since does not speak for the other identity any more.
  const wallet = await findOwnWallet(queries, offer.merged_person_id, agreement.walletId)
  if (wallet === undefined) return impossible('the wallet that agreed has left')
  return isHeld(wallet) ? impossible('the wallet that agreed is held') : { outcome: 'ready', agreement, wallet }
}
