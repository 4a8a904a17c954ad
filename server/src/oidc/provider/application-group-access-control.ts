// Groups are read before any transaction, because chains are slow.
import { Provider } from 'oidc-provider'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import { revokeApplicationAuthorizations } from '../../store/authorizations/revoke-application-authorizations.ts'
import { readGroupMemberships } from '../../groups/membership/read-group-memberships.ts'
import type { GroupMembership } from '../../groups/membership/read-group-memberships.ts'
import { lockPersonRowUnlessErased } from '../../store/people/sign-in-method-removal-guard.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import type { ProviderRecordsTable } from '../../platform/database/database-schema.ts'
import { findApplicationOncePerOidcRequest } from './find-application-once-per-oidc-request.ts'
import { getOidcRequest, isOidcRequestTransactionStarted } from './oidc-request-context.ts'
import { listResourceServerTokenClaims } from './find-resource-server-once-per-oidc-request.ts'

type GroupAccessContext = Pick<ServerAppContext, 'database' | 'chains' | 'random'> & {
  settings: Pick<ServerAppContext['settings'], 'limits'>
}

export interface ApplicationGroupAccessControl {
  /** `needsGroups`: whether a resource token, not a scope, discloses the groups. */
  readMemberships: (
    personId: string,
    application: ApplicationRecord,
    now: number,
    needsGroups?: boolean,
  ) => Promise<GroupMembership[]>
  revokeAccess: (personId: string, applicationId: string, now: number) => Promise<void>
}

const needsGroups = ({ definition }: ApplicationRecord): boolean => definition.scopes.includes('groups')

export function createApplicationGroupAccessControl({
  database,
  chains,
  random,
  settings,
}: GroupAccessContext): ApplicationGroupAccessControl {
  const world = { database, chains, random, limits: settings.limits }
  return {
    readMemberships: async (personId, application, now, isToldElsewhere = false) => {
      const { allowedGroups } = application.definition
      if (isToldElsewhere || needsGroups(application)) return readGroupMemberships(world, personId, 'all', now)
      return allowedGroups.length > 0 ? readGroupMemberships(world, personId, allowedGroups, now) : []
    },
    revokeAccess: (personId, applicationId, now) =>
      database.queries.transaction().execute(async (transaction) => {
        await lockPersonRowUnlessErased(transaction, personId)
        await revokeApplicationAuthorizations(transaction, random, { personId, applicationId }, now)
      }),
  }
}

export const isGroupRequirementMet = (
  { definition }: ApplicationRecord,
  memberships: readonly GroupMembership[] = [],
): boolean =>
  definition.allowedGroups.length === 0 || memberships.some(({ id }) => definition.allowedGroups.includes(id))

export const formatGroupMembership = ({ id, name }: GroupMembership): string => `${name} (${id})`

export const isOAuthTokenRoute = (route: string | undefined): boolean =>
  route === 'token' || route === 'userinfo' || route === 'introspection'

/** Revokes access if the person is in no required group (THREATS O2). True if groups were read. */
export async function enforceGroupRequirement(
  gate: ApplicationGroupAccessControl,
  { person_id, application_id, payload }: Pick<ProviderRecordsTable, 'person_id' | 'application_id' | 'payload'>,
): Promise<boolean> {
  const { memberships, now } = getOidcRequest()
  const route = Provider.ctx?.oidc.route
  if (person_id === null || application_id === null || !isOAuthTokenRoute(route) || memberships.has(person_id))
    return false
  const application = await findApplicationOncePerOidcRequest(application_id)
  if (application === undefined) return false
  const { resource } = JSON.parse(payload) as { resource?: unknown }
  const isToldElsewhere = (await listResourceServerTokenClaims(application, resource)).includes('groups')
  if (!isToldElsewhere && !needsGroups(application) && application.definition.allowedGroups.length === 0) return false
  if (isOidcRequestTransactionStarted()) throw new Error('Group access must be checked before the transaction starts')
  const found = await gate.readMemberships(person_id, application, now, isToldElsewhere)
  memberships.set(person_id, found)
  if (!isGroupRequirementMet(application, found)) await gate.revokeAccess(person_id, application_id, now)
  return true
}
