// Says who people are in few words, for lists that are about something else.
import type { AdminApiAuditEvent } from '@countersign/api/admin-api-endpoints'
import { formatStoredWalletAddress } from '../../chains/families/chain-family-registry.ts'
import { isLinkedWalletSql } from '../../store/wallets/linked-wallet-sql-condition.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'

export type PersonSummary = NonNullable<AdminApiAuditEvent['person']>

/**
 * People in few words: their name, and the address and name of their primary wallet.
 * @param ids of people who may be gone: then there is nothing but the id
 */
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
          // The ids twice, and names one by one: PostgreSQL would otherwise read everybody's wallets and names to join them.
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

/** What somebody is called, where there is room for few words. The name of a wallet is never without its address (THREATS P7). */
export function formatPersonNameOrWallet({ displayName, walletName, address }: PersonSummary): string | null {
  if (displayName !== null) return displayName
  return walletName === null || address === null ? address : `${walletName} (${address})`
}
