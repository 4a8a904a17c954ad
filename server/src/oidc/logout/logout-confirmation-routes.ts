import { readBrowserBindingHash } from '../../platform/browser-binding-cookie.ts'
import { registerApiEndpoint } from '../../platform/register-api-endpoint.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { ApiError } from '../../platform/api-error.ts'
import { hashBearerSecret, isBearerSecret } from '../../platform/random-bearer-secret.ts'
import { endSessions } from '../../store/sessions/end-sessions-with-audit-events.ts'
import type { FastifyRequest } from 'fastify'
import {
  findApplicationHomePage,
  findLogoutRequest,
  removeLogoutRequest,
  getSignedOutPageUrl,
} from '../provider/rp-initiated-logout.ts'

export function registerLogoutConfirmationRoutes(app: ServerAppContext): void {
  const { clock, cookies, random } = app
  const { queries } = app.database

  const open = async (request: FastifyRequest, id: string) => {
    const found = await findLogoutRequest(queries, {
      id,
      browserHash: readBrowserBindingHash(app, request),
      now: clock(),
    })
    if (found === undefined) throw new ApiError('sign_out.invalid')
    return found
  }

  registerApiEndpoint(app, 'readSignOutRequest', async ({ params, request }) => {
    const { application } = await open(request, params.id)
    return { application }
  })

  registerApiEndpoint(app, 'confirmSignOut', async ({ params, request, reply }) => {
    const { next, applicationId } = await open(request, params.id)
    const token = request.cookies[cookies.session.name]
    if (isBearerSecret(token))
      await endSessions({ queries, random }, { tokenHash: hashBearerSecret(token) }, 'signed-out', clock())
    await queries.transaction().execute((transaction) => removeLogoutRequest(transaction, params.id))
    reply.clearCookie(cookies.session.name, cookies.session.options)
    return {
      next:
        next ??
        getSignedOutPageUrl(applicationId === null ? null : await findApplicationHomePage(queries, applicationId)),
    }
  })

  registerApiEndpoint(app, 'readApplicationHome', async ({ query }) => ({
    application: await findApplicationHomePage(queries, query.application),
  }))
}
