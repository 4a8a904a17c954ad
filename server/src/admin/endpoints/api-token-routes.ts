import {
  createClientRegistrationToken,
  revokeClientRegistrationToken,
  listClientRegistrationTokens,
} from '../../oidc/provider/client-registration-tokens.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import { validateDisplayLabel } from '../../store/people/validate-display-label.ts'
import { ApiError } from '../../platform/api-error.ts'
import { registerAdminEndpoint } from '../authorization/register-admin-endpoint.ts'
import { requirePersonCaller } from '../authorization/require-admin-permission.ts'
import type { AdminCaller, AdminEndpointContext } from '../authorization/register-admin-endpoint.ts'
import { createApiToken } from '../../store/roles/create-api-token.ts'
import { revokeApiToken } from '../../store/roles/revoke-api-token.ts'
import { readPersonSummaries } from './read-person-summaries.ts'
import { toAdminApiToken, listApiTokens } from './list-api-tokens.ts'

export function registerApiTokenRoutes(app: AdminEndpointContext): void {
  const { clock, random } = app
  const { limits } = app.settings
  const { queries } = app.database

  registerAdminEndpoint(app, 'listApiTokens', async ({ query, admin }) =>
    listApiTokens(queries, ownerIdOf(admin), query),
  )

  registerAdminEndpoint(app, 'createApiToken', async ({ body, admin }) => {
    const { actor } = admin
    // Defense in depth: no API token has the permission to create tokens (decision 0018).
    if (actor.kind !== 'person') throw new ApiError('permission.denied')
    const wanted = { ...body, name: validateDisplayLabel(body.name) }
    const { row, text } = await createApiToken({ queries, random, limits }, { ...wanted, actor, now: clock() })
    return {
      token: toAdminApiToken(row, (await readPersonSummaries(queries, [row.person_id]))(row.person_id)),
      secret: text,
    }
  })

  registerAdminEndpoint(app, 'revokeApiToken', async ({ params, admin }) => {
    if (
      !(await revokeApiToken(
        { queries, random },
        { id: params.id, ownerId: ownerIdOf(admin), actor: admin.actor, now: clock() },
      ))
    )
      throw new ApiError('api_token.not_found')
    return undefined
  })
}

const ownerIdOf = (admin: AdminCaller): string | null =>
  admin.permissions.includes('tokens.all') ? null : requirePersonCaller(admin).personId

/** Applications can register only with such a token (RFC 7591 §3; THREATS O8, O17). */
export function registerClientRegistrationTokenRoutes(app: AdminEndpointContext): void {
  const { clock, random } = app
  const { queries } = app.database

  registerAdminEndpoint(app, 'listRegistrationTokens', async () => ({
    items: (await listClientRegistrationTokens(queries)).map(
      ({ id, use_count: used, max_uses: uses, expires_at, applications }) => ({
        id,
        works: expires_at > clock() && used < uses,
        until: formatRfc3339Timestamp(expires_at),
        used,
        uses,
        applications,
      }),
    ),
  }))

  registerAdminEndpoint(app, 'createRegistrationToken', async ({ body: { lifeSeconds, uses }, admin: { actor } }) => {
    const [now, lifeMs] = [clock(), lifeSeconds * 1000]
    const token = await createClientRegistrationToken({ queries, random, actor }, { now, lifeMs, uses })
    return { token, until: formatRfc3339Timestamp(now + lifeMs) }
  })

  registerAdminEndpoint(app, 'revokeRegistrationToken', async ({ params, admin: { actor } }) => {
    if (!(await revokeClientRegistrationToken({ queries, random, actor }, params.id, clock())))
      throw new ApiError('api_token.not_found')
    return undefined
  })
}
