import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import type { AdminPermission } from '@countersign/api/admin-role-permissions'
import { findApplicationById } from '../../store/applications/application-store.ts'
import { listGroups } from '../../store/groups/group-store.ts'
import { searchAuditLog } from '../../audit-log/search-audit-log.ts'
import type { AuditLogSearchResultEntry } from '../../audit-log/search-audit-log.ts'
import { listResourceServers } from '../../store/resources/resource-server-store.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { foldCase } from '../../platform/fold-text-case.ts'
import { findApplicationIdsByName } from './list-applications.ts'
import { addNamesToAuditEvents, findAuditEventBySequence } from './list-audit-events.ts'
import { readPeopleListEntries } from './read-people-list-entries.ts'
import { createPeopleListReferenceTimes, findPeopleByText } from './find-people-list-page.ts'

type SearchContext = Pick<ServerAppContext, 'database' | 'settings' | 'clock'>
type SearchResults = AdminApiEndpointOutput<'searchAdmin'>

const maxResultsPerKind = 5

const entryNumberForm = /^#?([1-9][0-9]{0,14})$/

const identifierForm = /^[0-9a-z]{26}$/

export async function runAdminGlobalSearch(
  context: SearchContext,
  text: string,
  permissions: readonly AdminPermission[],
): Promise<SearchResults> {
  const wanted = text.trim()
  if (wanted === '') return { people: [], applications: [], groups: [], resources: [], entries: [] }
  const may = (permission: AdminPermission): boolean => permissions.includes(permission)
  return {
    people: may('people.read') ? await searchPeople(context, wanted) : [],
    applications: may('applications.read') ? await searchApplications(context, wanted) : [],
    groups: may('groups.read') ? await searchGroups(context, wanted) : [],
    resources: may('applications.read') ? await searchResources(context, wanted) : [],
    entries: may('activity.read') ? await searchAuditEvents(context, wanted) : [],
  }
}

async function searchPeople(
  { database, settings, clock }: SearchContext,
  search: string,
): Promise<SearchResults['people']> {
  const ids = await findPeopleByText(database, search, maxResultsPerKind)
  const people = await readPeopleListEntries(
    database.queries,
    ids,
    createPeopleListReferenceTimes(settings.limits, clock()),
  )
  return people.map(({ id, displayName, picture, status, address, walletName }) => ({
    id,
    displayName,
    picture,
    status,
    address,
    walletName,
  }))
}

async function searchApplications({ database }: SearchContext, search: string): Promise<SearchResults['applications']> {
  const found: SearchResults['applications'] = []
  for (const id of await findApplicationIdsByName(database, search, maxResultsPerKind)) {
    const application = await findApplicationById(database.queries, id)
    if (application !== undefined)
      found.push({ id, name: application.name, kind: application.kind, enabled: application.enabled })
  }
  return found
}

async function searchGroups({ database }: SearchContext, search: string): Promise<SearchResults['groups']> {
  const wanted = foldCase(search)
  return (await listGroups(database.queries))
    .filter(({ id, name }) => id.includes(wanted) || foldCase(name).includes(wanted))
    .slice(0, maxResultsPerKind)
    .map(({ id, name }) => ({ id, name }))
}

async function searchResources({ database }: SearchContext, search: string): Promise<SearchResults['resources']> {
  const wanted = foldCase(search)
  return (await listResourceServers(database.queries))
    .filter(
      ({ id, definition }) => id === search || foldCase(`${definition.name}\n${definition.resource}`).includes(wanted),
    )
    .slice(0, maxResultsPerKind)
    .map(({ id, definition: { name, resource } }) => ({ id, name, resource }))
}

/** Finds one entry by sequence number, or the latest actions of a person or token by ID. */
async function searchAuditEvents(
  { database: { queries } }: SearchContext,
  search: string,
): Promise<SearchResults['entries']> {
  const lines = await findAuditEvents(queries, search)
  return (await addNamesToAuditEvents(queries, lines)).map(({ sequence, at, type, outcome, person }) => ({
    sequence,
    at,
    type,
    outcome,
    person,
  }))
}

async function findAuditEvents(queries: DatabaseQueryBuilder, search: string): Promise<AuditLogSearchResultEntry[]> {
  const number = entryNumberForm.exec(search)?.[1]
  if (number !== undefined) {
    const line = await findAuditEventBySequence(queries, Number(number))
    return line === undefined ? [] : [line]
  }
  if (!identifierForm.test(search)) return []
  return (await searchAuditLog(queries, { actorId: search }, { before: null, after: null, size: maxResultsPerKind }))
    .entries
}
