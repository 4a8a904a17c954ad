import type { AdminApiAuditEvent } from '@countersign/api/admin-api-endpoints'
import { formatStoredWalletAddress } from '../../chains/families/chain-family-registry.ts'
import { isLinkedWalletSql } from '../../store/wallets/linked-wallet-sql-condition.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'

export type PersonSummary = NonNullable<AdminApiAuditEvent['person']>

/** The summary of a removed person contains only the ID. */
export async function readPersonSummaries(
  queries: DatabaseQueryBuilder,
  ids: readonly string[],
): Promise<(id: string) => PersonSummary> {
  const chosen = [...new Set(ids)]
  const rows =
    chosen.length === 0
      ? []
      : await queries
          .selectFrom('people')
          // Without both conditions and the subquery, PostgreSQL would read all wallets.
          .leftJoin('wallets', (join) =>
            join
              .onRef('wallets.person_id', '=', 'people.id')
              .on('wallets.person_id', 'in', chosen)
              .on('wallets.is_primary', '=', 1)
              .on(isLinkedWalletSql()),
          )
          .select((expression) => [
            'people.id',
            'people.display_name',
            'wallets.address',
            expression
              .selectFrom('wallet_names')
              .select('wallet_names.name')
              .whereRef('wallet_names.wallet_id', '=', 'wallets.id')
              .as('name'),
          ])
          .where('people.id', 'in', chosen)
          .execute()
  const named = new Map(
    rows.map(({ id, display_name: displayName, address, name }) => [
      id,
      { id, displayName, address: address === null ? null : formatStoredWalletAddress(address), walletName: name },
    ]),
  )
  return (id) => named.get(id) ?? { id, displayName: null, address: null, walletName: null }
}

/** A wallet name is never shown without its address (THREATS P7). */
export function formatPersonNameOrWallet({ displayName, walletName, address }: PersonSummary): string | null {
  if (displayName !== null) return displayName
  return walletName === null || address === null ? address : `${walletName} (${address})`
}
