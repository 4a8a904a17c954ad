// HTTP for the tokens of the administration.
import type { App } from '../../platform/call.ts'
import { checkName } from '../../identity/people/label.ts'
import { Refusal } from '../../platform/refusal.ts'
import { registerAdminCall } from '../roles/admin-call.ts'
import type { Admin } from '../roles/admin-call.ts'
import { createToken } from '../roles/create-token.ts'
import { revokeToken } from '../roles/revoke-token.ts'
import { namePeople } from './name-people.ts'
import { describeToken, listTokens } from './tokens.ts'

export function registerTokens(app: App): void {
  const { clock, random } = app
  const { limits } = app.settings
  const { queries } = app.database

  registerAdminCall(app, 'listTokens', async ({ query, admin }) => listTokens(queries, ownerIdOf(admin), query))

  registerAdminCall(app, 'createToken', async ({ body, admin }) => {
    const { actor } = admin
    // None has the permission; should one ever have it, it still makes no other (decision 0018).
    if (actor.kind !== 'person') throw new Refusal('permission.lacking')
    const wanted = { ...body, name: checkName(body.name) }
    const { row, text } = await createToken({ queries, random, limits }, { ...wanted, actor, now: clock() })
    return { token: describeToken(row, (await namePeople(queries, [row.person_id]))(row.person_id)), secret: text }
  })

  registerAdminCall(app, 'revokeToken', async ({ params, admin }) => {
    if (
      !(await revokeToken(
        { queries, random },
        { id: params.id, ownerId: ownerIdOf(admin), actor: admin.actor, now: clock() },
      ))
    )
      throw new Refusal('token.not_found')
    return undefined
  })
}

/** Whose tokens somebody may see and revoke: null for everybody's. */
const ownerIdOf = ({ actor, permissions }: Admin): string | null =>
  permissions.includes('tokens.all') ? null : actor.personId
