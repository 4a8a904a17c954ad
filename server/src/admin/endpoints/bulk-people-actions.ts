// Bulk people actions run in batches, with one transaction per person (decision 0053).
import type { AdminApiEndpointOutput, AdminApiEndpointInput } from '@countersign/api/admin-api-endpoints'
import type { ErrorCatalogCode } from '@countersign/api/error-catalog'
import { bulkActionLimits } from '@countersign/api/server-limits'
import { setImmediate as giveWay } from 'node:timers/promises'
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import {
  addPeopleToGroupWalletList,
  isWalletListRule,
} from '../../groups/membership/add-people-to-group-wallet-list.ts'
import { getGroupMembershipExpiryCutoff } from '../../groups/membership/group-membership-freshness.ts'
import { findGroup } from '../../store/groups/group-store.ts'
import { listGroupRuleWalletsOfPeople } from '../../groups/membership/list-group-rule-wallets-of-people.ts'
import { reactivatePerson, suspendPerson } from '../people/suspend-or-reactivate-person.ts'
import { endPersonSessionsAsAdmin } from '../people/end-person-sessions-as-admin.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import { CommitOutcomeUnknownError, isDatabaseUnavailable } from '../../platform/database/database-errors.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { AdminCaller } from '../authorization/register-admin-endpoint.ts'
import { isLastServerOwner } from '../../store/roles/last-server-owner-guard.ts'
import { canActorChangePerson } from '../../store/roles/permission-to-change-person.ts'
import { readPersonSummaries } from './read-person-summaries.ts'
import { findPeopleListPage } from './find-people-list-page.ts'

type BulkActionContext = Pick<ServerAppContext, 'database' | 'settings' | 'clock' | 'random'>
type PreviewBody = AdminApiEndpointInput<'previewBulk'>['body']
type RunBody = AdminApiEndpointInput<'runBulk'>['body']
type RefusalsByPerson = Map<string, ErrorCatalogCode>

type PeopleSelection = Pick<AdminApiEndpointInput<'exportPeople'>['body'], 'ids' | 'filter'>

/** People are ordered by creation time, so that new people come last. */
export async function selectBulkActionPeopleBatch(
  { database, settings, clock }: Pick<ServerAppContext, 'database' | 'settings' | 'clock'>,
  { ids, filter }: PeopleSelection,
  cursor?: string,
): Promise<{ ids: readonly string[]; nextCursor: string | null }> {
  if ((ids === undefined) === (filter === undefined))
    throw new ApiError('request.invalid', { place: { field: 'body' }, privateDetail: 'needs either ids or a filter' })
  if (filter === undefined) return { ids: ids ?? [], nextCursor: null }
  const now = clock()
  const moment = { now, groupCheckedSince: getGroupMembershipExpiryCutoff(settings.limits, now) }
  const found: string[] = []
  // One call reads several pages, so that the client needs fewer calls.
  for (let next = cursor; ;) {
    const page = await findPeopleListPage(
      database,
      { ...filter, sort: 'created', order: 'asc', ...(next !== undefined && { cursor: next }) },
      moment,
    )
    found.push(...page.ids)
    if (page.nextCursor === null || found.length >= bulkActionLimits.preview - 50)
      return { ids: found, nextCursor: page.nextCursor }
    next = page.nextCursor
    // Reading an empty page scanned many people, so the call ends here.
    if (page.ids.length === 0) return { ids: found, nextCursor: next }
    await giveWay()
  }
}

export async function previewBulkPeopleAction(
  context: BulkActionContext,
  { act, group, cursor, ...choice }: PreviewBody,
  { actor }: AdminCaller,
): Promise<AdminApiEndpointOutput<'previewBulk'>> {
  const { queries } = context.database
  if (act === 'addToGroup') await requireList(queries, group)
  const { ids, nextCursor } = await selectBulkActionPeopleBatch(context, choice, cursor)
  const refused =
    act === 'addToGroup' ? await refuseWithoutWallet(queries, ids) : await checkPeople(queries, act, ids, actor)
  return {
    able: ids.filter((id) => !refused.has(id)),
    unable: await describeRefused(queries, refused),
    nextCursor,
  }
}

/** This check is only for the preview; the action checks again under lock. */
async function checkPeople(
  queries: DatabaseQueryBuilder,
  act: Exclude<PreviewBody['act'], 'addToGroup'>,
  ids: readonly string[],
  actor: AuditActor,
): Promise<RefusalsByPerson> {
  if (ids.length === 0) return new Map()
  const rows = await queries.selectFrom('people').select(['id', 'status']).where('id', 'in', ids).execute()
  const statuses = new Map(rows.map(({ id, status }) => [id, status]))
  const roles = await queries.selectFrom('role_assignments').select('person_id').where('person_id', 'in', ids).execute()
  const withRole = new Set(roles.map(({ person_id }) => person_id))
  const refused: RefusalsByPerson = new Map()
  for (const id of ids) {
    const status = statuses.get(id)
    const code = statusRefusal(act, status) ?? selfRefusal(act, id, actor)
    if (code !== null) refused.set(id, code)
    else if (withRole.has(id) && !(await canActorChangePerson(queries, actor, id))) refused.set(id, 'permission.denied')
    else if (act === 'suspend' && withRole.has(id) && (await isLastServerOwner(queries, { id, status: status ?? '' })))
      refused.set(id, 'role.last_owner')
  }
  return refused
}

function statusRefusal(act: PreviewBody['act'], status: string | undefined): ErrorCatalogCode | null {
  if (status === undefined || status === 'erased') return 'person.not_found'
  if (act === 'suspend' && status !== 'active') return 'person.not_active'
  if (act === 'restore' && status !== 'suspended') return 'person.not_suspended'
  return null
}

const selfRefusal = (act: PreviewBody['act'], id: string, actor: AuditActor): ErrorCatalogCode | null =>
  act !== 'restore' && actor.kind !== 'operator' && id === actor.personId ? 'person.cannot_target_self' : null

async function refuseWithoutWallet(queries: DatabaseQueryBuilder, ids: readonly string[]): Promise<RefusalsByPerson> {
  if (ids.length === 0) return new Map()
  const rows = await queries.selectFrom('people').select(['id', 'status']).where('id', 'in', ids).execute()
  const there = new Set(rows.flatMap(({ id, status }) => (status === 'erased' ? [] : [id])))
  const held = await listGroupRuleWalletsOfPeople(queries, ids)
  return new Map(
    ids.flatMap((id): [string, ErrorCatalogCode][] => {
      if (!there.has(id)) return [[id, 'person.not_found']]
      return held.get(id)?.length === 0 ? [[id, 'person.no_wallet']] : []
    }),
  )
}

async function requireList(queries: DatabaseQueryBuilder, id: string | undefined): Promise<void> {
  const group = id === undefined ? undefined : await findGroup(queries, id)
  if (group === undefined) throw new ApiError('group.not_found')
  if (!isWalletListRule(group.rule)) throw new ApiError('group.not_a_list')
}

export async function runBulkPeopleAction(
  context: BulkActionContext,
  body: RunBody,
  { actor, permissions }: AdminCaller,
): Promise<AdminApiEndpointOutput<'runBulk'>> {
  if (body.act === 'addToGroup') {
    if (!permissions.includes('groups.change'))
      throw new ApiError('permission.denied', { privateDetail: 'groups.change' })
    return addToListGroup(context, body, actor)
  }
  const now = context.clock()
  const refused: RefusalsByPerson = new Map()
  const done: string[] = []
  let ended = 0
  for (const id of body.ids) {
    try {
      ended += await applyToPerson(context, body, { id, actor, now })
      done.push(id)
    } catch (error) {
      refused.set(id, errorCodeOf(error))
    }
    await giveWay()
  }
  return describeBulkResult(context.database.queries, { now, done, ended, refused })
}

type PersonAction = Exclude<RunBody, { act: 'addToGroup' }>

async function applyToPerson(
  { database: { queries }, random }: BulkActionContext,
  body: PersonAction,
  { id, actor, now }: { id: string; actor: AdminCaller['actor']; now: number },
): Promise<number> {
  const own = selfRefusal(body.act, id, actor)
  if (own !== null) throw new ApiError(own)
  const context = { queries, random }
  if (body.act === 'endSessions')
    return endPersonSessionsAsAdmin(context, { personId: id, sessionId: 'all', actor, now })
  if (body.act === 'suspend') {
    const ended = await suspendPerson(context, id, now, { actor, reason: body.reason })
    if (ended === null) throw new ApiError('person.not_active')
    return ended
  }
  const suspendedAt = body.suspendedAt === undefined ? undefined : Date.parse(body.suspendedAt)
  if (!(await reactivatePerson(context, id, now, { actor, suspendedAt }))) throw new ApiError('person.not_suspended')
  return 0
}

/** A database error affects only one person; the results for the others are still returned. */
function errorCodeOf(error: unknown): ErrorCatalogCode {
  if (error instanceof ApiError) return error.code
  if (error instanceof CommitOutcomeUnknownError) return 'database.commit_unknown'
  if (isDatabaseUnavailable(error)) return 'database.unavailable'
  throw error
}

/** Adds all people in one change, because each change rechecks every member. */
async function addToListGroup(
  { database: { queries }, random, clock }: BulkActionContext,
  { ids, group }: Extract<RunBody, { act: 'addToGroup' }>,
  actor: AuditActor,
): Promise<AdminApiEndpointOutput<'runBulk'>> {
  const now = clock()
  const refused = await refuseWithoutWallet(queries, ids)
  const rest = ids.filter((id) => !refused.has(id))
  const became = await addPeopleToGroupWalletList({ queries, random }, { groupId: group, personIds: rest }, now, actor)
  if (became === 'no-group') throw new ApiError('group.not_found')
  if (became === 'no-list') throw new ApiError('group.not_a_list')
  for (const [id, listing] of became)
    if (listing !== 'listed') refused.set(id, listing === 'full' ? 'group.list_full' : 'person.no_wallet')
  return describeBulkResult(queries, { now, done: ids.filter((id) => !refused.has(id)), ended: 0, refused })
}

async function describeBulkResult(
  queries: DatabaseQueryBuilder,
  { now, done, ended, refused }: { now: number; done: string[]; ended: number; refused: RefusalsByPerson },
): Promise<AdminApiEndpointOutput<'runBulk'>> {
  return { at: formatRfc3339Timestamp(now), done, ended, failed: await describeRefused(queries, refused) }
}

async function describeRefused(
  queries: DatabaseQueryBuilder,
  refused: RefusalsByPerson,
): Promise<AdminApiEndpointOutput<'runBulk'>['failed']> {
  const nameOf = await readPersonSummaries(queries, [...refused.keys()])
  return [...refused].map(([id, code]) => ({ person: nameOf(id), code }))
}
