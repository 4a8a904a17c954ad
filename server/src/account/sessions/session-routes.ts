import { describePersonForApiResponse } from '../../store/people/person-store.ts'
import { registerApiEndpoint } from '../../platform/register-api-endpoint.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { paginateByCursor, parsePageCursor, cursorPageRowLimit } from '../../platform/cursor-pagination.ts'
import { ApiError } from '../../platform/api-error.ts'
import { hashBearerSecret, isBearerSecret } from '../../platform/random-bearer-secret.ts'
import { endOwnSession, endOtherSessions } from '../../store/sessions/end-own-sessions.ts'
import { endSessions } from '../../store/sessions/end-sessions-with-audit-events.ts'
import {
  findRequestSession,
  requireRequestSession,
  requireTrustedBrowserOrStepUp,
  createSessionDescriptionContext,
} from '../../auth/session-guard/require-request-session.ts'
import { describeSession } from '../../store/sessions/describe-session.ts'
import { listActiveSessionsOfPerson } from '../../store/sessions/session-list-queries.ts'

export function registerSessionRoutes(app: ServerAppContext): void {
  const { cookies, clock, random } = app
  const { queries } = app.database

  registerApiEndpoint(app, 'readSession', async ({ request }) => {
    const found = await findRequestSession(app, request)
    if (found === null) return { person: null, session: null }
    return {
      person: await describePersonForApiResponse(queries, found.person),
      session: describeSession(found.session, createSessionDescriptionContext(app, request, found.session.id)),
    }
  })

  registerApiEndpoint(app, 'signOut', async ({ request, reply }) => {
    const token = request.cookies[cookies.session.name]
    if (isBearerSecret(token))
      await endSessions({ queries, random }, { tokenHash: hashBearerSecret(token) }, 'signed-out', clock())
    reply.clearCookie(cookies.session.name, cookies.session.options)
    return undefined
  })

  registerApiEndpoint(app, 'listSessions', async ({ query, request }) => {
    const { person, session } = await requireRequestSession(app, request)
    const rows = await listActiveSessionsOfPerson(queries, person.id, {
      now: clock(),
      after: parsePageCursor(query.cursor),
      size: cursorPageRowLimit,
    })
    const { shown, nextCursor } = paginateByCursor(rows, (row) => ({ createdAt: row.created_at, id: row.id }))
    const view = createSessionDescriptionContext(app, request, session.id)
    return { items: shown.map((row) => describeSession(row, view)), nextCursor }
  })

  registerApiEndpoint(app, 'endSession', async ({ params, request, reply }) => {
    const signedIn = await requireRequestSession(app, request)
    const isOwn = params.id === signedIn.session.id
    if (!isOwn) await requireTrustedBrowserOrStepUp(app, request)
    if (!(await endOwnSession({ queries, random }, signedIn, params.id, clock())))
      throw new ApiError('session.not_found')
    if (isOwn) reply.clearCookie(cookies.session.name, cookies.session.options)
    return undefined
  })

  registerApiEndpoint(app, 'endOtherSessions', async ({ request }) => {
    const signedIn = await requireTrustedBrowserOrStepUp(app, request)
    return { ended: await endOtherSessions({ queries, random }, signedIn, clock()) }
  })
}
