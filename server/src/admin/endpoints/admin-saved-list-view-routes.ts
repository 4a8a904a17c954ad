import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import type { SavedViewsTable } from '../../platform/database/database-schema.ts'
import { lockPersonRowUnlessErased } from '../../store/people/sign-in-method-removal-guard.ts'
import { validateDisplayLabel } from '../../store/people/validate-display-label.ts'
import { ApiError } from '../../platform/api-error.ts'
import { registerAdminEndpoint } from '../authorization/register-admin-endpoint.ts'
import type { AdminCaller } from '../authorization/register-admin-endpoint.ts'
import { requirePersonCaller } from '../authorization/require-admin-permission.ts'
import {
  updateOwnSavedView,
  deleteOwnOrSharedSavedView,
  upsertSavedView,
} from '../../store/saved-views/manage-saved-views.ts'
import type { SavedViewActor } from '../../store/saved-views/manage-saved-views.ts'
import { listVisibleSavedViews, upsertRecentlyOpenedItemRow } from '../../store/saved-views/saved-view-store.ts'
import { readPersonSummaries } from './read-person-summaries.ts'
import { describeRecentlyOpenedAdminItems } from './describe-recently-opened-admin-items.ts'

type View = AdminApiEndpointOutput<'saveView'>

export function registerAdminSavedListViewRoutes(app: ServerAppContext): void {
  const { clock, random, database, settings } = app
  const { queries } = database

  const describe = async (rows: readonly SavedViewsTable[], admin: AdminCaller): Promise<View[]> => {
    const { personId } = requirePersonCaller(admin)
    const others = rows.flatMap(({ person_id }) => (person_id === personId ? [] : [person_id]))
    const nameOf = await readPersonSummaries(queries, others)
    return rows.map(({ id, list, name, query, is_shared, person_id }) => ({
      id,
      list: list as View['list'],
      name,
      query,
      shared: is_shared === 1,
      by: person_id === personId ? null : nameOf(person_id),
    }))
  }
  const describeOne = async (row: SavedViewsTable, admin: AdminCaller): Promise<View> =>
    (await describe([row], admin))[0] as View

  registerAdminEndpoint(app, 'listViews', async ({ query: { list }, admin }) => ({
    items: await describe(
      await listVisibleSavedViews(queries, { personId: savedViewOwnerOf(admin).personId, list }),
      admin,
    ),
  }))

  registerAdminEndpoint(app, 'saveView', async ({ body, admin }) => {
    const context = { queries, random, most: settings.limits.savedViewsPerPerson }
    return describeOne(
      await upsertSavedView(
        context,
        savedViewOwnerOf(admin),
        { ...body, name: validateDisplayLabel(body.name) },
        clock(),
      ),
      admin,
    )
  })

  registerAdminEndpoint(app, 'changeView', async ({ params, body, admin }) => {
    const changes = body.name === undefined ? body : { ...body, name: validateDisplayLabel(body.name) }
    return describeOne(
      await updateOwnSavedView({ queries }, savedViewOwnerOf(admin), { id: params.id, ...changes }, clock()),
      admin,
    )
  })

  registerAdminEndpoint(app, 'removeView', async ({ params, admin }) => {
    await deleteOwnOrSharedSavedView({ queries }, savedViewOwnerOf(admin), params.id)
    return undefined
  })

  registerAdminEndpoint(app, 'listRecentItems', async ({ admin }) => ({
    items: await describeRecentlyOpenedAdminItems(queries, savedViewOwnerOf(admin).personId, admin.permissions),
  }))

  registerAdminEndpoint(app, 'recordOpenedItem', async ({ body: { kind, id }, admin }) => {
    const { personId } = savedViewOwnerOf(admin)
    await queries.transaction().execute(async (transaction) => {
      if ((await lockPersonRowUnlessErased(transaction, personId)) === undefined) throw new ApiError('session.required')
      await upsertRecentlyOpenedItemRow(transaction, { person_id: personId, kind, item_id: id, opened_at: clock() })
    })
    return undefined
  })
}

/** Defense in depth: no API token has the permission for saved views. */
function savedViewOwnerOf({ actor, permissions }: AdminCaller): SavedViewActor {
  if (actor.kind !== 'person') throw new ApiError('permission.denied')
  return { personId: actor.personId, isOwner: permissions.includes('settings.change') }
}
