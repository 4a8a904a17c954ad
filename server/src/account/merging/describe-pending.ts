// A pending merge as each of its two sides sees it.
import type { PendingMerge } from '@countersign/api/calls'
import { shownAddress } from '../../chains/families/namespaces.ts'
import { readAgreement } from '../../store/people/merges.ts'
import { formatTime } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import type { MergesTable } from '../../platform/database/schema.ts'
import { isLinked } from '../../store/wallets/linked.ts'
import { describeMerge } from './describe-merge.ts'
import type { MergeView } from './describe-merge.ts'

/** @param personId whose list it is in */
export async function describePending(
  queries: Queries,
  row: MergesTable,
  { personId, mayConfirm, ...view }: MergeView & { personId: string; mayConfirm: boolean },
): Promise<PendingMerge> {
  const asker = await queries
    .selectFrom('people')
    .select('display_name')
    .where('id', '=', row.person_id)
    .executeTakeFirst()
  const primary = await queries
    .selectFrom('wallets')
    .select('address')
    .where('person_id', '=', row.person_id)
    .where(isLinked())
    .where('is_primary', '=', 1)
    .executeTakeFirst()
  const { acceptedBy } = readAgreement(row)
  const isAsked = row.merged_person_id === personId
  return {
    merge: await describeMerge(queries, row, view),
    side: isAsked ? 'asked' : 'asking',
    requestedAt: formatTime(row.pending_since ?? row.offered_at),
    asker: {
      displayName: asker?.display_name ?? null,
      address: primary === undefined ? null : shownAddress(primary.address),
      networkPrefix: acceptedBy?.networkPrefix ?? '',
      userAgent: acceptedBy?.userAgent ?? '',
    },
    mayConfirm: isAsked && mayConfirm,
  }
}
