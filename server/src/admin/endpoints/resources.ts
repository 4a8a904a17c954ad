// Resources as administrators see them. There are few enough of them to be sorted here.
import type { AdminAnswer, AdminInput, AdminResource } from '@countersign/api/admin-calls'
import { countPeopleAllowing } from '../../store/grants/count-people.ts'
import { listApplicationsListing } from '../resources/listing.ts'
import { findResourceById, listResources } from '../../store/resources/store.ts'
import type { ResourceRecord } from '../../store/resources/store.ts'
import { formatTime } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { foldText } from '../../platform/fold-text.ts'
import { Refusal } from '../../platform/refusal.ts'
import { cutPage, readCursor, rowsForPage } from './list-page.ts'
import type { Place } from './list-page.ts'

/** @throws Refusal `request.invalid` for a cursor that is none of this list */
export async function readResourcesPage(
  queries: Queries,
  { search, openTo, sort = 'name', order, cursor }: AdminInput<'listResources'>['query'],
): Promise<AdminAnswer<'listResources'>> {
  const wanted = search === undefined ? null : foldText(search.trim())
  const found = (await listResources(queries)).filter(
    ({ definition }) =>
      (openTo === undefined || definition.openTo === openTo) &&
      (wanted === null || foldText(`${definition.name}\n${definition.resource}`).includes(wanted)),
  )
  const placeOf = ({ id, definition, createdAt }: ResourceRecord): Place => [
    sort === 'name' ? foldText(definition.name) : createdAt,
    id,
  ]
  const after = readCursor(cursor, sort === 'name' ? 'string' : 'number')
  const direction = (order ?? (sort === 'name' ? 'asc' : 'desc')) === 'asc' ? 1 : -1
  const sorted = found.toSorted((one, another) => direction * compare(placeOf(one), placeOf(another)))
  const rest = after === null ? sorted : sorted.filter((one) => direction * compare(placeOf(one), after) > 0)
  const { shown, nextCursor } = cutPage(rest.slice(0, rowsForPage), placeOf)
  return { items: shown.map(describeResourceRow), nextCursor, total: found.length }
}

const compare = ([key, id]: Place, [otherKey, otherId]: Place): number =>
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
  createdAt: formatTime(createdAt),
  changedAt: formatTime(changedAt),
})

/** @throws Refusal `resource.not_found` */
export async function requireResource(queries: Queries, id: string): Promise<ResourceRecord> {
  const record = await findResourceById(queries, id)
  if (record === undefined) throw new Refusal('resource.not_found')
  return record
}

/** @throws Refusal `resource.not_found` */
export async function readResource(queries: Queries, id: string): Promise<AdminAnswer<'readResource'>> {
  const record = await requireResource(queries, id)
  const { resource } = record.definition
  return {
    ...describeResourceRow(record),
    applications: await listApplicationsListing(queries, resource),
    people: await countPeopleAllowing(queries, resource),
  }
}
