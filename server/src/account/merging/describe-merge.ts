// A merge as its person sees it: of an offer what will happen, looked up now; of a merge what has happened.
import type { Merge } from '@countersign/api/calls'
import type { Limits } from '@countersign/api/limits'
import { shownAddress } from '../../chains/families/namespaces.ts'
import { formatTime } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import type { MergesTable, PeopleTable } from '../../platform/database/schema.ts'
import { readMoved } from '../../store/people/merges.ts'
import { live } from '../../store/sessions/live.ts'
import { isLinked } from '../../store/wallets/linked.ts'
import { isConfirmed } from './is-confirmed.ts'
import { planApplications } from './plan-applications.ts'
import type { PlannedApplication } from './plan-applications.ts'

export interface MergeView {
  limits: Pick<Limits, 'mergeUndoSeconds' | 'mergeWaitSeconds' | 'newBrowserDays'>
  now: number
}

export async function describeMerge(queries: Queries, row: MergesTable, view: MergeView): Promise<Merge> {
  const { limits, now } = view
  const content = row.merged_at === null ? await foresee(queries, row, now) : await remember(queries, row)
  const other = await queries
    .selectFrom('people')
    .select(['id', 'created_at', 'display_name'])
    .where('id', '=', row.merged_person_id)
    .executeTakeFirst()
  const takesEffectAt =
    row.merged_at === null && other !== undefined ? await foreseeEffect(queries, row, other, view) : null
  return {
    id: row.id,
    state: row.merged_at !== null ? 'merged' : row.pending_since !== null ? 'pending' : 'offered',
    wallets: content.wallets.map(({ address, label }) => ({ address: shownAddress(address), label })),
    passkeys: content.passkeys,
    sessions: content.sessions,
    applications: content.applications.map(({ name, outcome }) => ({ name, outcome })),
    displayName: other?.display_name ?? null,
    expiresAt: formatTime(row.expires_at),
    takesEffectAt: takesEffectAt === null ? null : formatTime(takesEffectAt),
    mergedAt: row.merged_at === null ? null : formatTime(row.merged_at),
    undoUntil: formatTime(row.undo_until ?? (takesEffectAt ?? now) + limits.mergeUndoSeconds * 1000),
  }
}

/** When it takes effect by itself; null where accepting it is enough. */
async function foreseeEffect(
  queries: Queries,
  row: MergesTable,
  other: Pick<PeopleTable, 'id' | 'created_at'>,
  { limits, now }: MergeView,
): Promise<number | null> {
  if (await isConfirmed(queries, row, other, { limits, now })) return null
  return row.effective_at ?? now + limits.mergeWaitSeconds * 1000
}

interface Content {
  wallets: { address: string; label: string | null }[]
  passkeys: number
  sessions: number
  applications: Omit<PlannedApplication, 'id'>[]
}

const wallets = (queries: Queries) =>
  queries.selectFrom('wallets').select(['address', 'label']).where(isLinked()).orderBy('linked_at').orderBy('id')

async function foresee(
  queries: Queries,
  { person_id, merged_person_id: otherId }: MergesTable,
  now: number,
): Promise<Content> {
  const passkeys = await queries
    .selectFrom('passkeys')
    .select('id')
    .where('person_id', '=', otherId)
    .where('removed_at', 'is', null)
    .execute()
  const sessions = await queries
    .selectFrom('sessions')
    .select((expression) => expression.fn.countAll<number | string>().as('active'))
    .where('person_id', '=', otherId)
    .where(live(now))
    .executeTakeFirstOrThrow()
  return {
    wallets: await wallets(queries).where('person_id', '=', otherId).execute(),
    passkeys: passkeys.length,
    sessions: Number(sessions.active),
    applications: await planApplications(queries, person_id, otherId),
  }
}

async function remember(queries: Queries, row: MergesTable): Promise<Content> {
  const moved = readMoved(row)
  const names = new Map(
    (await queries.selectFrom('applications').select(['id', 'name']).execute()).map(({ id, name }) => [id, name]),
  )
  return {
    wallets: moved.wallets.length === 0 ? [] : await wallets(queries).where('id', 'in', moved.wallets).execute(),
    passkeys: moved.passkeys.length,
    sessions: moved.sessions,
    // One that was removed meanwhile is no matter any more.
    applications: moved.applications.flatMap(({ id, outcome }) =>
      names.has(id) ? [{ name: names.get(id) ?? '', outcome }] : [],
    ),
  }
}
