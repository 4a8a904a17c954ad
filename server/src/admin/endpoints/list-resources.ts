// Resources as administrators see them. There are few enough of them to be sorted here.
import type { AdminEndpointOutput, AdminEndpointInput, AdminResource } from '@countersign/api/admin-endpoints'
import { countPeopleGrantingResourceAccess } from '../../store/grants/count-people-granting-resource-access.ts'
import { listResourceApplications } from '../resources/list-resource-applications.ts'
import { findResourceById, listResources } from '../../store/resources/resource-store.ts'
import type { ResourceRecord } from '../../store/resources/resource-store.ts'
import { formatTimestamp } from '../../platform/clock.ts'
import type { DatabaseQueries } from '../../platform/database/open-database.ts'
import { foldCase } from '../../platform/fold-case.ts'
import { ApiError } from '../../platform/api-error.ts'
import { paginateRows, decodeListCursor, adminListQueryLimit } from './admin-list-pagination.ts'
import type { ListRowPosition } from './admin-list-pagination.ts'

/** @throws ApiError `request.invalid` for a cursor that is none of this list */
export async function listResourcesPage(
  queries: DatabaseQueries,
  { search, openTo, sort = 'name', order, cursor }: AdminEndpointInput<'listResources'>['query'],
): Promise<AdminEndpointOutput<'listResources'>> {
  const wanted = search === undefined ? null : foldCase(search.trim())
  const found = (await listResources(queries)).filter(
    ({ definition }) =>
      (openTo === undefined || definition.openTo === openTo) &&
      (wanted === null || foldCase(`${definition.name}\n${definition.resource}`).includes(wanted)),
  )
  const placeOf = ({ id, definition, createdAt }: ResourceRecord): ListRowPosition => [
    sort === 'name' ? foldCase(definition.name) : createdAt,
    id,
  ]
  const after = decodeListCursor(cursor, sort === 'name' ? 'string' : 'number')
  const direction = (order ?? (sort === 'name' ? 'asc' : 'desc')) === 'asc' ? 1 : -1
  const sorted = found.toSorted((one, another) => direction * compareResourcePositions(placeOf(one), placeOf(another)))
  const rest =
    after === null ? sorted : sorted.filter((one) => direction * compareResourcePositions(placeOf(one), after) > 0)
  const { shown, nextCursor } = paginateRows(rest.slice(0, adminListQueryLimit), placeOf)
  return { items: shown.map(describeResourceRow), nextCursor, total: found.length }
}

const compareResourcePositions = ([key, id]: ListRowPosition, [otherKey, otherId]: ListRowPosition): number =>
  key === otherKey ? Number(id > otherId) - Number(id < otherId) : key > otherKey ? 1 : -1

export const describeResourceRow = ({
  id,
  definition,
  origin,
  createdAt,
  changedAt,
}: ResourceRecord): AdminResource => ({
  id,
  ...definition,
  scopes: definition.scopes.map((scope) => ({ ...scope })),
  claims: [...definition.claims],
  described: origin === 'operator',
  createdAt: formatTimestamp(createdAt),
  changedAt: formatTimestamp(changedAt),
})

/** @throws ApiError `resource.not_found` */
export async function requireResource(queries: DatabaseQueries, id: string): Promise<ResourceRecord> {
  const record = await findResourceById(queries, id)
  if (record === undefined) throw new ApiError('resource.not_found')
  return record
}

/** @throws ApiError `resource.not_found` */
export async function readResource(queries: DatabaseQueries, id: string): Promise<AdminEndpointOutput<'readResource'>> {
  const record = await requireResource(queries, id)
  const { resource } = record.definition
  return {
    ...describeResourceRow(record),
    applications: await listResourceApplications(queries, resource),
    people: await countPeopleGrantingResourceAccess(queries, resource),
  }
}
