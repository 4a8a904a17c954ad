import { listPermissionsOfAdminRoles } from '@countersign/api/admin-role-permissions'
import type { FastifyRequest } from 'fastify'
import { getOidcErrorPageUrl } from '../../oidc/provider/redirect-to-oidc-error-page.ts'
import {
  findApplicationTestLogin,
  consumeApplicationTestLogin,
  applicationTestLoginCallbackPath,
} from '../../oidc/provider/application-test-login-store.ts'
import type { ApplicationTestLoginOwner } from '../../oidc/provider/application-test-login-store.ts'
import { readBrowserBindingHash } from '../../platform/browser-binding-cookie.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import { ApiError } from '../../platform/api-error.ts'
import { registerAdminEndpoint } from '../authorization/register-admin-endpoint.ts'
import { listRolesOfPerson } from '../../store/roles/role-store.ts'
import { findRequestSession } from '../../auth/session-guard/require-request-session.ts'
import {
  createApplicationTestLogin,
  finishApplicationTestLogin,
  pendingApplicationTestLoginResult,
} from './run-application-test-login.ts'

export function registerApplicationTestLoginRoutes(app: ServerAppContext): void {
  const { queries } = app.database

  registerAdminEndpoint(app, 'startTestLogin', async ({ params, body, admin, request }) => {
    const browserHash = readBrowserBindingHash(app, request)
    if (admin.actor.kind !== 'person' || browserHash === null) throw new ApiError('session.required')
    return createApplicationTestLogin(app, {
      ...body,
      application: params.application,
      actor: admin.actor,
      browserHash,
    })
  })

  registerAdminEndpoint(app, 'readTestLogin', async ({ params, admin, request }) => {
    const browserHash = readBrowserBindingHash(app, request)
    const owner =
      browserHash === null || admin.actor.kind !== 'person'
        ? undefined
        : { id: params.id, browserHash, personId: admin.actor.personId, now: app.clock() }
    const found = owner === undefined ? undefined : await findApplicationTestLogin(queries, owner)
    if (found === undefined) throw new ApiError('application.test_login_not_found')
    const { testLogin, expiresAt } = found
    return {
      application: testLogin.clientId,
      requestedScopes: testLogin.scopes,
      expiresAt: formatRfc3339Timestamp(expiresAt),
      ...(testLogin.result ?? pendingApplicationTestLoginResult),
    }
  })

  // A HEAD request would consume the test login.
  app.http.get(
    applicationTestLoginCallbackPath,
    { schema: { hide: true }, exposeHeadRoute: false, config: { openToOtherSites: true } },
    async (request, reply) => {
      const brought = parseCallback(request)
      const owner = await findTestLoginOwner(app, request, brought.state)
      const testLogin = owner === undefined ? undefined : await consumeApplicationTestLogin(queries, owner)
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
      if (owner === undefined || testLogin === undefined)
        return reply.redirect(getOidcErrorPageUrl('interaction.invalid', request.id), 303)
      await finishApplicationTestLogin(app, owner, testLogin, brought)
      return reply.redirect(`/admin/test-logins/${owner.id}`, 303)
    },
  )
}

const idForm = /^[0-9a-z]{26}$/

async function findTestLoginOwner(
  app: ServerAppContext,
  request: FastifyRequest,
  id: string | undefined,
): Promise<ApplicationTestLoginOwner | undefined> {
  const browserHash = readBrowserBindingHash(app, request)
  const signedIn = await findRequestSession(app, request)
  if (id === undefined || !idForm.test(id) || browserHash === null || signedIn === null) return undefined
  const personId = signedIn.person.id
  if (
    !listPermissionsOfAdminRoles(await listRolesOfPerson(app.database.queries, personId)).includes(
      'applications.change',
    )
  )
    return undefined
  return { id, browserHash, personId, now: app.clock() }
}

function parseCallback(request: FastifyRequest): {
  state?: string | undefined
  code?: string | undefined
  error?: string | undefined
  error_description?: string | undefined
} {
  const query = request.query as Record<string, unknown>
  const textOf = (name: string): string | undefined =>
    typeof query[name] === 'string' && query[name].length <= 2000 ? query[name] : undefined
  return {
    state: textOf('state'),
    code: textOf('code'),
    error: textOf('error'),
    error_description: textOf('error_description'),
  }
}
