// SQL filters for people. Each has a query for all matches and a condition for one person.
import type { SignInMethod } from '@countersign/api/sign-in-methods'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { isLinkedWalletSql } from '../../store/wallets/linked-wallet-sql-condition.ts'
import { parseAddressOrAccountId } from '../../chains/families/chain-family-registry.ts'
import type { DatabaseKind } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { foldCase } from '../../platform/fold-text-case.ts'

export interface PeopleSqlFilter {
  /** Queries for the column `id`, with duplicates and nulls. Null if no index applies. */
  matchingIds: readonly RawBuilder<unknown>[] | null
  matchesPerson: RawBuilder<boolean>
}

/** Null names come last in both orders. The expressions must match those of the index. */
export const ascendingNameSortKeySql = sql`coalesce('0' || people.display_name_folded, '1')`
export const descendingNameSortKeySql = sql`coalesce('1' || people.display_name_folded, '0')`

/** Avoids `exists`, which PostgreSQL would turn into a join over all matches. */
const hasOne = (select: RawBuilder<unknown>): RawBuilder<boolean> => sql`(${select} limit 1) is not null`

export const createPeopleRoleSqlFilter = (role: string): PeopleSqlFilter => ({
  matchingIds: [sql`select person_id as id from role_assignments where role = ${role}`],
  matchesPerson: hasOne(
    sql`select 1 from role_assignments where role_assignments.person_id = people.id and role = ${role}`,
  ),
})

export const createPeopleGroupSqlFilter = (group: string, readSince: number): PeopleSqlFilter => ({
  // `+checked_at` keeps the database from using the index meant for listing members.
  matchingIds: [
    sql`select person_id as id from group_members where group_id = ${group} and is_member = 1 and checked_at > ${readSince}`,
  ],
  matchesPerson: hasOne(
    sql`select 1 from group_members where group_id = ${group} and group_members.person_id = people.id and is_member = 1 and +checked_at > ${readSince}`,
  ),
})

export const createPeopleApplicationSqlFilter = (application: string): PeopleSqlFilter => ({
  matchingIds: [sql`select person_id as id from grants where application_id = ${application} and revoked_at is null`],
  matchesPerson: hasOne(
    sql`select 1 from grants where grants.person_id = people.id and application_id = ${application} and revoked_at is null`,
  ),
})

const namespaceBySignInMethod = { solana: 'solana', bitcoin: 'bip122' } as const

export function createPeopleSignInMethodSqlFilter(way: SignInMethod): PeopleSqlFilter {
  if (way === 'passkey') {
    return {
      matchingIds: [sql`select person_id as id from passkeys where removed_at is null`],
      matchesPerson: hasOne(sql`select 1 from passkeys where passkeys.person_id = people.id and removed_at is null`),
    }
  }
  const isOfWay =
    way === 'key' || way === 'contract'
      ? sql`kind = ${way} and namespace = 'eip155'`
      : sql`namespace = ${namespaceBySignInMethod[way]}`
  return {
    matchingIds: [sql`select person_id as id from wallets where ${isOfWay} and ${isLinkedWalletSql()}`],
    matchesPerson: hasOne(
      sql`select 1 from wallets where wallets.person_id = people.id and ${isOfWay} and ${isLinkedWalletSql()}`,
    ),
  }
}

const addressForm = /^(?:eip155:([1-9][0-9]{0,15}):)?(0x)?([0-9a-f]{1,40})$/i
const identifierForm = /^[0-9a-z]{26}$/
const minAddressDigits = 6

/** Returns a range of addresses, or null if the text is neither an address nor a prefix of one. */
function parseAddressSearch(text: string): { chain: string | null; from: string; to: string | null } | null {
  const other = parseAddressOrAccountId(text)
  if (other !== null && other.namespace !== 'eip155') return { chain: null, from: other.address, to: null }
  const [, chain = null, prefix, digits = ''] = addressForm.exec(text) ?? []
  // Without `0x`, only a full address is recognized, because a shorter text may be a name.
  const isAddress = prefix === undefined ? digits.length === 40 : digits.length >= minAddressDigits
  if (!isAddress) return null
  const from = `0x${digits.toLowerCase()}`
  return { chain, from, to: `${from}g` }
}

export function createPeopleTextSqlFilter(text: string, kind: DatabaseKind): PeopleSqlFilter {
  const trimmed = text.trim()
  const address = parseAddressSearch(trimmed)
  if (address !== null) return addressPredicate(address)
  const folded = foldCase(trimmed)
  const contains = containing(folded, kind)
  const has = [
    contains(sql.ref('people.display_name_folded')),
    hasNamedWallet(contains),
    hasLabel(contains),
    hasUserName(contains),
  ]
  const who = peopleByNameParts(folded, kind)
  if (!identifierForm.test(trimmed)) return { matchingIds: who && [who], matchesPerson: anyOf(has) }
  const isThem = sql`people.id = ${trimmed}`
  return {
    matchingIds: who && [sql`select id from people where id = ${trimmed}`, who],
    matchesPerson: anyOf([isThem, ...has]),
  }
}

const anyOf = (ways: readonly RawBuilder<unknown>[]): RawBuilder<boolean> => sql`(${sql.join(ways, sql` or `)})`

type Contains = (column: RawBuilder<unknown>) => RawBuilder<boolean>

const containing =
  (text: string, kind: DatabaseKind): Contains =>
  (column) =>
    kind === 'sqlite' ? sql`instr(${column}, ${text}) > 0` : sql`strpos(${column}, ${text}) > 0`

/** Length of a trigram in characters, as in the index (0001-schema.ts). */
const partLength = 3

function peopleByNameParts(text: string, kind: DatabaseKind): RawBuilder<unknown> | null {
  const letters = [...text]
  const parts = [
    ...new Set(letters.slice(partLength - 1).map((_, index) => letters.slice(index, index + partLength).join(''))),
  ]
  if (parts.length === 0) return null
  // A subquery per row keeps PostgreSQL from reading all wallets.
  const owner = sql`case kind when 'person' then owner_id when 'user' then (select person_id from usernames where usernames.name_hash = owner_id) else (select person_id from wallets where wallets.id = owner_id and ${isLinkedWalletSql()}) end`
  const isFound = containing(text, kind)(sql.ref('searchable_names.text'))
  if (kind === 'postgres')
    return sql`select ${owner} as id from searchable_names where trigrams_of(text) @> array[${sql.join(parts)}]::text[] and ${isFound}`
  const all = parts.map((part) => `"${part.replaceAll('"', '""')}"`).join(' AND ')
  return sql`select ${owner} as id from name_trigrams cross join searchable_names on searchable_names.id = name_trigrams.rowid where name_trigrams match ${all} and ${isFound}`
}

/** `count` stops PostgreSQL from reading all names; `cross join` makes SQLite start with people. */
const hasNamedWallet = (contains: Contains): RawBuilder<boolean> =>
  sql`(select count(*) from wallets cross join wallet_names where wallets.person_id = people.id and wallets.id = wallet_names.wallet_id and ${isLinkedWalletSql()} and ${contains(sql.ref('wallet_names.name'))}) > 0`

const hasUserName = (contains: Contains): RawBuilder<boolean> =>
  hasOne(sql`select 1 from usernames where usernames.person_id = people.id and ${contains(sql.ref('usernames.name'))}`)

const hasLabel = (contains: Contains): RawBuilder<boolean> =>
  hasOne(
    sql`select 1 from wallets where wallets.person_id = people.id and label_folded is not null and ${contains(sql.ref('label_folded'))}`,
  )

/** An ordinary key matches on every chain, a contract wallet only on its own chain (THREATS S4). */
function addressPredicate({ chain, from, to }: NonNullable<ReturnType<typeof parseAddressSearch>>): PeopleSqlFilter {
  const onChain = chain === null ? sql`` : sql`and (kind = 'key' or chain_reference = ${chain})`
  const isAddress = to === null ? sql`address = ${from}` : sql`address >= ${from} and address < ${to}`
  const ofAddress = sql`from wallets where ${isAddress} and ${isLinkedWalletSql()} ${onChain}`
  return {
    matchingIds: [sql`select person_id as id ${ofAddress}`],
    matchesPerson: hasOne(sql`select 1 ${ofAddress} and wallets.person_id = people.id`),
  }
}
