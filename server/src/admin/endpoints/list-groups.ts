import type { AdminApiEndpointOutput, AdminApiGroup, AdminApiEndpointInput } from '@countersign/api/admin-api-endpoints'
import { sql } from 'kysely'
import { listApplicationsRequiringGroup } from '../../store/applications/validate-application-group-references.ts'
import { isWalletListRule } from '../../groups/membership/add-people-to-group-wallet-list.ts'
import { getGroupMembershipExpiryCutoff } from '../../groups/membership/group-membership-freshness.ts'
import type { GroupMembershipLimits } from '../../groups/membership/group-membership-freshness.ts'
import { findGroup, listGroups } from '../../store/groups/group-store.ts'
import { groupMembershipNeverCheckedTimestamp } from '../../groups/membership/group-member-store.ts'
import type { GroupRecord } from '../../store/groups/group-store.ts'
import type { GroupMemberCountResult } from '../../groups/membership/group-member-store.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type { Database, DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { foldCase } from '../../platform/fold-text-case.ts'
import { ApiError } from '../../platform/api-error.ts'
import { countAuditEventsByDay } from './count-audit-events-by-day.ts'
import { getCachedListCount } from './cached-admin-list-counts.ts'
import { paginateRows, decodeListCursor, adminListQueryLimit } from './admin-list-pagination.ts'
import type { SortOrder, ListRowPosition } from './admin-list-pagination.ts'
import { readPersonSummaries } from './read-person-summaries.ts'
import { findPeopleListPage } from './find-people-list-page.ts'

interface GroupListContext {
  limits: GroupMembershipLimits
  now: number
}

type CountedGroup = GroupRecord & GroupMemberCountResult & { readAt: number | null }

const [joined, left] = ['group.member_added', 'group.member_removed']

export async function readGroupListPage(
  queries: DatabaseQueryBuilder,
  { search, sort = 'name', order, cursor, include }: AdminApiEndpointInput<'listGroups'>['query'],
  moment: GroupListContext,
): Promise<AdminApiEndpointOutput<'listGroups'>> {
  const wanted = search === undefined ? null : foldCase(search.trim())
  const groups = (await listGroups(queries)).filter(
    ({ id, name }) => wanted === null || id.includes(wanted) || foldCase(name).includes(wanted),
  )
  const chosen: SortOrder = order ?? (sort === 'name' ? 'asc' : 'desc')
  const after = decodeListCursor(cursor, sort === 'name' ? 'string' : 'number')
  const counts = sort === 'members' ? await countMembersOfAll(queries, groups, moment) : new Map<string, number>()
  const placeOf = ({ id, name, createdAt }: GroupRecord): ListRowPosition => [
    sort === 'name' ? foldCase(name) : sort === 'created' ? createdAt : (counts.get(id) ?? 0),
    id,
  ]
  const direction = chosen === 'asc' ? 1 : -1
  const sorted = groups.toSorted((one, other) => direction * compareGroupPositions(placeOf(one), placeOf(other)))
  const rest =
    after === null ? sorted : sorted.filter((group) => direction * compareGroupPositions(placeOf(group), after) > 0)
  const { shown, nextCursor } = paginateRows(rest.slice(0, adminListQueryLimit), placeOf)
  const byDay = await countAuditEventsByDay(
    queries,
    [joined, left],
    shown.map(({ id }) => id),
    moment.now,
  )
  const items = (await countMembersOfEach(queries, shown, moment)).map((group) => ({
    ...describeGroup(group),
    joinedByDay: byDay(joined, group.id),
    leftByDay: byDay(left, group.id),
    ...(include === 'definition' && { rule: { ...group.rule } }),
  }))
  return { items, nextCursor, total: groups.length }
}

const compareGroupPositions = ([key, id]: ListRowPosition, [otherKey, otherId]: ListRowPosition): number =>
  key === otherKey ? Number(id > otherId) - Number(id < otherId) : key > otherKey ? 1 : -1

const countMembersOfAll = async (
  queries: DatabaseQueryBuilder,
  groups: readonly GroupRecord[],
  moment: GroupListContext,
): Promise<Map<string, number>> =>
  new Map((await countMembersOfEach(queries, groups, moment)).map(({ id, members }) => [id, members]))

async function countMembersOfEach(
  queries: DatabaseQueryBuilder,
  groups: readonly GroupRecord[],
  { limits, now }: GroupListContext,
): Promise<CountedGroup[]> {
  const counted: CountedGroup[] = []
  for (const group of groups) {
    // Two separate queries let the database use an index for each.
    const countSince = (name: string, since: number): Promise<number> =>
      getCachedListCount(
        queries,
        {
          name: `${name} of ${group.id}`,
          from: sql`group_members`,
          where: sql`group_id = ${group.id} and is_member = 1 and checked_at > ${since}`,
          key: ['checked_at', 'person_id'],
        },
        now,
      )
    const members = await countSince('members', groupMembershipNeverCheckedTimestamp)
    const membersCheckedRecently = await countSince(
      'members checked recently',
      getGroupMembershipExpiryCutoff(limits, now),
    )
    const newest = await queries
      .selectFrom('group_members')
      .select('checked_at')
      .where('group_id', '=', group.id)
      .orderBy('checked_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    counted.push({
      ...group,
      members,
      membersCheckedRecently,
      readAt: newest === undefined || newest.checked_at === 0 ? null : newest.checked_at,
    })
  }
  return counted
}

const describeGroup = ({
  id,
  name,
  description,
  rule,
  members,
  membersCheckedRecently,
  readAt,
  createdAt,
  changedAt,
}: CountedGroup): AdminApiGroup => ({
  id,
  name,
  description,
  members,
  membersCheckedRecently,
  readAt: readAt === null ? null : formatRfc3339Timestamp(readAt),
  walletList: isWalletListRule(rule),
  createdAt: formatRfc3339Timestamp(createdAt),
  changedAt: formatRfc3339Timestamp(changedAt),
})

export async function readGroupSummary(
  queries: DatabaseQueryBuilder,
  id: string,
  moment: GroupListContext,
): Promise<AdminApiGroup> {
  const [counted] = await countMembersOfEach(queries, [await requireExistingGroup(queries, id)], moment)
  return describeGroup(counted as CountedGroup)
}

export async function readAdminGroupDetails(
  queries: DatabaseQueryBuilder,
  id: string,
  moment: GroupListContext,
): Promise<AdminApiEndpointOutput<'readGroup'>> {
  const { rule } = await requireExistingGroup(queries, id)
  const naming = await listApplicationsRequiringGroup(queries, id)
  const applications =
    naming.length === 0
      ? []
      : await queries
          .selectFrom('applications')
          .select(['id', 'name'])
          .where('id', 'in', naming)
          .orderBy('name')
          .orderBy('id')
          .execute()
  return { ...(await readGroupSummary(queries, id, moment)), rule: { ...rule }, applications }
}

export async function requireExistingGroup(queries: DatabaseQueryBuilder, id: string): Promise<GroupRecord> {
  const group = await findGroup(queries, id)
  if (group === undefined) throw new ApiError('group.not_found')
  return group
}

export async function listGroupMembers(
  database: Database,
  id: string,
  query: AdminApiEndpointInput<'listGroupMembers'>['query'],
  { now }: Pick<GroupListContext, 'now'>,
): Promise<AdminApiEndpointOutput<'listGroupMembers'>> {
  const { queries } = database
  await requireExistingGroup(queries, id)
  const { ids, ...rest } = await findPeopleListPage(
    database,
    { ...query, group: id },
    { now, groupCheckedSince: groupMembershipNeverCheckedTimestamp },
  )
  if (ids.length === 0) return { items: [], ...rest }
  const rows = await queries
    .selectFrom('group_members')
    .select(['person_id', 'checked_at', 'unreachable_since'])
    .where('group_id', '=', id)
    .where('person_id', 'in', ids)
    .execute()
  const known = new Map(rows.map((row) => [row.person_id, row]))
  const nameOf = await readPersonSummaries(queries, ids)
  const items = ids.flatMap((personId) => {
    const row = known.get(personId)
    return row === undefined
      ? []
      : [
          {
            person: nameOf(personId),
            checkedAt: formatRfc3339Timestamp(row.checked_at),
            unreachableSince: row.unreachable_since === null ? null : formatRfc3339Timestamp(row.unreachable_since),
          },
        ]
  })
  return { items, ...rest }
}
