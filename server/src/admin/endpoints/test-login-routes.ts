// HTTP for test logins: beginning one, where the browser comes back to, and what came of it.
import { permissionsOf } from '@countersign/api/permissions'
import type { FastifyRequest } from 'fastify'
import { errorPage } from '../../oidc/provider/protocol-error.ts'
import { findTestLogin, takeTestLogin, testLoginPath } from '../../oidc/provider/test-login.ts'
import type { TestLoginOwner } from '../../oidc/provider/test-login.ts'
import { readBrowserHash } from '../../platform/browser-secret.ts'
import type { App } from '../../platform/call.ts'
import { formatTime } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import { registerAdminCall } from '../authorization/admin-call.ts'
import { rolesOf } from '../../store/roles/store.ts'
import { findSession } from '../../auth/session-guard/require-session.ts'
import { beginTestLogin, finishTestLogin, waiting } from './run-test-login.ts'

export function registerTestLogins(app: App): void {
  const { queries } = app.database

  registerAdminCall(app, 'tryApplication', async ({ params, body, admin, request }) => {
    const browserHash = readBrowserHash(app, request)
    // A program has no browser that could be sent anywhere.
    if (admin.actor.kind !== 'person' || browserHash === null) throw new Refusal('session.required')
    return beginTestLogin(app, { ...body, application: params.application, actor: admin.actor, browserHash })
  })

  registerAdminCall(app, 'readTry', async ({ params, admin, request }) => {
    const browserHash = readBrowserHash(app, request)
    const owner =
      browserHash === null || admin.actor.kind !== 'person'
        ? undefined
        : { id: params.id, browserHash, personId: admin.actor.personId, now: app.clock() }
    const found = owner === undefined ? undefined : await findTestLogin(queries, owner)
    if (found === undefined) throw new Refusal('application.try_unknown')
    const { testLogin, expiresAt } = found
    return {
      application: testLogin.clientId,
      asked: testLogin.scopes,
      expiresAt: formatTime(expiresAt),
      ...(testLogin.result ?? waiting),
    }
  })

  // A mere look (HEAD) would use it up.
  app.http.get(
    testLoginPath,
    { schema: { hide: true }, exposeHeadRoute: false, config: { openToOtherSites: true } },
    async (request, reply) => {
      const brought = readBack(request)
      const owner = await findOwner(app, request, brought.state)
      const testLogin = owner === undefined ? undefined : await takeTestLogin(queries, owner)
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
      if (owner === undefined || testLogin === undefined)
        return reply.redirect(errorPage('interaction.unusable', request.id), 303)
      await finishTestLogin(app, owner, testLogin, brought)
      return reply.redirect(`/admin/tries/${owner.id}`, 303)
    },
  )
}

const idForm = /^[0-9a-z]{26}$/

/** Who came back, where they may still see what comes of it. */
async function findOwner(
  app: App,
  request: FastifyRequest,
  id: string | undefined,
): Promise<TestLoginOwner | undefined> {
  const browserHash = readBrowserHash(app, request)
  const signedIn = await findSession(app, request)
  if (id === undefined || !idForm.test(id) || browserHash === null || signedIn === null) return undefined
  const personId = signedIn.person.id
  if (!permissionsOf(await rolesOf(app.database.queries, personId)).includes('applications.change')) return undefined
  return { id, browserHash, personId, now: app.clock() }
}

/** Of each only one: what is there twice is nothing. */
function readBack(request: FastifyRequest): {
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
