// What applications have to do with groups: whom they let in, and what they are told. It is looked at with every sign-in, every token
// and every look at a person, always before the request begins to change anything: no chain is waited for in an open transaction.
import { Provider } from 'oidc-provider'
import type { ApplicationRecord } from '../../store/applications/store.ts'
import { endAuthorizations } from '../../store/authorizations/end.ts'
import { readMemberships } from '../../groups/membership/memberships.ts'
import type { Membership } from '../../groups/membership/memberships.ts'
import { holdUnlessErased } from '../../store/people/ways-in.ts'
import type { App } from '../../platform/call.ts'
import type { ProviderRecordsTable } from '../../platform/database/schema.ts'
import { applicationOfRequest } from './application-of-request.ts'
import { currentScope, hasBegun } from './request-scope.ts'
import { claimsOfResources } from './resource-of-request.ts'

type World = Pick<App, 'database' | 'chains' | 'random'> & { settings: Pick<App['settings'], 'limits'> }

export interface GroupGate {
  /**
   * The groups of a person that matter to an application; none where groups are nothing to it.
   * @param isTold whether groups are told otherwise than by a scope of the application: by a token of a resource
   */
  read: (personId: string, application: ApplicationRecord, now: number, isTold?: boolean) => Promise<Membership[]>
  /** Ends what an application was given for a person. */
  shutOut: (personId: string, applicationId: string, now: number) => Promise<void>
}

const isTold = ({ definition }: ApplicationRecord): boolean => definition.scopes.includes('groups')

export function createGroupGate({ database, chains, random, settings }: World): GroupGate {
  const world = { database, chains, random, limits: settings.limits }
  return {
    read: async (personId, application, now, isToldElsewhere = false) => {
      const { allowedGroups } = application.definition
      if (isToldElsewhere || isTold(application)) return readMemberships(world, personId, 'all', now)
      return allowedGroups.length > 0 ? readMemberships(world, personId, allowedGroups, now) : []
    },
    shutOut: (personId, applicationId, now) =>
      database.queries.transaction().execute(async (transaction) => {
        await holdUnlessErased(transaction, personId)
        await endAuthorizations(transaction, random, { personId, applicationId }, now)
      }),
  }
}

/** Whether an application lets in who belongs to these groups. */
export const letsIn = ({ definition }: ApplicationRecord, memberships: readonly Membership[] = []): boolean =>
  definition.allowedGroups.length === 0 || memberships.some(({ id }) => definition.allowedGroups.includes(id))

/** A group as a person reads it, with the ID that applications are told. */
export const describeMembership = ({ id, name }: Membership): string => `${name} (${id})`

/** Where a code or token is used: by its application, or by a service that asks about it. */
export const usesTokens = (route: string | undefined): boolean =>
  route === 'token' || route === 'userinfo' || route === 'introspection'

/**
 * Looks at the groups of the person that a code or token is for, once in a request. Who belongs to none that the application lets in
 * loses there and then what it was given for them (THREATS O2).
 * @returns whether the code or token may be gone by that
 */
export async function lookAtGroups(
  gate: GroupGate,
  { person_id, application_id, payload }: Pick<ProviderRecordsTable, 'person_id' | 'application_id' | 'payload'>,
): Promise<boolean> {
  const { memberships, now } = currentScope()
  const route = Provider.ctx?.oidc.route
  if (person_id === null || application_id === null || !usesTokens(route) || memberships.has(person_id)) return false
  const application = await applicationOfRequest(application_id)
  if (application === undefined) return false
  const { resource } = JSON.parse(payload) as { resource?: unknown }
  const isToldElsewhere = (await claimsOfResources(application, resource)).includes('groups')
  if (!isToldElsewhere && !isTold(application) && application.definition.allowedGroups.length === 0) return false
  if (hasBegun()) throw new Error('Groups are looked at before anything is changed')
  const found = await gate.read(person_id, application, now, isToldElsewhere)
  memberships.set(person_id, found)
  if (!letsIn(application, found)) await gate.shutOut(person_id, application_id, now)
  return true
}
