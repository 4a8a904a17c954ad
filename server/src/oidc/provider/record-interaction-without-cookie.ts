// Records sign-ins whose browser did not send the cookie of this server back.
import type { FastifyRequest } from 'fastify'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { readBrowserBindingHash } from '../../platform/browser-binding-cookie.ts'
import { findApplicationById } from '../../store/applications/application-store.ts'
import { findApplicationIdOfForeignInteraction } from '../../store/interactions/oidc-interaction-store.ts'
import type { RefusedRequestBuffer } from '../../store/refused-requests/refused-request-buffer.ts'
import { describeRefusedRequest } from '../troubleshooting/describe-refused-request.ts'

export async function recordInteractionWithoutCookie(
  app: ServerAppContext,
  refusedRequests: RefusedRequestBuffer,
  request: FastifyRequest,
  interactionId: string,
): Promise<void> {
  const { queries } = app.database
  const now = app.clock()
  const browserHash = readBrowserBindingHash(app, request)
  const id = await findApplicationIdOfForeignInteraction(queries, { id: interactionId, browserHash, now })
  const application = id === null ? undefined : await findApplicationById(queries, id)
  if (application === undefined) return
  const hasCookie = browserHash !== null
  const problem = describeRefusedRequest({
    endpoint: '/authorize',
    error: 'invalid_request',
    description: 'the interaction belongs to another browser',
    detail: hasCookie ? undefined : 'the browser sent no cookie',
    application,
    origin: app.settings.origin,
    params: {},
    authentication: null,
    corsOrigin: null,
    assertion: null,
    token: null,
    browserCookie: hasCookie ? '(of another browser)' : '(missing)',
  })
  if (problem !== null)
    refusedRequests.add({
      applicationId: application.id,
      requestId: request.id,
      at: now,
      caller: 'unknown',
      source: null,
      problem,
    })
}
