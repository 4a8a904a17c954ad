// HTTP for the tokens of the administration.
import {
  createRegistrationToken,
  endRegistrationToken,
  listRegistrationTokens,
} from '../../oidc/provider/registration.ts'
import { formatTime } from '../../platform/clock.ts'
import { checkName } from '../../store/people/label.ts'
import { Refusal } from '../../platform/refusal.ts'
import { registerAdminCall } from '../authorization/admin-call.ts'
import { requirePerson } from '../authorization/require-permission.ts'
import type { Admin, AdminApp } from '../authorization/admin-call.ts'
import { createToken } from '../../store/roles/create-token.ts'
import { revokeToken } from '../../store/roles/revoke-token.ts'
import { namePeople } from './name-people.ts'
import { describeToken, listTokens } from './tokens.ts'

export function registerTokens(app: AdminApp): void {
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
const ownerIdOf = (admin: Admin): string | null =>
  admin.permissions.includes('tokens.all') ? null : requirePerson(admin).personId

/** Tokens with which applications register themselves (RFC 7591 §3); without one, none can (THREATS O8, O17). */
export function registerRegistrationTokens(app: AdminApp): void {
  const { clock, random } = app
  const { queries } = app.database

  registerAdminCall(app, 'listRegistrationTokens', async () => ({
    items: (await listRegistrationTokens(queries)).map(({ id, used, uses, expires_at, applications }) => ({
      id,
      works: expires_at > clock() && used < uses,
      until: formatTime(expires_at),
      used,
      uses,
      applications,
    })),
  }))

  registerAdminCall(app, 'createRegistrationToken', async ({ body: { lifeSeconds, uses }, admin: { actor } }) => {
    const [now, lifeMs] = [clock(), lifeSeconds * 1000]
    const token = await createRegistrationToken({ queries, random, actor }, { now, lifeMs, uses })
    return { token, until: formatTime(now + lifeMs) }
  })

  registerAdminCall(app, 'endRegistrationToken', async ({ params, admin: { actor } }) => {
    if (!(await endRegistrationToken({ queries, random, actor }, params.id, clock())))
      throw new Refusal('token.not_found')
    return undefined
  })
}
