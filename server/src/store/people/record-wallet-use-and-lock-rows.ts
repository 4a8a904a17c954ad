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

// Locks the person first, so that a concurrent unlink or merge ends the session (THREATS P4).
// Returns `moved` if the owner changed (retry). With an `ownerId`, changes only the owner's wallet.
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
