// The SQL of wallets. A wallet's identity is its namespace and canonical address, for a contract also its chain: at the same
// address on another chain can be somebody else's (THREATS S4). It belongs to at most one person, which a unique index enforces.
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

/** What makes a wallet this one. */
export interface WalletIdentityFields {
  namespace: ChainNamespace
  kind: KeyOrContractWalletKind
  /** The chain of a contract; null for a plain key. */
  chainReference: string | null
  /** As its message spells it, or as it is stored. */
  address: string
}

export const createNonContractWalletIdentity = (namespace: ChainNamespace, address: string): WalletIdentityFields => ({
  namespace,
  kind: 'key',
  chainReference: null,
  address,
})

/** The wallet that an operator writes down: the address of a plain key, or a whole account (CAIP-10). Of Ethereum that is a contract wallet
 * (`eip155:8453:0x…`), because the same address on another chain can be somebody else's; of other families it is the key still. Null where the text
 * is no wallet. */
export function parseWalletIdentity(text: string): WalletIdentityFields | null {
  const read = parseAddressOrAccountId(text)
  if (read === null) return null
  return {
    ...createNonContractWalletIdentity(read.namespace, read.address),
    ...(read.namespace === 'eip155' && read.chain !== null && { kind: 'contract', chainReference: read.chain }),
  }
}

/** What a log line may keep of it for ever: nothing that identifies anybody. */
export const describeWalletIdentityForAudit = ({
  namespace,
  kind,
  chainReference,
}: Omit<WalletIdentityFields, 'address'>): Record<string, string> => ({
  namespace,
  kind,
  ...(chainReference !== null && { chainId: chainReference }),
})

/** A wallet with what was read of its name. */
export type WalletWithEnsName = WalletsTable & Partial<Pick<WalletNamesTable, 'name' | 'avatar_id'>>

/** What a wallet is shown by. */
interface WalletViewSettings {
  chains: readonly ChainSettings[]
  limits: Pick<ServerLimitValues, 'walletHoldSeconds'>
}

/** When a held wallet is unlinked by itself. */
export const getAutoUnlinkTimeOfWalletOnHold = (
  onHoldSince: number,
  { walletHoldSeconds }: WalletViewSettings['limits'],
): number => onHoldSince + walletHoldSeconds * 1000

/** A wallet as its person sees it. */
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

/** The path under which the picture of a wallet's name is shown. */
export const getWalletPicturePath = (id: string): string => `/wallet-pictures/${id}`

/** A wallet together with its person. */
export type WalletWithPerson = { wallet: WalletsTable; person: PeopleTable }

/** Who has this wallet now, as a condition. With `coalesce`, as the index that makes it one has it. */
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

const selectWallet = prepareSqlQuery(
  (queries, namespace: ChainNamespace, address: string, chainReference: string, kind: KeyOrContractWalletKind) =>
    queries
      .selectFrom('wallets')
      .select(databaseTableColumns.wallets)
      .where(matchesWalletIdentitySql({ namespace, address, chainReference, kind })),
)
/** An identity as the statements take it. */
export const toWalletIdentityParameters = ({ namespace, kind, chainReference, address }: WalletIdentityFields) =>
  [namespace, chainFamilies[namespace].canonicalizeAddress(address), chainReference ?? '', kind] as const

const selectPerson = prepareSqlQuery((queries, id: string) =>
  queries.selectFrom('people').select(databaseTableColumns.people).where('id', '=', id),
)

export async function findLinkedWallet(
  queries: DatabaseQueryBuilder,
  identity: WalletIdentityFields,
): Promise<WalletWithPerson | undefined> {
  const [wallet] = await selectWallet(queries, ...toWalletIdentityParameters(identity))
  if (wallet === undefined) return undefined
  const [person] = await selectPerson(queries, wallet.person_id)
  if (person === undefined) throw new Error('A wallet belongs to nobody')
  return { wallet, person }
}

const insertWalletRows = prepareSqlBatchQuery((queries, rows: readonly WalletsTable[]) =>
  queries
    .insertInto('wallets')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
)

/**
 * Links a wallet to a person.
 * @returns the wallet, or undefined where another transaction has linked it first
 */
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
  // Its name is read afterwards, by who reads names (names/): no sign-in waits for a chain.
  if (namespace === 'eip155')
    await pipelineSqlStatement(transaction, insertUnresolvedWalletEnsName(transaction, id, now))
  return row
}

/** Notes that a wallet was used; with an owner, only where it is theirs. */
export const updateWalletLastUsed = prepareSqlQuery(
  (
    queries,
    now: number,
    namespace: ChainNamespace,
    address: string,
    chainReference: string,
    kind: KeyOrContractWalletKind,
    ownerId: string | null,
  ) =>
    queries
      .updateTable('wallets')
      .set({ last_used_at: now })
      .where(matchesWalletIdentitySql({ namespace, address, chainReference, kind }))
      .where(sql<SqlBool>`person_id = coalesce(cast(${ownerId} as text), person_id)`)
      .returning(databaseTableColumns.wallets),
)

/** A wallet that a person has now, with its name. */
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

/** The same, also where they have unlinked it since. */
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

/**
 * Makes one wallet of a person the primary one, in a single statement: there is no moment with two, or with none. Its person
 * must be held, so that no other change comes in between.
 */
export async function setPrimaryWallet(transaction: DatabaseTransaction, personId: string, id: string): Promise<void> {
  await transaction
    .updateTable('wallets')
    .set((expression) => ({ is_primary: expression.case().when('id', '=', id).then(1).else(0).end() }))
    .where('person_id', '=', personId)
    .where(isLinkedWalletSql())
    .execute()
}

/** Where none of a person's wallets is the primary one any more, the one that was linked first becomes it, of those that are ways in. */
export async function ensurePrimaryWallet(transaction: DatabaseTransaction, personId: string): Promise<void> {
  const wallets = (await listLinkedWalletsOfPerson(transaction, personId)).filter((wallet) => !isWalletOnHold(wallet))
  const [first] = wallets
  if (first !== undefined && wallets.every((wallet) => wallet.is_primary === 0))
    await setPrimaryWallet(transaction, personId, first.id)
}

/** The wallets of a person, the first linked first, with their names. Their number is bounded, so that one page holds them all. */
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
