import type {
  AdminApiEndpointOutput,
  AdminApiEndpointInput,
  AdminApiResourceServer,
} from '@countersign/api/admin-api-endpoints'
import { countPeopleGrantingResourceAccess } from '../../store/grants/count-people-granting-resource-access.ts'
import { listApplicationsOfResourceServer } from '../resources/list-applications-of-resource-server.ts'
import { findResourceServerById, listResourceServers } from '../../store/resources/resource-server-store.ts'
import type { ResourceServerRecord } from '../../store/resources/resource-server-store.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { foldCase } from '../../platform/fold-text-case.ts'
import { ApiError } from '../../platform/api-error.ts'
import { paginateRows, decodeListCursor, adminListQueryLimit } from './admin-list-pagination.ts'
import type { ListRowPosition } from './admin-list-pagination.ts'

export async function readResourceServerListPage(
  queries: DatabaseQueryBuilder,
  { search, openTo, sort = 'name', order, cursor }: AdminApiEndpointInput<'listResources'>['query'],
): Promise<AdminApiEndpointOutput<'listResources'>> {
  const wanted = search === undefined ? null : foldCase(search.trim())
  const found = (await listResourceServers(queries)).filter(
    ({ definition }) =>
      (openTo === undefined || definition.openTo === openTo) &&
      (wanted === null || foldCase(`${definition.name}\n${definition.resource}`).includes(wanted)),
  )
  const placeOf = ({ id, definition, createdAt }: ResourceServerRecord): ListRowPosition => [
    sort === 'name' ? foldCase(definition.name) : createdAt,
    id,
  ]
  const after = decodeListCursor(cursor, sort === 'name' ? 'string' : 'number')
  const direction = (order ?? (sort === 'name' ? 'asc' : 'desc')) === 'asc' ? 1 : -1
  const sorted = found.toSorted((one, another) => direction * compareResourcePositions(placeOf(one), placeOf(another)))
  const rest =
    after === null ? sorted : sorted.filter((one) => direction * compareResourcePositions(placeOf(one), after) > 0)
  const { shown, nextCursor } = paginateRows(rest.slice(0, adminListQueryLimit), placeOf)
  return { items: shown.map(toAdminResourceServerListEntry), nextCursor, total: found.length }
}

const compareResourcePositions = ([key, id]: ListRowPosition, [otherKey, otherId]: ListRowPosition): number =>
  key === otherKey ? Number(id > otherId) - Number(id < otherId) : key > otherKey ? 1 : -1

export const toAdminResourceServerListEntry = ({
  id,
  definition,
  origin,
  createdAt,
  changedAt,
}: ResourceServerRecord): AdminApiResourceServer => ({
  id,
  ...definition,
  scopes: definition.scopes.map((scope) => ({ ...scope })),
  claims: [...definition.claims],
  described: origin === 'operator',
  createdAt: formatRfc3339Timestamp(createdAt),
  changedAt: formatRfc3339Timestamp(changedAt),
})

export async function requireExistingResourceServer(
  queries: DatabaseQueryBuilder,
  id: string,
): Promise<ResourceServerRecord> {
  const record = await findResourceServerById(queries, id)
  if (record === undefined) throw new ApiError('resource.not_found')
  return record
}

export async function readAdminResourceServerDetails(
  queries: DatabaseQueryBuilder,
  id: string,
): Promise<AdminApiEndpointOutput<'readResource'>> {
  const record = await requireExistingResourceServer(queries, id)
  const { resource } = record.definition
  return {
    ...toAdminResourceServerListEntry(record),
    applications: await listApplicationsOfResourceServer(queries, resource),
    people: await countPeopleGrantingResourceAccess(queries, resource),
  }
}
