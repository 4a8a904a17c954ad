import type { ApiPendingIdentityMerge } from '@countersign/api/api-endpoints'
import { formatStoredWalletAddress } from '../../chains/families/chain-family-registry.ts'
import { parseSignedIdentityMergeAgreement } from '../../store/people/identity-merge-offer-store.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { IdentityMergesTable } from '../../platform/database/database-schema.ts'
import { isLinkedWalletSql } from '../../store/wallets/linked-wallet-sql-condition.ts'
import { describeIdentityMerge } from './describe-identity-merge.ts'
import type { IdentityMergeViewOptions } from './describe-identity-merge.ts'

export async function describePendingIdentityMerge(
  queries: DatabaseQueryBuilder,
  row: IdentityMergesTable,
  { personId, mayConfirm: canConfirm, ...view }: IdentityMergeViewOptions & { personId: string; mayConfirm: boolean },
): Promise<ApiPendingIdentityMerge> {
  const requester = await queries
    .selectFrom('people')
    .select('display_name')
    .where('id', '=', row.person_id)
    .executeTakeFirst()
  const primary = await queries
    .selectFrom('wallets')
    .select('address')
    .where('person_id', '=', row.person_id)
    .where(isLinkedWalletSql())
    .where('is_primary', '=', 1)
    .executeTakeFirst()
  const { acceptedBy } = parseSignedIdentityMergeAgreement(row)
  const isOfMergedPerson = row.merged_person_id === personId
  return {
    merge: await describeIdentityMerge(queries, row, view),
    side: isOfMergedPerson ? 'recipient' : 'requester',
    requestedAt: formatRfc3339Timestamp(row.pending_since ?? row.offered_at),
    requester: {
      displayName: requester?.display_name ?? null,
      address: primary === undefined ? null : formatStoredWalletAddress(primary.address),
      networkPrefix: acceptedBy?.networkPrefix ?? '',
      userAgent: acceptedBy?.userAgent ?? '',
    },
    mayConfirm: isOfMergedPerson && canConfirm,
  }
}
