// Leaves out items that were removed or that the caller may no longer read.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import type { AdminPermission } from '@countersign/api/admin-role-permissions'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { RecentItemsTable } from '../../platform/database/database-schema.ts'
import { listRecentlyOpenedItemsOfPeople } from '../../store/saved-views/saved-view-store.ts'
import { formatPersonNameOrWallet, readPersonSummaries } from './read-person-summaries.ts'

type RecentItem = AdminApiEndpointOutput<'listRecentItems'>['items'][number]
type RecentItemKind = RecentItem['kind']

const permissionOf: Readonly<Record<RecentItemKind, AdminPermission>> = {
  person: 'people.read',
  application: 'applications.read',
  group: 'groups.read',
  resource: 'applications.read',
  line: 'activity.read',
}

export async function describeRecentlyOpenedAdminItems(
  queries: DatabaseQueryBuilder,
  personId: string,
  permissions: readonly AdminPermission[],
): Promise<RecentItem[]> {
  const rows = (await listRecentlyOpenedItemsOfPeople(queries, [personId])).filter(({ kind }) =>
    permissions.includes(permissionOf[kind as RecentItemKind]),
  )
  const idsOf = (kind: RecentItemKind): string[] =>
    rows.filter((row) => row.kind === kind).map(({ item_id }) => item_id)
  const named: Record<RecentItemKind, Map<string, string | null>> = {
    person: await readPeopleNames(queries, idsOf('person')),
    application: await readObjectNames(queries, 'applications', idsOf('application')),
    group: await readObjectNames(queries, 'groups', idsOf('group')),
    resource: await readObjectNames(queries, 'resources', idsOf('resource')),
    line: new Map(idsOf('line').map((id) => [id, null])),
  }
  return rows.flatMap(({ kind, item_id: id }: RecentItemsTable): RecentItem[] => {
    const name = named[kind as RecentItemKind].get(id)
    return name === undefined ? [] : [{ kind: kind as RecentItemKind, id, name }]
  })
}

async function readPeopleNames(
  queries: DatabaseQueryBuilder,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const present = await queries
    .selectFrom('people')
    .select('id')
    .where('id', 'in', ids)
    .where('status', '!=', 'erased')
    .execute()
  const nameOf = await readPersonSummaries(queries, ids)
  return new Map(present.map(({ id }) => [id, formatPersonNameOrWallet(nameOf(id))]))
}

async function readObjectNames(
  queries: DatabaseQueryBuilder,
  table: 'applications' | 'groups' | 'resources',
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await queries.selectFrom(table).select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
