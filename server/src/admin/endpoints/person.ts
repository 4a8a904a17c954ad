// One person as administrators see them: what hangs on them, and what cannot be done to them now.
import type { AdminAnswer } from '@countersign/api/admin-calls'
import type { Actor } from '../../audit-log/actor.ts'
import { isMemberNow } from '../../groups/membership/freshness.ts'
import { listStates } from '../../groups/membership/member-store.ts'
import { findSurvivor } from '../../store/people/identities.ts'
import { readLastSuspension } from '../../store/people/last-suspension.ts'
import { listPendingMerges } from '../../store/people/merges.ts'
import { hasOpenMerge } from '../../store/people/ways-in.ts'
import { describePasskey, listPasskeys } from '../../auth/passkeys/store.ts'
import type { App } from '../../platform/call.ts'
import { formatTime } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import type { MergesTable } from '../../platform/database/schema.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isLastOwner } from '../../store/roles/last-owner.ts'
import { mayChange } from '../../store/roles/outrank.ts'
import { live } from '../../store/sessions/live.ts'
import { findEmail } from '../../store/email/store.ts'
import { listUserNames } from '../../store/usernames/store.ts'
import { describeWallet, listWallets } from '../../store/wallets/store.ts'
import { namePeople } from './name-people.ts'
import { describePeople } from './people.ts'

type World = Pick<App, 'database' | 'settings' | 'clock'>
type PersonInFull = AdminAnswer<'readPerson'>

/**
 * @param actor who asks
 * @throws Refusal `person.not_found`
 */
export async function readPerson(
  { database: { queries }, settings, clock }: World,
  id: string,
  actor: Actor,
): Promise<PersonInFull> {
  const now = clock()
  const [person] = await describePeople(queries, [id], now)
  if (person === undefined) throw new Refusal('person.not_found')
  const names = await listUserNames(queries, [id])
  return {
    ...person,
    suspendedFor: person.status === 'suspended' ? ((await readLastSuspension(queries, id))?.reason ?? null) : null,
    email: (await findEmail(queries, id))?.address ?? null,
    userName: names.find(({ is_current }) => is_current === 1)?.name ?? null,
    formerUserNames: names.filter(({ is_current }) => is_current === 0).map(({ name }) => name),
    walletList: (await listWallets(queries, id)).map((row) => describeWallet(row, settings)),
    passkeyList: (await listPasskeys(queries, id)).map(describePasskey),
    roleList: await listRoles(queries, id),
    groups: await listGroups(queries, settings.limits, id, now),
    applications: await listApplications(queries, id, now),
    mergedInto: person.status === 'merged' ? ((await findSurvivor(queries, id)) ?? null) : null,
    lastOwner: await isLastOwner(queries, person),
    outranks: !(await mayChange(queries, actor, id)),
    pendingMerges: (await listPendingMerges(queries, id)).map((row) => describePendingMerge(row, id)),
    mergeOpen: await hasOpenMerge(queries, id, now),
  }
}

const describePendingMerge = (row: MergesTable, personId: string): PersonInFull['pendingMerges'][number] => {
  const isAsked = row.merged_person_id === personId
  return {
    id: row.id,
    side: isAsked ? 'asked' : 'asking',
    otherId: isAsked ? row.person_id : row.merged_person_id,
    takesEffectAt: formatTime(row.effective_at ?? row.expires_at),
  }
}

async function listRoles(queries: Queries, personId: string): Promise<PersonInFull['roleList']> {
  const rows = await queries
    .selectFrom('role_assignments')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('granted_at')
    .orderBy('role')
    .execute()
  const nameOf = await namePeople(
    queries,
    rows.flatMap(({ granted_by }) => granted_by ?? []),
  )
  return rows.map(({ role, granted_at, granted_by }) => ({
    role,
    grantedAt: formatTime(granted_at),
    grantedBy: granted_by === null ? null : nameOf(granted_by),
  }))
}

async function listGroups(
  queries: Queries,
  limits: App['settings']['limits'],
  personId: string,
  now: number,
): Promise<PersonInFull['groups']> {
  const states = (await listStates(queries, personId)).filter((state) => isMemberNow(state, limits, now))
  return states.map(({ id, name, checked_at, unreachable_since }) => ({
    id,
    name,
    checkedAt: formatTime(checked_at ?? 0),
    unreachableSince: unreachable_since === null ? null : formatTime(unreachable_since),
  }))
}

/** What they allowed, the last used first, and whether they are signed in there now. */
async function listApplications(
  queries: Queries,
  personId: string,
  now: number,
): Promise<PersonInFull['applications']> {
  const grants = await queries
    .selectFrom('grants')
    .innerJoin('applications', 'applications.id', 'grants.application_id')
    .select(['applications.id', 'applications.name', 'grants.scopes', 'grants.created_at', 'grants.last_used_at'])
    .where('grants.person_id', '=', personId)
    .where('grants.withdrawn_at', 'is', null)
    .orderBy('grants.last_used_at', 'desc')
    .orderBy('applications.id')
    .execute()
  const rows = await queries
    .selectFrom('authorizations')
    .innerJoin('sessions', 'sessions.id', 'authorizations.session_id')
    .select('authorizations.application_id')
    .distinct()
    .where('authorizations.person_id', '=', personId)
    .where(live(now))
    .execute()
  const signedIn = new Set(rows.map(({ application_id }) => application_id))
  return grants.map((grant) => ({
    id: grant.id,
    name: grant.name,
    scopes: grant.scopes.split(' ').filter((scope) => scope !== '') as PersonInFull['applications'][number]['scopes'],
    allowedAt: formatTime(grant.created_at),
    lastUsedAt: formatTime(grant.last_used_at),
    active: signedIn.has(grant.id),
  }))
}
