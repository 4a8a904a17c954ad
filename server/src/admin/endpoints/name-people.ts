// Says who people are in few words, for lists that are about something else.
import type { AdminEvent } from '@countersign/api/admin-calls'
import { shownAddress } from '../../chains/families/namespaces.ts'
import { isLinked } from '../../store/wallets/linked.ts'
import type { Queries } from '../../platform/database/open-database.ts'

export type PersonShort = NonNullable<AdminEvent['person']>

/**
 * People in few words: their name, and the address and name of their primary wallet.
 * @param ids of people who may be gone: then there is nothing but the id
 */
export async function namePeople(queries: Queries, ids: readonly string[]): Promise<(id: string) => PersonShort> {
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
              .on(isLinked()),
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
      { id, displayName, address: address === null ? null : shownAddress(address), walletName: name },
    ]),
  )
  return (id) => named.get(id) ?? { id, displayName: null, address: null, walletName: null }
}

/** What somebody is called, where there is room for few words. The name of a wallet is never without its address (THREATS P7). */
export function calledBy({ displayName, walletName, address }: PersonShort): string | null {
  if (displayName !== null) return displayName
  return walletName === null || address === null ? address : `${walletName} (${address})`
}
