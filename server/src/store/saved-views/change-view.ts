// Saves, renames, shares and removes a view of a list. It is whose it is, and an owner can also take away what another shared.
import type { Random } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import type { SavedViewsTable } from '../../platform/database/schema.ts'
import { createIdentifier } from '../../platform/identifier.ts'
import { Refusal } from '../../platform/refusal.ts'
import { holdUnlessErased } from '../people/ways-in.ts'
import { countViews, deleteView, findNamed, findView, insertView, updateView } from './store.ts'

/** Who it is, and whether they may share. */
export interface Viewer {
  personId: string
  isOwner: boolean
}

type Saved = Pick<SavedViewsTable, 'list' | 'name' | 'query'> & { shared: boolean }

/**
 * Saves a view; one of the same name is replaced.
 * @param most how many somebody may have
 * @throws Refusal `view.too_many`; `permission.lacking` where sharing is not for them; `session.required`
 */
export async function saveView(
  { queries, random, most }: { queries: Queries; random: Random; most: number },
  viewer: Viewer,
  { shared, ...view }: Saved,
  now: number,
): Promise<SavedViewsTable> {
  if (shared) requireOwner(viewer)
  return queries.transaction().execute(async (transaction) => {
    await hold(transaction, viewer)
    const values = { ...view, is_shared: shared ? 1 : 0, person_id: viewer.personId }
    const before = await findNamed(transaction, values)
    if (before !== undefined) {
      const after = { ...before, ...values, changed_at: now }
      await updateView(transaction, after)
      return after
    }
    if ((await countViews(transaction, viewer.personId)) >= most) throw new Refusal('view.too_many')
    const row = { id: createIdentifier(random), ...values, created_at: now, changed_at: now }
    await insertView(transaction, row)
    return row
  })
}

/**
 * Gives a view another name, or shares it, or no longer.
 * @throws Refusal `view.not_found`, `view.taken`; `permission.lacking` where sharing is not for them; `session.required`
 */
export async function changeView(
  { queries }: { queries: Queries },
  viewer: Viewer,
  { id, name, shared }: { id: string; name?: string | undefined; shared?: boolean | undefined },
  now: number,
): Promise<SavedViewsTable> {
  if (shared === true) requireOwner(viewer)
  return queries.transaction().execute(async (transaction) => {
    await hold(transaction, viewer)
    const before = await findView(transaction, id)
    if (before?.person_id !== viewer.personId) throw new Refusal('view.not_found')
    const after = {
      ...before,
      ...(name !== undefined && { name }),
      ...(shared !== undefined && { is_shared: shared ? 1 : 0 }),
      changed_at: now,
    }
    const named = await findNamed(transaction, after)
    if (named !== undefined && named.id !== id) throw new Refusal('view.taken')
    await updateView(transaction, after)
    return after
  })
}

/** @throws Refusal `view.not_found`, `session.required` */
export async function removeView({ queries }: { queries: Queries }, viewer: Viewer, id: string): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    await hold(transaction, viewer)
    const view = await findView(transaction, id)
    // What somebody keeps to themselves is there for nobody else.
    const may = view?.person_id === viewer.personId || (viewer.isOwner && view?.is_shared === 1)
    if (!may) throw new Refusal('view.not_found')
    await deleteView(transaction, id)
  })
}

/** Whoever is erased at this moment leaves nothing behind. */
async function hold(transaction: Transaction, { personId }: Viewer): Promise<void> {
  if ((await holdUnlessErased(transaction, personId)) === undefined) throw new Refusal('session.required')
}

function requireOwner({ isOwner }: Viewer): void {
  if (!isOwner) throw new Refusal('permission.lacking', { privateDetail: 'shared views' })
}
