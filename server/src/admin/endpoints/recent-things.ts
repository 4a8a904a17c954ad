// What somebody opened last, as it is called now: what is gone since, or may not be read any more, is left out.
import type { AdminAnswer } from '@countersign/api/admin-calls'
import type { Permission } from '@countersign/api/permissions'
import type { Queries } from '../../platform/database/open-database.ts'
import type { RecentThingsTable } from '../../platform/database/schema.ts'
import { listRecent } from '../../store/saved-views/store.ts'
import { calledBy, namePeople } from './name-people.ts'

type Recent = AdminAnswer<'listRecent'>['items'][number]
type Kind = Recent['kind']

const permissionOf: Readonly<Record<Kind, Permission>> = {
  person: 'people.read',
  application: 'applications.read',
  group: 'groups.read',
  resource: 'applications.read',
  line: 'activity.read',
}

/** @param permissions of who asks */
export async function nameRecent(
  queries: Queries,
  personId: string,
  permissions: readonly Permission[],
): Promise<Recent[]> {
  const rows = (await listRecent(queries, [personId])).filter(({ kind }) =>
    permissions.includes(permissionOf[kind as Kind]),
  )
  const idsOf = (kind: Kind): string[] => rows.filter((row) => row.kind === kind).map(({ thing_id }) => thing_id)
  const named: Record<Kind, Map<string, string | null>> = {
    person: await namePresent(queries, idsOf('person')),
    application: await nameAll(queries, 'applications', idsOf('application')),
    group: await nameAll(queries, 'groups', idsOf('group')),
    resource: await nameAll(queries, 'resources', idsOf('resource')),
    line: new Map(idsOf('line').map((id) => [id, null])),
  }
  return rows.flatMap(({ kind, thing_id: id }: RecentThingsTable): Recent[] => {
    const name = named[kind as Kind].get(id)
    return name === undefined ? [] : [{ kind: kind as Kind, id, name }]
  })
}

async function namePresent(queries: Queries, ids: readonly string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const present = await queries
    .selectFrom('people')
    .select('id')
    .where('id', 'in', ids)
    .where('status', '!=', 'erased')
    .execute()
  const nameOf = await namePeople(queries, ids)
  return new Map(present.map(({ id }) => [id, calledBy(nameOf(id))]))
}

async function nameAll(
  queries: Queries,
  table: 'applications' | 'groups' | 'resources',
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await queries.selectFrom(table).select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
