// HTTP for what somebody keeps for themselves in the administration: views of lists by name, and what they opened last.
import type { AdminAnswer } from '@countersign/api/admin-calls'
import type { App } from '../../platform/call.ts'
import type { SavedViewsTable } from '../../platform/database/schema.ts'
import { holdUnlessErased } from '../../store/people/ways-in.ts'
import { checkName } from '../../store/people/label.ts'
import { Refusal } from '../../platform/refusal.ts'
import { registerAdminCall } from '../authorization/admin-call.ts'
import type { Admin } from '../authorization/admin-call.ts'
import { requirePerson } from '../authorization/require-permission.ts'
import { changeView, removeView, saveView } from '../../store/saved-views/change-view.ts'
import type { Viewer } from '../../store/saved-views/change-view.ts'
import { listViews, noteRecent } from '../../store/saved-views/store.ts'
import { namePeople } from './name-people.ts'
import { nameRecent } from './recent-things.ts'

type View = AdminAnswer<'saveView'>

export function registerViews(app: App): void {
  const { clock, random, database, settings } = app
  const { queries } = database

  const describe = async (rows: readonly SavedViewsTable[], admin: Admin): Promise<View[]> => {
    const { personId } = requirePerson(admin)
    const others = rows.flatMap(({ person_id }) => (person_id === personId ? [] : [person_id]))
    const nameOf = await namePeople(queries, others)
    return rows.map(({ id, list, name, query, is_shared, person_id }) => ({
      id,
      list: list as View['list'],
      name,
      query,
      shared: is_shared === 1,
      by: person_id === personId ? null : nameOf(person_id),
    }))
  }
  const describeOne = async (row: SavedViewsTable, admin: Admin): Promise<View> =>
    (await describe([row], admin))[0] as View

  registerAdminCall(app, 'listViews', async ({ query: { list }, admin }) => ({
    items: await describe(await listViews(queries, { personId: viewerOf(admin).personId, list }), admin),
  }))

  registerAdminCall(app, 'saveView', async ({ body, admin }) => {
    const world = { queries, random, most: settings.limits.savedViewsPerPerson }
    return describeOne(await saveView(world, viewerOf(admin), { ...body, name: checkName(body.name) }, clock()), admin)
  })

  registerAdminCall(app, 'changeView', async ({ params, body, admin }) => {
    const changes = body.name === undefined ? body : { ...body, name: checkName(body.name) }
    return describeOne(await changeView({ queries }, viewerOf(admin), { id: params.id, ...changes }, clock()), admin)
  })

  registerAdminCall(app, 'removeView', async ({ params, admin }) => {
    await removeView({ queries }, viewerOf(admin), params.id)
    return undefined
  })

  registerAdminCall(app, 'listRecent', async ({ admin }) => ({
    items: await nameRecent(queries, viewerOf(admin).personId, admin.permissions),
  }))

  registerAdminCall(app, 'noteOpened', async ({ body: { kind, id }, admin }) => {
    const { personId } = viewerOf(admin)
    await queries.transaction().execute(async (transaction) => {
      if ((await holdUnlessErased(transaction, personId)) === undefined) throw new Refusal('session.required')
      await noteRecent(transaction, { person_id: personId, kind, thing_id: id, opened_at: clock() })
    })
    return undefined
  })
}

/** None has the permission; should a token ever have it, it still keeps nothing of its own. */
function viewerOf({ actor, permissions }: Admin): Viewer {
  if (actor.kind !== 'person') throw new Refusal('permission.lacking')
  return { personId: actor.personId, isOwner: permissions.includes('settings.change') }
}
