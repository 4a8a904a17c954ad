// One search over everything that the administration knows (a command palette's): the few of each kind that fit best, each by the search of its own
// list, and only of the kinds that whoever asks may read.
import type { AdminAnswer } from '@countersign/api/admin-calls'
import type { Permission } from '@countersign/api/permissions'
import { findApplication } from '../../store/applications/store.ts'
import { listGroups } from '../../store/groups/store.ts'
import { searchEvents } from '../../audit-log/search.ts'
import type { FoundEvent } from '../../audit-log/search.ts'
import { listResources } from '../../store/resources/store.ts'
import type { App } from '../../platform/call.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { foldText } from '../../platform/fold-text.ts'
import { findApplicationIds } from './applications.ts'
import { describeEvents, findLine } from './events.ts'
import { describePeople } from './people.ts'
import { findSomePeople } from './people-list.ts'

type World = Pick<App, 'database' | 'clock'>
type Found = AdminAnswer<'searchAdmin'>

/** How many of each kind. */
const few = 5

/** A number of a line, as it is written beside it. */
const lineNumber = /^#?([1-9][0-9]{0,14})$/

const identifierForm = /^[0-9a-z]{26}$/

/** @param permissions of who asks */
export async function searchAdmin(world: World, text: string, permissions: readonly Permission[]): Promise<Found> {
  const wanted = text.trim()
  if (wanted === '') return { people: [], applications: [], groups: [], resources: [], lines: [] }
  const may = (permission: Permission): boolean => permissions.includes(permission)
  return {
    people: may('people.read') ? await searchPeople(world, wanted) : [],
    applications: may('applications.read') ? await searchApplications(world, wanted) : [],
    groups: may('groups.read') ? await searchGroups(world, wanted) : [],
    resources: may('applications.read') ? await searchResources(world, wanted) : [],
    lines: may('activity.read') ? await searchLines(world, wanted) : [],
  }
}

async function searchPeople({ database, clock }: World, search: string): Promise<Found['people']> {
  const ids = await findSomePeople(database, search, few)
  const people = await describePeople(database.queries, ids, clock())
  return people.map(({ id, displayName, picture, status, address, walletName }) => ({
    id,
    displayName,
    picture,
    status,
    address,
    walletName,
  }))
}

async function searchApplications({ database }: World, search: string): Promise<Found['applications']> {
  const found: Found['applications'] = []
  for (const id of await findApplicationIds(database, search, few)) {
    const application = await findApplication(database.queries, id)
    if (application !== undefined)
      found.push({ id, name: application.name, kind: application.kind, enabled: application.enabled })
  }
  return found
}

/** There are few enough of them to be looked through here, as of resources. */
async function searchGroups({ database }: World, search: string): Promise<Found['groups']> {
  const wanted = foldText(search)
  return (await listGroups(database.queries))
    .filter(({ id, name }) => id.includes(wanted) || foldText(name).includes(wanted))
    .slice(0, few)
    .map(({ id, name }) => ({ id, name }))
}

async function searchResources({ database }: World, search: string): Promise<Found['resources']> {
  const wanted = foldText(search)
  return (await listResources(database.queries))
    .filter(
      ({ id, definition }) => id === search || foldText(`${definition.name}\n${definition.resource}`).includes(wanted),
    )
    .slice(0, few)
    .map(({ id, definition: { name, resource } }) => ({ id, name, resource }))
}

/** A line by its number, and otherwise what somebody with this id did last: a person or a token. */
async function searchLines({ database: { queries } }: World, search: string): Promise<Found['lines']> {
  const lines = await findLines(queries, search)
  return (await describeEvents(queries, lines)).map(({ sequence, at, type, outcome, person }) => ({
    sequence,
    at,
    type,
    outcome,
    person,
  }))
}

async function findLines(queries: Queries, search: string): Promise<FoundEvent[]> {
  const number = lineNumber.exec(search)?.[1]
  if (number !== undefined) {
    const line = await findLine(queries, Number(number))
    return line === undefined ? [] : [line]
  }
  if (!identifierForm.test(search)) return []
  return (await searchEvents(queries, { actorId: search }, { before: null, after: null, size: few })).lines
}
