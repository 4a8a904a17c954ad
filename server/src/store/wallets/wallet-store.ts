// A contract wallet includes its chain, because another chain can have another owner (THREATS S4).
import type { ApiWallet } from '@countersign/api/api-endpoints'
import type { ServerLimitValues } from '@countersign/api/server-limits'
import type { ChainNamespace } from '@countersign/message'
import {
  chainFamilies,
  parseAddressOrAccountId,
  formatStoredWalletAddress,
} from '../../chains/families/chain-family-registry.ts'
import { expressionBuilder, sql } from 'kysely'
import type { Expression, SelectQueryBuilder, SqlBool } from 'kysely'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { databaseTableColumns } from '../../platform/database/database-schema.ts'
import {
  prepareSqlQuery,
  prepareSqlBatchQuery,
  pipelineSqlStatement,
} from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import { getChainIdAndName } from '../../platform/chain-settings.ts'
import { isWalletOnHold, isLinkedWalletSql } from './linked-wallet-sql-condition.ts'
import { insertUnresolvedWalletEnsName } from './wallet-ens-name-store.ts'
import type { ChainSettings } from '../../platform/chain-settings.ts'
import type { KeyOrContractWalletKind } from '../../platform/database/database-column-types.ts'
import type {
  PeopleTable,
  DatabaseSchema,
  WalletNamesTable,
  WalletsTable,
} from '../../platform/database/database-schema.ts'

export interface WalletIdentityFields {
  namespace: ChainNamespace
  kind: KeyOrContractWalletKind
  /** Null for keys. */
  chainReference: string | null
  /** In any spelling; queries use the canonical one. */
  address: string
}

export const createNonContractWalletIdentity = (namespace: ChainNamespace, address: string): WalletIdentityFields => ({
  namespace,
  kind: 'key',
  chainReference: null,
  address,
})

/** A CAIP-10 account on an EVM chain is a contract. @returns null if the text is invalid */
export function parseWalletIdentity(text: string): WalletIdentityFields | null {
  const read = parseAddressOrAccountId(text)
  if (read === null) return null
  return {
    ...createNonContractWalletIdentity(read.namespace, read.address),
    ...(read.namespace === 'eip155' && read.chain !== null && { kind: 'contract', chainReference: read.chain }),
  }
}

export const describeWalletIdentityForAudit = ({
  namespace,
  kind,
  chainReference,
}: Omit<WalletIdentityFields, 'address'>): Record<string, string> => ({
  namespace,
  kind,
  ...(chainReference !== null && { chainId: chainReference }),
})

export type WalletWithEnsName = WalletsTable & Partial<Pick<WalletNamesTable, 'name' | 'avatar_id'>>

interface WalletViewSettings {
  chains: readonly ChainSettings[]
  limits: Pick<ServerLimitValues, 'walletHoldSeconds'>
}

export const getAutoUnlinkTimeOfWalletOnHold = (
  onHoldSince: number,
  { walletHoldSeconds }: WalletViewSettings['limits'],
): number => onHoldSince + walletHoldSeconds * 1000

export const describeWalletForApiResponse = (
  row: WalletWithEnsName,
  { chains, limits }: WalletViewSettings,
): ApiWallet => ({
  id: row.id,
  namespace: row.namespace,
  kind: row.kind,
  chain: row.chain_reference === null ? null : getChainIdAndName(chains, row.chain_reference),
  address: formatStoredWalletAddress(row.address),
  name: row.name ?? null,
  picture: row.avatar_id === undefined || row.avatar_id === null ? null : getWalletPicturePath(row.avatar_id),
  label: row.label,
  primary: row.is_primary === 1,
  linkedAt: formatRfc3339Timestamp(row.linked_at),
  lastUsedAt: formatRfc3339Timestamp(row.last_used_at),
  hold:
    row.on_hold_since === null
      ? null
      : {
          since: formatRfc3339Timestamp(row.on_hold_since),
          until: formatRfc3339Timestamp(getAutoUnlinkTimeOfWalletOnHold(row.on_hold_since, limits)),
        },
})

export const getWalletPicturePath = (id: string): string => `/wallet-pictures/${id}`

export type WalletWithPerson = { wallet: WalletsTable; person: PeopleTable }

/** Matches the expression of the unique index, including `coalesce`. */
export function matchesWalletIdentitySql({
  namespace,
  kind,
  chainReference,
  address,
}: {
  namespace: ChainNamespace
  kind: KeyOrContractWalletKind
  chainReference: string
  address: string
}): Expression<SqlBool> {
  const expression = expressionBuilder<DatabaseSchema, 'wallets'>()
  return expression.and([
    expression('namespace', '=', namespace),
    expression('address', '=', address),
    expression(sql<string>`coalesce(chain_reference, '')`, '=', chainReference),
    expression('kind', '=', kind),
    isLinkedWalletSql(),
  ])
}

export const selectLinkedWallet = prepareSqlQuery(
  (queries, namespace: ChainNamespace, address: string, chainReference: string, kind: KeyOrContractWalletKind) =>
    queries
      .selectFrom('wallets')
      .select(databaseTableColumns.wallets)
      .where(matchesWalletIdentitySql({ namespace, address, chainReference, kind })),
)
export const toWalletIdentityParameters = ({ namespace, kind, chainReference, address }: WalletIdentityFields) =>
  [namespace, chainFamilies[namespace].canonicalizeAddress(address), chainReference ?? '', kind] as const

const selectPerson = prepareSqlQuery((queries, id: string) =>
  queries.selectFrom('people').select(databaseTableColumns.people).where('id', '=', id),
)

export async function findLinkedWallet(
  queries: DatabaseQueryBuilder,
  identity: WalletIdentityFields,
): Promise<WalletWithPerson | undefined> {
  const [wallet] = await selectLinkedWallet(queries, ...toWalletIdentityParameters(identity))
  if (wallet === undefined) return undefined
  const [person] = await selectPerson(queries, wallet.person_id)
  if (person === undefined) throw new Error('The person who owns a wallet is missing')
  return { wallet, person }
}

const insertWalletRows = prepareSqlBatchQuery((queries, rows: readonly WalletsTable[]) =>
  queries
    .insertInto('wallets')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
)

/** @returns undefined if the wallet was linked concurrently */
export async function insertLinkedWallet(
  transaction: DatabaseTransaction,
  { namespace, kind, chainReference, address }: WalletIdentityFields,
  { id, personId, primary, now }: { id: string; personId: string; primary: boolean; now: number },
): Promise<WalletsTable | undefined> {
  const row: WalletsTable = {
    id,
    person_id: personId,
    namespace,
    kind,
    chain_reference: chainReference,
    address: chainFamilies[namespace].canonicalizeAddress(address),
    label: null,
    label_folded: null,
    is_primary: primary ? 1 : 0,
    linked_at: now,
    last_used_at: now,
    unlinked_at: null,
    on_hold_since: null,
    on_hold_proof: null,
    verified_block: null,
  }
  const [inserted] = await insertWalletRows(transaction, [row])
  if (inserted === undefined) return undefined
  // The name is resolved later (names/), so that sign-in does not wait for a chain.
  if (namespace === 'eip155')
    await pipelineSqlStatement(transaction, insertUnresolvedWalletEnsName(transaction, id, now))
  return row
}

export const updateWalletLastUsed = prepareSqlQuery((queries, now: number, id: string) =>
  queries.updateTable('wallets').set({ last_used_at: now }).where('id', '=', id),
)

export async function findOwnWallet(
  queries: DatabaseQueryBuilder,
  personId: string,
  id: string,
): Promise<WalletWithEnsName | undefined> {
  return selectWalletsWithName(queries)
    .where('wallets.id', '=', id)
    .where('person_id', '=', personId)
    .where(isLinkedWalletSql())
    .executeTakeFirst()
}

export const findWalletIncludingUnlinked = (
  queries: DatabaseQueryBuilder,
  personId: string,
  id: string,
): Promise<WalletWithEnsName | undefined> =>
  selectWalletsWithName(queries).where('wallets.id', '=', id).where('person_id', '=', personId).executeTakeFirst()

const selectWalletsWithName = (queries: DatabaseQueryBuilder) =>
  queries
    .selectFrom('wallets')
    .leftJoin('wallet_names', 'wallet_names.wallet_id', 'wallets.id')
    .selectAll('wallets')
    .select(['wallet_names.name', 'wallet_names.avatar_id']) as unknown as SelectQueryBuilder<
    DatabaseSchema,
    'wallets',
    WalletWithEnsName
  >

/** One statement, so that there is always one primary wallet. Requires the person row lock. */
export async function setPrimaryWallet(transaction: DatabaseTransaction, personId: string, id: string): Promise<void> {
  await transaction
    .updateTable('wallets')
    .set((expression) => ({ is_primary: expression.case().when('id', '=', id).then(1).else(0).end() }))
    .where('person_id', '=', personId)
    .where(isLinkedWalletSql())
    .execute()
}

/** Prefers the wallet that was linked first, among those not on hold. */
export async function ensurePrimaryWallet(transaction: DatabaseTransaction, personId: string): Promise<void> {
  const wallets = (await listLinkedWalletsOfPerson(transaction, personId)).filter((wallet) => !isWalletOnHold(wallet))
  const [first] = wallets
  if (first !== undefined && wallets.every((wallet) => wallet.is_primary === 0))
    await setPrimaryWallet(transaction, personId, first.id)
}

/** Sorted by link time. Not paginated, because the number of wallets per person is limited. */
export async function listLinkedWalletsOfPerson(
  queries: DatabaseQueryBuilder,
  personId: string,
): Promise<WalletWithEnsName[]> {
  return selectWalletsWithName(queries)
    .where('person_id', '=', personId)
    .where(isLinkedWalletSql())
    .orderBy('linked_at')
    .orderBy('wallets.id')
    .execute()
}
