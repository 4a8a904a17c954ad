import type { AdminApiPerson } from '@countersign/api/admin-api-endpoints'
import { listedGroupsPerPerson } from '@countersign/api/server-limits'
import { adminRoles } from '@countersign/api/admin-role-permissions'
import type { AdminRole } from '@countersign/api/admin-role-permissions'
import { formatStoredWalletAddress } from '../../chains/families/chain-family-registry.ts'
import { sql } from 'kysely'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import { isActiveSessionWithoutIndexSql } from '../../store/sessions/active-session-sql-condition.ts'
import { isLinkedWalletSql } from '../../store/wallets/linked-wallet-sql-condition.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { PeopleTable } from '../../platform/database/database-schema.ts'
import type { PeopleListReferenceTimes } from './find-people-list-page.ts'

/** Returns entries in the order of `ids`, and omits missing people. */
export async function readPeopleListEntries(
  queries: DatabaseQueryBuilder,
  ids: readonly string[],
  { now, groupCheckedSince }: PeopleListReferenceTimes,
): Promise<AdminApiPerson[]> {
  if (ids.length === 0) return []
  const rows = await queries
    .selectFrom('people')
    .selectAll()
    .where('id', 'in', ids)
    .where('status', '!=', 'erased')
    .execute()
  const [rolesOf, primaryOf, usernames, groupsOf, wallets, passkeys, sessions] = [
    await readRoles(queries, ids),
    await readPrimaryWallets(queries, ids),
    await readUsernames(queries, ids),
    await readGroups(queries, ids, groupCheckedSince),
    await countByPerson(queries, 'wallets', ids),
    await countByPerson(queries, 'passkeys', ids),
    await countSessions(queries, ids, now),
  ]
  const described = new Map(
    rows.map((row) => {
      const { id } = row
      const primary = primaryOf.get(id)
      const person: AdminApiPerson = {
        id,
        displayName: row.display_name,
        picture: row.picture_url,
        status: row.status as Exclude<PeopleTable['status'], 'erased'>,
        roles: rolesOf.get(id) ?? [],
        address: primary === undefined ? null : formatStoredWalletAddress(primary.address),
        walletName: primary?.name ?? null,
        username: usernames.get(id) ?? null,
        groups: groupsOf.get(id)?.listed ?? [],
        groupCount: groupsOf.get(id)?.count ?? 0,
        wallets: wallets.get(id) ?? 0,
        passkeys: passkeys.get(id) ?? 0,
        sessions: sessions.get(id) ?? 0,
        createdAt: formatRfc3339Timestamp(row.created_at),
        lastSeenAt: formatRfc3339Timestamp(row.last_seen_at),
      }
      return [id, person]
    }),
  )
  return ids.flatMap((id) => described.get(id) ?? [])
}

type Ids = readonly string[]

async function readRoles(queries: DatabaseQueryBuilder, ids: Ids): Promise<Map<string, AdminRole[]>> {
  const rows = await queries
    .selectFrom('role_assignments')
    .select(['person_id', 'role'])
    .where('person_id', 'in', ids)
    .execute()
  const ofPerson = Map.groupBy(rows, ({ person_id }) => person_id)
  return new Map(
    [...ofPerson].map(([id, held]) => [id, adminRoles.filter((role) => held.some((row) => row.role === role))]),
  )
}

async function readPrimaryWallets(
  queries: DatabaseQueryBuilder,
  ids: Ids,
): Promise<Map<string, { address: string; name: string | null }>> {
  const rows = await queries
    .selectFrom('wallets')
    // A subquery per row keeps PostgreSQL from reading all wallet names.
    .select((expression) => [
      'person_id',
      'address',
      expression.selectFrom('wallet_names').select('name').whereRef('wallet_id', '=', 'wallets.id').as('name'),
    ])
    .where('person_id', 'in', ids)
    .where('is_primary', '=', 1)
    .where(isLinkedWalletSql())
    .execute()
  return new Map(rows.map(({ person_id, address, name }) => [person_id, { address, name }]))
}

async function readUsernames(queries: DatabaseQueryBuilder, ids: Ids): Promise<Map<string, string>> {
  const rows = await queries
    .selectFrom('usernames')
    .select(['person_id', 'name'])
    .where('person_id', 'in', ids)
    .where('is_current', '=', 1)
    .execute()
  return new Map(
    rows.flatMap(({ person_id, name }) => (person_id === null || name === null ? [] : [[person_id, name]])),
  )
}

interface ListedGroups {
  listed: { id: string; name: string }[]
  count: number
}

async function readGroups(
  queries: DatabaseQueryBuilder,
  ids: Ids,
  checkedSince: number,
): Promise<Map<string, ListedGroups>> {
  // `+` keeps SQLite from using the index of all members of a group.
  const { rows } = await sql<{ person_id: string; id: string; name: string; count: number | string }>`
    select person_id, id, name, count from (
      select group_members.person_id, groups.id, groups.name,
        row_number() over (partition by group_members.person_id order by groups.name, groups.id) as place,
        count(*) over (partition by group_members.person_id) as count
      from group_members inner join groups on groups.id = group_members.group_id
      where group_members.person_id in (${sql.join(ids)}) and +group_members.is_member = 1 and +group_members.checked_at > ${checkedSince}
    ) as membership where place <= ${listedGroupsPerPerson} order by person_id, place`.execute(queries)
  return new Map(
    [...Map.groupBy(rows, ({ person_id }) => person_id)].map(([personId, own]) => [
      personId,
      { listed: own.map(({ id, name }) => ({ id, name })), count: Number(own[0]?.count ?? 0) },
    ]),
  )
}

const rowCount = sql<number | string>`count(*)`.as('rows')
const toCountMap = (rows: readonly { person_id: string; rows: number | string }[]): Map<string, number> =>
  new Map(rows.map((row) => [row.person_id, Number(row.rows)]))

async function countByPerson(
  queries: DatabaseQueryBuilder,
  table: 'wallets' | 'passkeys',
  ids: Ids,
): Promise<Map<string, number>> {
  const rows =
    table === 'wallets'
      ? await queries
          .selectFrom('wallets')
          .select(['person_id', rowCount])
          .where('person_id', 'in', ids)
          .where(isLinkedWalletSql())
          .groupBy('person_id')
          .execute()
      : await queries
          .selectFrom('passkeys')
          .select(['person_id', rowCount])
          .where('person_id', 'in', ids)
          .where('removed_at', 'is', null)
          .groupBy('person_id')
          .execute()
  return toCountMap(rows)
}

async function countSessions(queries: DatabaseQueryBuilder, ids: Ids, now: number): Promise<Map<string, number>> {
  return toCountMap(
    await queries
      .selectFrom('sessions')
      .select(['person_id', rowCount])
      .where('person_id', 'in', ids)
      .where(isActiveSessionWithoutIndexSql(now))
      .groupBy('person_id')
      .execute(),
  )
}
