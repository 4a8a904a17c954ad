// Contracts without an active session are excluded, because they are not rechecked (THREATS S8).
import { chainNamespaceBySignInMethod } from '@countersign/api/sign-in-methods'
import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { ApplicationRecord } from '../applications/application-store.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import { isActiveSessionSql } from '../sessions/active-session-sql-condition.ts'
import { isWalletOnHold, isSignInWalletSql } from '../wallets/linked-wallet-sql-condition.ts'
import { listLinkedWalletsOfPerson } from '../wallets/wallet-store.ts'
import type { WalletWithEnsName } from '../wallets/wallet-store.ts'

/** An application that accepts only some chain families could misread other addresses. */
export function canDiscloseWalletToApplication(
  { definition: { signInMethods } }: Pick<ApplicationRecord, 'definition'>,
  { namespace }: Pick<WalletWithEnsName, 'namespace'>,
): boolean {
  const families = signInMethods
    .map((method) => chainNamespaceBySignInMethod[method])
    .filter((family) => family !== null)
  return families.length === 0 || families.includes(namespace)
}

export const isVerifiableWalletSql = (now: number, table: string): RawBuilder<SqlBool> => sql<SqlBool>`(
  ${sql.ref(`${table}.kind`)} = 'key' or exists (
    select 1 from sessions as asked
    where asked.wallet_id = ${sql.ref(`${table}.id`)} and ${isActiveSessionSql(now, 'asked')} and asked.contract_unreachable_since is null
  )
)`

const selectVerifiableContracts = prepareSqlQuery((queries, personId: string, now: number) =>
  queries
    .selectFrom('wallets')
    .select('id')
    .where('person_id', '=', personId)
    .where('kind', '=', 'contract')
    .where(isSignInWalletSql())
    .where(isVerifiableWalletSql(now, 'wallets')),
)

/** The primary wallet comes first. Contracts in `always` are included even without a recheck. */
export async function listWalletsDisclosableToApplication(
  queries: DatabaseQueryBuilder,
  personId: string,
  application: Pick<ApplicationRecord, 'definition'>,
  always: readonly (string | null | undefined)[],
  now: number,
): Promise<WalletWithEnsName[]> {
  const wallets = await listLinkedWalletsOfPerson(queries, personId)
  const answerable = new Set(always)
  if (wallets.some(({ kind }) => kind === 'contract'))
    for (const { id } of await selectVerifiableContracts(queries, personId, now)) answerable.add(id)
  return wallets
    .filter(
      (wallet) =>
        canDiscloseWalletToApplication(application, wallet) &&
        !isWalletOnHold(wallet) &&
        (wallet.kind === 'key' || answerable.has(wallet.id)),
    )
    .toSorted((one, other) => other.is_primary - one.is_primary)
}

export async function findUnverifiableDisclosedWallet(
  queries: DatabaseQueryBuilder,
  personId: string,
  application: Pick<ApplicationRecord, 'definition'>,
  walletId: string | null,
  signedInWith: string | null,
  now: number,
): Promise<string | null> {
  if (walletId === null || walletId === signedInWith) return null
  const disclosableWallets = await listWalletsDisclosableToApplication(queries, personId, application, [], now)
  return disclosableWallets.some(({ id }) => id === walletId) ? null : walletId
}
