// Locks the owner of a wallet that signed, and records the use once the attempt is accepted.
import type { ChainNamespace } from '@countersign/message'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { pipelineSqlStatement, prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { KeyOrContractWalletKind } from '../../platform/database/database-column-types.ts'
import { isSqlite } from '../../platform/database/is-sqlite.ts'
import { databaseTableColumns } from '../../platform/database/database-schema.ts'
import {
  matchesWalletIdentitySql,
  selectLinkedWallet,
  toWalletIdentityParameters,
  updateWalletLastUsed,
} from '../wallets/wallet-store.ts'
import type { WalletWithPerson, WalletIdentityFields } from '../wallets/wallet-store.ts'
import { createPeopleLastSeenUpdateQuery } from './people-last-seen-update-query.ts'

/** SQLite has only one writer, so reading is enough. */
const lockOwnerRow = prepareSqlQuery(
  (queries, namespace: ChainNamespace, address: string, chainReference: string, kind: KeyOrContractWalletKind) =>
    queries
      .selectFrom('people')
      .select(databaseTableColumns.people)
      .where('id', '=', (expression) =>
        expression
          .selectFrom('wallets')
          .select('person_id')
          .where(matchesWalletIdentitySql({ namespace, address, chainReference, kind })),
      )
      .$if(!isSqlite(queries), (query) => query.forNoKeyUpdate('people')),
)

/**
 * All changes of the wallet need this lock, so a concurrent unlink or merge ends the session
 * (THREATS P4). @returns `moved` if the owner changed (retry), undefined if not linked
 */
export async function lockWalletOwner(
  transaction: DatabaseTransaction,
  identity: WalletIdentityFields,
): Promise<WalletWithPerson | 'moved' | undefined> {
  const known = toWalletIdentityParameters(identity)
  const [[person], [wallet]] = await Promise.all([
    lockOwnerRow(transaction, ...known),
    selectLinkedWallet(transaction, ...known),
  ])
  if (person === undefined && wallet === undefined) return undefined
  return wallet === undefined || wallet.person_id !== person?.id ? 'moved' : { wallet, person }
}

const updatePersonLastSeen = prepareSqlQuery((queries, now: number, id: string) =>
  createPeopleLastSeenUpdateQuery(queries, now).where('id', '=', id),
)

/** Not for refused attempts: a stranger's attempt on a wallet is no use of it by its person. */
export async function recordWalletUse(
  transaction: DatabaseTransaction,
  { wallet, person }: WalletWithPerson,
  now: number,
): Promise<void> {
  await pipelineSqlStatement(transaction, updatePersonLastSeen(transaction, now, person.id))
  await pipelineSqlStatement(transaction, updateWalletLastUsed(transaction, now, wallet.id))
}
