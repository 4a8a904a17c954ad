// Which of a person's wallets an application can be told of. A plain key always; a contract where a session that it began is there, because
// then its contract is asked again and again (THREATS S8).
import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { Queries } from '../../platform/database/open-database.ts'
import { prepare } from '../../platform/database/prepared.ts'
import { live } from '../../identity/sessions/live.ts'
import { isHeld, isWayIn } from '../../identity/wallets/linked.ts'
import { listWallets } from '../../identity/wallets/store.ts'
import type { NamedWallet } from '../../identity/wallets/store.ts'

/** Whether a wallet is a key, or a contract that is asked, as a condition of any query that has the table. */
export const isAnswerable = (now: number, table: string): RawBuilder<SqlBool> => sql<SqlBool>`(
  ${sql.ref(`${table}.kind`)} = 'key' or exists (
    select 1 from sessions as asked
    where asked.wallet_id = ${sql.ref(`${table}.id`)} and ${live(now, 'asked')} and asked.contract_unreachable_since is null
  )
)`

const selectContracts = prepare((queries, personId: string, now: number) =>
  queries
    .selectFrom('wallets')
    .select('id')
    .where('person_id', '=', personId)
    .where('kind', '=', 'contract')
    .where(isWayIn())
    .where(isAnswerable(now, 'wallets')),
)

/**
 * The wallets that an application can be told of, the primary one first.
 * @param always those among them whatever they are: that of the session, which can be told through it, and the one that is known, which goes on
 *   being chosen while it is not asked
 */
export async function listTellable(
  queries: Queries,
  personId: string,
  always: readonly (string | null | undefined)[],
  now: number,
): Promise<NamedWallet[]> {
  const wallets = await listWallets(queries, personId)
  const answerable = new Set(always)
  if (wallets.some(({ kind }) => kind === 'contract'))
    for (const { id } of await selectContracts(queries, personId, now)) answerable.add(id)
  return wallets
    .filter((wallet) => !isHeld(wallet) && (wallet.kind === 'key' || answerable.has(wallet.id)))
    .toSorted((one, other) => other.is_primary - one.is_primary)
}

/** The same wallet, where it is a contract that is not told now; null otherwise. */
export async function findPaused(
  queries: Queries,
  personId: string,
  walletId: string | null,
  signedInWith: string | null,
  now: number,
): Promise<string | null> {
  if (walletId === null || walletId === signedInWith) return null
  const told = await listTellable(queries, personId, [], now)
  return told.some(({ id }) => id === walletId) ? null : walletId
}
