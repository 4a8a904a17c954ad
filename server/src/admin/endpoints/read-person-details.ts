import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import {
  getGroupMembershipExpiryCutoff,
  isCurrentGroupMember,
} from '../../groups/membership/group-membership-freshness.ts'
import { listGroupsWithPersonMembership } from '../../groups/membership/group-member-store.ts'
import { findSurvivingPersonId } from '../../store/people/find-merged-identities.ts'
import { findLastSuspension } from '../../store/people/find-last-suspension.ts'
import { listPendingIdentityMerges } from '../../store/people/identity-merge-offer-store.ts'
import { hasUndoableIdentityMerge } from '../../store/people/sign-in-method-removal-guard.ts'
import { toApiPasskey, listPasskeysOfPerson } from '../../auth/passkeys/passkey-store.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { IdentityMergesTable } from '../../platform/database/database-schema.ts'
import { ApiError } from '../../platform/api-error.ts'
import { isLastServerOwner } from '../../store/roles/last-server-owner-guard.ts'
import { canActorChangePerson } from '../../store/roles/permission-to-change-person.ts'
import { isActiveSessionSql } from '../../store/sessions/active-session-sql-condition.ts'
import { findEmailAddressOfPerson } from '../../store/email/email-store.ts'
import { listUsernamesOfPeople } from '../../store/usernames/username-store.ts'
import { describeWalletForApiResponse, listLinkedWalletsOfPerson } from '../../store/wallets/wallet-store.ts'
import { readPersonSummaries } from './read-person-summaries.ts'
import { readPeopleListEntries } from './read-people-list-entries.ts'

type PersonDetailsContext = Pick<ServerAppContext, 'database' | 'settings' | 'clock'>
type PersonDetails = AdminApiEndpointOutput<'readPerson'>

export async function readPersonDetails(
  { database: { queries }, settings, clock }: PersonDetailsContext,
  id: string,
  actor: AuditActor,
): Promise<PersonDetails> {
  const now = clock()
  const groupCheckedSince = getGroupMembershipExpiryCutoff(settings.limits, now)
  const [person] = await readPeopleListEntries(queries, [id], { now, groupCheckedSince })
  if (person === undefined) throw new ApiError('person.not_found')
  const names = await listUsernamesOfPeople(queries, [id])
  return {
    ...person,
    suspendedFor: person.status === 'suspended' ? ((await findLastSuspension(queries, id))?.reason ?? null) : null,
    email: (await findEmailAddressOfPerson(queries, id))?.address ?? null,
    previousUsernames: names.filter(({ is_current }) => is_current === 0).map(({ name }) => name),
    walletList: (await listLinkedWalletsOfPerson(queries, id)).map((row) =>
      describeWalletForApiResponse(row, settings),
    ),
    passkeyList: (await listPasskeysOfPerson(queries, id)).map(toApiPasskey),
    roleList: await listRoles(queries, id),
    groups: await listGroups(queries, settings.limits, id, now),
    applications: await listApplications(queries, id, now),
    mergedInto: person.status === 'merged' ? ((await findSurvivingPersonId(queries, id)) ?? null) : null,
    isLastOwner: await isLastServerOwner(queries, person),
    outranks: !(await canActorChangePerson(queries, actor, id)),
    pendingMerges: (await listPendingIdentityMerges(queries, id)).map((row) => describePendingMerge(row, id)),
    mergeOpen: await hasUndoableIdentityMerge(queries, id, now),
  }
}

const describePendingMerge = (row: IdentityMergesTable, personId: string): PersonDetails['pendingMerges'][number] => {
  const isAsked = row.merged_person_id === personId
  return {
    id: row.id,
    side: isAsked ? 'recipient' : 'requester',
    otherId: isAsked ? row.person_id : row.merged_person_id,
    takesEffectAt: formatRfc3339Timestamp(row.effective_at ?? row.expires_at),
  }
}

async function listRoles(queries: DatabaseQueryBuilder, personId: string): Promise<PersonDetails['roleList']> {
  const rows = await queries
    .selectFrom('role_assignments')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('granted_at')
    .orderBy('role')
    .execute()
  const nameOf = await readPersonSummaries(
    queries,
    rows.flatMap(({ granted_by }) => granted_by ?? []),
  )
  return rows.map(({ role, granted_at, granted_by }) => ({
    role,
    grantedAt: formatRfc3339Timestamp(granted_at),
    grantedBy: granted_by === null ? null : nameOf(granted_by),
  }))
}

async function listGroups(
  queries: DatabaseQueryBuilder,
  limits: ServerAppContext['settings']['limits'],
  personId: string,
  now: number,
): Promise<PersonDetails['groups']> {
  const states = (await listGroupsWithPersonMembership(queries, personId)).filter((state) =>
    isCurrentGroupMember(state, limits, now),
  )
  return states.map(({ id, name, checked_at, unreachable_since }) => ({
    id,
    name,
    checkedAt: formatRfc3339Timestamp(checked_at ?? 0),
    unreachableSince: unreachable_since === null ? null : formatRfc3339Timestamp(unreachable_since),
  }))
}

async function listApplications(
  queries: DatabaseQueryBuilder,
  personId: string,
  now: number,
): Promise<PersonDetails['applications']> {
  const grants = await queries
    .selectFrom('grants')
    .innerJoin('applications', 'applications.id', 'grants.application_id')
    .select(['applications.id', 'applications.name', 'grants.scopes', 'grants.created_at', 'grants.last_used_at'])
    .where('grants.person_id', '=', personId)
    .where('grants.revoked_at', 'is', null)
    .orderBy('grants.last_used_at', 'desc')
    .orderBy('applications.id')
    .execute()
  const rows = await queries
    .selectFrom('authorizations')
    .innerJoin('sessions', 'sessions.id', 'authorizations.session_id')
    .select('authorizations.application_id')
    .distinct()
    .where('authorizations.person_id', '=', personId)
    .where(isActiveSessionSql(now))
    .execute()
  const signedIn = new Set(rows.map(({ application_id }) => application_id))
  return grants.map((grant) => ({
    id: grant.id,
    name: grant.name,
    scopes: grant.scopes.split(' ').filter((scope) => scope !== '') as PersonDetails['applications'][number]['scopes'],
    allowedAt: formatRfc3339Timestamp(grant.created_at),
    lastUsedAt: formatRfc3339Timestamp(grant.last_used_at),
    active: signedIn.has(grant.id),
  }))
}
