// What somebody opened last, as it is called now: what is gone since, or may not be read any more, is left out.
import type { AdminEndpointOutput } from '@countersign/api/admin-endpoints'
import type { Permission } from '@countersign/api/role-permissions'
import type { DatabaseQueries } from '../../platform/database/open-database.ts'
import type { RecentItemsTable } from '../../platform/database/database-schema.ts'
import { listRecentItems } from '../../store/saved-views/saved-view-store.ts'
import { getPersonDisplayName, summarizePeople } from './person-summaries.ts'

type RecentItem = AdminEndpointOutput<'listRecentItems'>['items'][number]
type RecentItemKind = RecentItem['kind']

const permissionOf: Readonly<Record<RecentItemKind, Permission>> = {
  person: 'people.read',
  application: 'applications.read',
  group: 'groups.read',
  resource: 'applications.read',
  line: 'activity.read',
}

/** @param permissions of who asks */
export async function describeRecentlyOpenedItems(
  queries: DatabaseQueries,
  personId: string,
  permissions: readonly Permission[],
): Promise<RecentItem[]> {
  const rows = (await listRecentItems(queries, [personId])).filter(({ kind }) =>
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

async function readPeopleNames(queries: DatabaseQueries, ids: readonly string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const present = await queries
    .selectFrom('people')
    .select('id')
    .where('id', 'in', ids)
    .where('status', '!=', 'erased')
    .execute()
  const nameOf = await summarizePeople(queries, ids)
  return new Map(present.map(({ id }) => [id, getPersonDisplayName(nameOf(id))]))
}

async function readObjectNames(
  queries: DatabaseQueries,
  table: 'applications' | 'groups' | 'resources',
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await queries.selectFrom(table).select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
