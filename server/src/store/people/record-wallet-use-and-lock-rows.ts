// Holds a wallet that was just used, with its person.
import type { ChainNamespace } from '@countersign/message'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { KeyOrContractWalletKind } from '../../platform/database/database-column-types.ts'
import { databaseTableColumns } from '../../platform/database/database-schema.ts'
import { toWalletIdentityParameters, matchesWalletIdentitySql, updateWalletLastUsed } from '../wallets/wallet-store.ts'
import type { WalletWithPerson, WalletIdentityFields } from '../wallets/wallet-store.ts'
import { createPeopleLastSeenUpdateQuery } from './people-last-seen-update-query.ts'

const updateOwnerLastSeen = prepareSqlQuery(
  (
    queries,
    now: number,
    namespace: ChainNamespace,
    address: string,
    chainReference: string,
    kind: KeyOrContractWalletKind,
  ) =>
    createPeopleLastSeenUpdateQuery(queries, now)
      .where('id', '=', (expression) =>
        expression
          .selectFrom('wallets')
          .select('person_id')
          .where(matchesWalletIdentitySql({ namespace, address, chainReference, kind })),
      )
      .returning(databaseTableColumns.people),
)

/**
 * Notes that a wallet was used and its person seen, and holds both until the transaction ends: whoever unlinks the wallet or
 * merges its person meanwhile waits, and then ends the session that begins here too (THREATS P4). The person comes first, as
 * everywhere, so that no two wait for each other.
 * @param ownerId whose it has to be, where that is known: nothing of anybody else's is changed then
 * @returns both as they are now; undefined where nobody has the wallet; `moved` where it has left the person whom this now holds, or came to
 * somebody a moment ago: then begin anew
 */
export async function recordWalletUseAndLockRows(
  transaction: DatabaseTransaction,
  identity: WalletIdentityFields,
  now: number,
  ownerId: string | null = null,
): Promise<WalletWithPerson | 'moved' | undefined> {
  const known = toWalletIdentityParameters(identity)
  const [[person], [wallet]] = await Promise.all([
    updateOwnerLastSeen(transaction, now, ...known),
    updateWalletLastUsed(transaction, now, ...known, ownerId),
  ])
  if (person === undefined && wallet === undefined) return undefined
  return wallet === undefined || wallet.person_id !== person?.id ? 'moved' : { wallet, person }
}
