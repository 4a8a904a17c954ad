// Groups as administrators see them: with how many belong, and when that was last read. There are few enough of them to be sorted here.
import type { AdminAnswer, AdminGroup, AdminInput } from '@countersign/api/admin-calls'
import { sql } from 'kysely'
import { listApplicationsNaming } from '../../store/applications/known-groups.ts'
import { isWalletList } from '../../groups/membership/add-to-list.ts'
import { memberSince } from '../../groups/membership/freshness.ts'
import type { GroupLimits } from '../../groups/membership/freshness.ts'
import { findGroup, listGroups } from '../../store/groups/store.ts'
import { checkedNever } from '../../groups/membership/member-store.ts'
import type { GroupRecord } from '../../store/groups/store.ts'
import type { MemberCount } from '../../groups/membership/member-store.ts'
import { formatTime } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/open-database.ts'
import { foldText } from '../../platform/fold-text.ts'
import { Refusal } from '../../platform/refusal.ts'
import { countByDay } from './count-by-day.ts'
import { countRows } from './count-rows.ts'
import { cutPage, readCursor, rowsForPage } from './list-page.ts'
import type { Order, Place } from './list-page.ts'
import { namePeople } from './name-people.ts'
import { findPeople } from './people-list.ts'

/** What decides who counts as a member now. */
interface Moment {
  limits: GroupLimits
  now: number
}

type Counted = GroupRecord & MemberCount & { readAt: number | null }

const [joined, left] = ['group.joined', 'group.left']

/**
 * @throws Refusal `request.invalid` for a cursor that is none of this list
 */
export async function readGroupsPage(
  queries: Queries,
  { search, sort = 'name', order, cursor, include }: AdminInput<'listGroups'>['query'],
  moment: Moment,
): Promise<AdminAnswer<'listGroups'>> {
  const wanted = search === undefined ? null : foldText(search.trim())
  const groups = (await listGroups(queries)).filter(
    ({ id, name }) => wanted === null || id.includes(wanted) || foldText(name).includes(wanted),
  )
  const chosen: Order = order ?? (sort === 'name' ? 'asc' : 'desc')
  const after = readCursor(cursor, sort === 'name' ? 'string' : 'number')
  // To sort by how many belong, all are counted; and otherwise those alone that are shown.
  const counts = sort === 'members' ? await countAll(queries, groups, moment) : new Map<string, number>()
  const placeOf = ({ id, name, createdAt }: GroupRecord): Place => [
    sort === 'name' ? foldText(name) : sort === 'created' ? createdAt : (counts.get(id) ?? 0),
    id,
  ]
  const direction = chosen === 'asc' ? 1 : -1
  const sorted = groups.toSorted((one, other) => direction * compare(placeOf(one), placeOf(other)))
  const rest = after === null ? sorted : sorted.filter((group) => direction * compare(placeOf(group), after) > 0)
  const { shown, nextCursor } = cutPage(rest.slice(0, rowsForPage), placeOf)
  const byDay = await countByDay(
    queries,
    [joined, left],
    shown.map(({ id }) => id),
    moment.now,
  )
  const items = (await countEach(queries, shown, moment)).map((group) => ({
    ...describeGroup(group),
    joinedByDay: byDay(joined, group.id),
    leftByDay: byDay(left, group.id),
    ...(include === 'definition' && { rule: { ...group.rule } }),
  }))
  return { items, nextCursor, total: groups.length }
}

const compare = ([key, id]: Place, [otherKey, otherId]: Place): number =>
  key === otherKey ? Number(id > otherId) - Number(id < otherId) : key > otherKey ? 1 : -1

const countAll = async (
  queries: Queries,
  groups: readonly GroupRecord[],
  moment: Moment,
): Promise<Map<string, number>> =>
  new Map((await countEach(queries, groups, moment)).map(({ id, members }) => [id, members]))

async function countEach(
  queries: Queries,
  groups: readonly GroupRecord[],
  { limits, now }: Moment,
): Promise<Counted[]> {
  const counted: Counted[] = []
  for (const group of groups) {
    // Two indexes have both answers; asked for together, one of them would be left aside.
    const countSince = (name: string, since: number): Promise<number> =>
      countRows(
        queries,
        {
          name: `${name} of ${group.id}`,
          from: sql`group_members`,
          where: sql`group_id = ${group.id} and is_member = 1 and checked_at > ${since}`,
          key: ['checked_at', 'person_id'],
        },
        now,
      )
    const members = await countSince('members', checkedNever)
    const membersCheckedRecently = await countSince('members checked recently', memberSince(limits, now))
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
}: Counted): AdminGroup => ({
  id,
  name,
  description,
  members,
  membersCheckedRecently,
  readAt: readAt === null ? null : formatTime(readAt),
  walletList: isWalletList(rule),
  createdAt: formatTime(createdAt),
  changedAt: formatTime(changedAt),
})

/** @throws Refusal `group.not_found` */
export async function readGroupShort(queries: Queries, id: string, moment: Moment): Promise<AdminGroup> {
  const [counted] = await countEach(queries, [await requireGroup(queries, id)], moment)
  return describeGroup(counted as Counted)
}

/** @throws Refusal `group.not_found` */
export async function readGroup(queries: Queries, id: string, moment: Moment): Promise<AdminAnswer<'readGroup'>> {
  const { rule } = await requireGroup(queries, id)
  const naming = await listApplicationsNaming(queries, id)
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
  return { ...(await readGroupShort(queries, id, moment)), rule: { ...rule }, applications }
}

/** @throws Refusal `group.not_found` */
export async function requireGroup(queries: Queries, id: string): Promise<GroupRecord> {
  const group = await findGroup(queries, id)
  if (group === undefined) throw new Refusal('group.not_found')
  return group
}

/**
 * A page of the members of a group, with when each was checked; those that `members` counts.
 * @throws Refusal `group.not_found`, `request.invalid`
 */
export async function listMembers(
  database: Database,
  id: string,
  query: AdminInput<'listGroupMembers'>['query'],
  { now }: Pick<Moment, 'now'>,
): Promise<AdminAnswer<'listGroupMembers'>> {
  const { queries } = database
  await requireGroup(queries, id)
  const { ids, ...rest } = await findPeople(database, { ...query, group: id }, { now, groupReadSince: checkedNever })
  if (ids.length === 0) return { items: [], ...rest }
  const rows = await queries
    .selectFrom('group_members')
    .select(['person_id', 'checked_at', 'unreachable_since'])
    .where('group_id', '=', id)
    .where('person_id', 'in', ids)
    .execute()
  const known = new Map(rows.map((row) => [row.person_id, row]))
  const nameOf = await namePeople(queries, ids)
  const items = ids.flatMap((personId) => {
    const row = known.get(personId)
    return row === undefined
      ? []
      : [
          {
            person: nameOf(personId),
            checkedAt: formatTime(row.checked_at),
            unreachableSince: row.unreachable_since === null ? null : formatTime(row.unreachable_since),
          },
        ]
  })
  return { items, ...rest }
}
