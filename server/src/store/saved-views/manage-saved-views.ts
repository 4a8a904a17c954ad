import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { SavedViewsTable } from '../../platform/database/database-schema.ts'
import { createRandomId } from '../../platform/create-random-id.ts'
import { ApiError } from '../../platform/api-error.ts'
import { lockPersonRowUnlessErased } from '../people/sign-in-method-removal-guard.ts'
import {
  countSavedViewsOfPerson,
  deleteSavedViewRow,
  findSavedViewByName,
  findSavedView,
  insertSavedViewRow,
  updateSavedViewRow,
} from './saved-view-store.ts'

export interface SavedViewActor {
  personId: string
  isOwner: boolean
}

type SavedViewInput = Pick<SavedViewsTable, 'list' | 'name' | 'query'> & { shared: boolean }

/** @throws ApiError `view.too_many`, `permission.denied`, `session.required` */
export async function upsertSavedView(
  { queries, random, most }: { queries: DatabaseQueryBuilder; random: RandomBytes; most: number },
  viewer: SavedViewActor,
  { shared, ...view }: SavedViewInput,
  now: number,
): Promise<SavedViewsTable> {
  if (shared) requireOwner(viewer)
  return queries.transaction().execute(async (transaction) => {
    await lockViewOwner(transaction, viewer)
    const values = { ...view, is_shared: shared ? 1 : 0, person_id: viewer.personId }
    const before = await findSavedViewByName(transaction, values)
    if (before !== undefined) {
      const after = { ...before, ...values, changed_at: now }
      await updateSavedViewRow(transaction, after)
      return after
    }
    if ((await countSavedViewsOfPerson(transaction, viewer.personId)) >= most) throw new ApiError('view.too_many')
    const row = { id: createRandomId(random), ...values, created_at: now, changed_at: now }
    await insertSavedViewRow(transaction, row)
    return row
  })
}

/** @throws `view.not_found`, `view.already_exists`, `permission.denied`, `session.required` */
export async function updateOwnSavedView(
  { queries }: { queries: DatabaseQueryBuilder },
  viewer: SavedViewActor,
  { id, name, shared }: { id: string; name?: string | undefined; shared?: boolean | undefined },
  now: number,
): Promise<SavedViewsTable> {
  if (shared === true) requireOwner(viewer)
  return queries.transaction().execute(async (transaction) => {
    await lockViewOwner(transaction, viewer)
    const before = await findSavedView(transaction, id)
    if (before?.person_id !== viewer.personId) throw new ApiError('view.not_found')
    const after = {
      ...before,
      ...(name !== undefined && { name }),
      ...(shared !== undefined && { is_shared: shared ? 1 : 0 }),
      changed_at: now,
    }
    const named = await findSavedViewByName(transaction, after)
    if (named !== undefined && named.id !== id) throw new ApiError('view.already_exists')
    await updateSavedViewRow(transaction, after)
    return after
  })
}

/** @throws ApiError `view.not_found`, `session.required` */
export async function deleteOwnOrSharedSavedView(
  { queries }: { queries: DatabaseQueryBuilder },
  viewer: SavedViewActor,
  id: string,
): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    await lockViewOwner(transaction, viewer)
    const view = await findSavedView(transaction, id)
    // Other people's private views are reported as missing.
    const may = view?.person_id === viewer.personId || (viewer.isOwner && view?.is_shared === 1)
    if (!may) throw new ApiError('view.not_found')
    await deleteSavedViewRow(transaction, id)
  })
}

/** If the person is erased concurrently, no view must remain. */
async function lockViewOwner(transaction: DatabaseTransaction, { personId }: SavedViewActor): Promise<void> {
  if ((await lockPersonRowUnlessErased(transaction, personId)) === undefined) throw new ApiError('session.required')
}

function requireOwner({ isOwner }: SavedViewActor): void {
  if (!isOwner) throw new ApiError('permission.denied', { privateDetail: 'only owners may change shared views' })
}
