// What is done to many people at once (bulk actions): whom it can be done to, asked for beforehand, and then a few of them at a time, each as the
// call for one does it, in a transaction of their own. Nothing of it is kept here between two calls (decision 0053).
import type { AdminAnswer, AdminInput } from '@countersign/api/admin-calls'
import type { ErrorCode } from '@countersign/api/errors'
import { bulkLimits } from '@countersign/api/limits'
import { setImmediate as giveWay } from 'node:timers/promises'
import type { Actor } from '../../audit-log/actor.ts'
import { addToList, isWalletList } from '../../groups/membership/add-to-list.ts'
import { memberSince } from '../../groups/membership/freshness.ts'
import { findGroup } from '../../store/groups/store.ts'
import { listHeldWallets } from '../../groups/membership/held-wallets.ts'
import { restorePerson, suspendPerson } from '../people/suspend.ts'
import { endSessionsOf } from '../people/end-others.ts'
import type { App } from '../../platform/call.ts'
import { formatTime } from '../../platform/clock.ts'
import { CommitInDoubt, isDatabaseUnavailable } from '../../platform/database/unavailable.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Admin } from '../authorization/admin-call.ts'
import { isLastOwner } from '../../store/roles/last-owner.ts'
import { mayChange } from '../../store/roles/outrank.ts'
import { namePeople } from './name-people.ts'
import { findPeople } from './people-list.ts'

type World = Pick<App, 'database' | 'settings' | 'clock' | 'random'>
type PreviewBody = AdminInput<'previewBulk'>['body']
type RunBody = AdminInput<'runBulk'>['body']
type Refused = Map<string, ErrorCode>

/** Whom people are chosen by: some by their ids, or all who match. */
type Choice = Pick<AdminInput<'exportPeople'>['body'], 'ids' | 'filter'>

/**
 * A part of the chosen people, in the order in which they came here: who comes meanwhile comes behind.
 * @throws Refusal `request.invalid` where it is not said who, or said twice
 */
export async function chosenPart(
  { database, settings, clock }: Pick<App, 'database' | 'settings' | 'clock'>,
  { ids, filter }: Choice,
  cursor?: string,
): Promise<{ ids: readonly string[]; nextCursor: string | null }> {
  if ((ids === undefined) === (filter === undefined))
    throw new Refusal('request.invalid', { place: { field: 'body' }, privateDetail: 'either ids or a filter' })
  if (filter === undefined) return { ids: ids ?? [], nextCursor: null }
  const now = clock()
  const moment = { now, groupReadSince: memberSince(settings.limits, now) }
  const found: string[] = []
  // Several pages, so that ten thousand people are not hundreds of calls; each gives way to others.
  for (let next = cursor; ;) {
    const page = await findPeople(
      database,
      { ...filter, sort: 'created', order: 'asc', ...(next !== undefined && { cursor: next }) },
      moment,
    )
    found.push(...page.ids)
    if (page.nextCursor === null || found.length >= bulkLimits.preview - 50)
      return { ids: found, nextCursor: page.nextCursor }
    next = page.nextCursor
    // A page that found nobody has looked through many already.
    if (page.ids.length === 0) return { ids: found, nextCursor: next }
    await giveWay()
  }
}

/**
 * Who of the chosen it can be done to now, and who not.
 * @throws Refusal `group.not_found`, `group.no_list`, `request.invalid`
 */
export async function previewBulk(
  world: World,
  { act, group, cursor, ...choice }: PreviewBody,
  { actor }: Admin,
): Promise<AdminAnswer<'previewBulk'>> {
  const { queries } = world.database
  if (act === 'addToGroup') await requireList(queries, group)
  const { ids, nextCursor } = await chosenPart(world, choice, cursor)
  const refused = act === 'addToGroup' ? await withoutWallet(queries, ids) : await judge(queries, act, ids, actor)
  return {
    able: ids.filter((id) => !refused.has(id)),
    unable: await describe(queries, refused),
    nextCursor,
  }
}

/** What would stand in the way of each. Said beforehand only: whoever is changed is judged again, while they are held. */
async function judge(
  queries: Queries,
  act: Exclude<PreviewBody['act'], 'addToGroup'>,
  ids: readonly string[],
  actor: Actor,
): Promise<Refused> {
  if (ids.length === 0) return new Map()
  const rows = await queries.selectFrom('people').select(['id', 'status']).where('id', 'in', ids).execute()
  const statuses = new Map(rows.map(({ id, status }) => [id, status]))
  const roles = await queries.selectFrom('role_assignments').select('person_id').where('person_id', 'in', ids).execute()
  const withRole = new Set(roles.map(({ person_id }) => person_id))
  const refused: Refused = new Map()
  for (const id of ids) {
    const status = statuses.get(id)
    const code = byStatus(act, status) ?? bySelf(act, id, actor)
    if (code !== null) refused.set(id, code)
    else if (withRole.has(id) && !(await mayChange(queries, actor, id))) refused.set(id, 'permission.lacking')
    else if (act === 'suspend' && withRole.has(id) && (await isLastOwner(queries, { id, status: status ?? '' })))
      refused.set(id, 'role.last_owner')
  }
  return refused
}

function byStatus(act: PreviewBody['act'], status: string | undefined): ErrorCode | null {
  if (status === undefined || status === 'erased') return 'person.not_found'
  if (act === 'suspend' && status !== 'active') return 'person.not_active'
  if (act === 'restore' && status !== 'suspended') return 'person.not_suspended'
  return null
}

/** Among many, one overlooks oneself: by this no one signs themselves out, or a token whoever made it. */
const bySelf = (act: PreviewBody['act'], id: string, actor: Actor): ErrorCode | null =>
  act !== 'restore' && actor.kind !== 'operator' && id === actor.personId ? 'person.self' : null

async function withoutWallet(queries: Queries, ids: readonly string[]): Promise<Refused> {
  if (ids.length === 0) return new Map()
  const rows = await queries.selectFrom('people').select(['id', 'status']).where('id', 'in', ids).execute()
  const there = new Set(rows.flatMap(({ id, status }) => (status === 'erased' ? [] : [id])))
  const held = await listHeldWallets(queries, ids)
  return new Map(
    ids.flatMap((id): [string, ErrorCode][] => {
      if (!there.has(id)) return [[id, 'person.not_found']]
      return held.get(id)?.length === 0 ? [[id, 'person.without_wallet']] : []
    }),
  )
}

/** @throws Refusal `group.not_found`, `group.no_list` */
async function requireList(queries: Queries, id: string | undefined): Promise<void> {
  const group = id === undefined ? undefined : await findGroup(queries, id)
  if (group === undefined) throw new Refusal('group.not_found')
  if (!isWalletList(group.rule)) throw new Refusal('group.no_list')
}

/**
 * Does it to each of them.
 * @throws Refusal `permission.lacking` where groups are not for who asks; `group.not_found`, `group.no_list`
 */
export async function runBulk(
  world: World,
  body: RunBody,
  { actor, permissions }: Admin,
): Promise<AdminAnswer<'runBulk'>> {
  if (body.act === 'addToGroup') {
    if (!permissions.includes('groups.change'))
      throw new Refusal('permission.lacking', { privateDetail: 'groups.change' })
    return runListing(world, body, actor)
  }
  const now = world.clock()
  const refused: Refused = new Map()
  const done: string[] = []
  let ended = 0
  for (const id of body.ids) {
    try {
      ended += await doTo(world, body, { id, actor, now })
      done.push(id)
    } catch (error) {
      refused.set(id, codeOf(error))
    }
    await giveWay()
  }
  return answer(world.database.queries, { now, done, ended, refused })
}

type OfPeople = Exclude<RunBody, { act: 'addToGroup' }>

/**
 * The same as the call for one.
 * @returns how many sessions ended
 * @throws Refusal why not
 */
async function doTo(
  { database: { queries }, random }: World,
  body: OfPeople,
  { id, actor, now }: { id: string; actor: Admin['actor']; now: number },
): Promise<number> {
  const own = bySelf(body.act, id, actor)
  if (own !== null) throw new Refusal(own)
  const world = { queries, random }
  if (body.act === 'endSessions') return endSessionsOf(world, { personId: id, sessionId: 'all', actor, now })
  if (body.act === 'suspend') {
    const ended = await suspendPerson(world, id, now, { actor, reason: body.reason })
    if (ended === null) throw new Refusal('person.not_active')
    return ended
  }
  const suspendedAt = body.suspendedAt === undefined ? undefined : Date.parse(body.suspendedAt)
  if (!(await restorePerson(world, id, now, { actor, suspendedAt }))) throw new Refusal('person.not_suspended')
  return 0
}

/** A database that is away for a moment refuses one of them, and what was done to the others is told all the same. */
function codeOf(error: unknown): ErrorCode {
  if (error instanceof Refusal) return error.code
  if (error instanceof CommitInDoubt) return 'database.in_doubt'
  if (isDatabaseUnavailable(error)) return 'database.unavailable'
  throw error
}

/** A list is changed once for all of them: each change has everybody looked at anew. */
async function runListing(
  { database: { queries }, random, clock }: World,
  { ids, group }: Extract<RunBody, { act: 'addToGroup' }>,
  actor: Actor,
): Promise<AdminAnswer<'runBulk'>> {
  const now = clock()
  const refused = await withoutWallet(queries, ids)
  const rest = ids.filter((id) => !refused.has(id))
  const became = await addToList({ queries, random }, { groupId: group, personIds: rest }, now, actor)
  if (became === 'no-group') throw new Refusal('group.not_found')
  if (became === 'no-list') throw new Refusal('group.no_list')
  for (const [id, listing] of became)
    if (listing !== 'listed') refused.set(id, listing === 'full' ? 'group.full' : 'person.without_wallet')
  return answer(queries, { now, done: ids.filter((id) => !refused.has(id)), ended: 0, refused })
}

async function answer(
  queries: Queries,
  { now, done, ended, refused }: { now: number; done: string[]; ended: number; refused: Refused },
): Promise<AdminAnswer<'runBulk'>> {
  return { at: formatTime(now), done, ended, failed: await describe(queries, refused) }
}

async function describe(queries: Queries, refused: Refused): Promise<AdminAnswer<'runBulk'>['failed']> {
  const nameOf = await namePeople(queries, [...refused.keys()])
  return [...refused].map(([id, code]) => ({ person: nameOf(id), code }))
}
