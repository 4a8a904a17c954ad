// HTTP for sessions: who is signed in, the list, ending one, the others, or this one.
import { readPersonShown } from '../../store/people/store.ts'
import { registerCall } from '../../platform/call.ts'
import type { App } from '../../platform/call.ts'
import { cutPage, readCursor, rowsForPage } from '../../platform/paging.ts'
import { Refusal } from '../../platform/refusal.ts'
import { hashSecret, isSecret } from '../../platform/secret.ts'
import { endOneSession, endOtherSessions } from '../../store/sessions/end-own.ts'
import { endSessions } from '../../store/sessions/end.ts'
import { findSession, requireSession, requireTrusted, viewOf } from '../../auth/session-guard/require-session.ts'
import { describeSession, listActiveSessions } from '../../store/sessions/store.ts'

export function registerSessions(app: App): void {
  const { cookies, clock, random } = app
  const { queries } = app.database

  registerCall(app, 'readSession', async ({ request }) => {
    const found = await findSession(app, request)
    if (found === null) return { person: null, session: null }
    return {
      person: await readPersonShown(queries, found.person),
      session: describeSession(found.session, viewOf(app, request, found.session.id)),
    }
  })

  registerCall(app, 'signOut', async ({ request, reply }) => {
    const token = request.cookies[cookies.session.name]
    if (isSecret(token)) await endSessions({ queries, random }, { tokenHash: hashSecret(token) }, 'signed-out', clock())
    reply.clearCookie(cookies.session.name, cookies.session.options)
    return undefined
  })

  registerCall(app, 'listSessions', async ({ query, request }) => {
    const { person, session } = await requireSession(app, request)
    const rows = await listActiveSessions(queries, person.id, {
      now: clock(),
      after: readCursor(query.cursor),
      size: rowsForPage,
    })
    const { shown, nextCursor } = cutPage(rows, (row) => ({ createdAt: row.created_at, id: row.id }))
    const view = viewOf(app, request, session.id)
    return { items: shown.map((row) => describeSession(row, view)), nextCursor }
  })

  registerCall(app, 'endSession', async ({ params, request, reply }) => {
    const signedIn = await requireSession(app, request)
    const isOwn = params.id === signedIn.session.id
    if (!isOwn) await requireTrusted(app, request)
    if (!(await endOneSession({ queries, random }, signedIn, params.id, clock())))
      throw new Refusal('session.not_found')
    if (isOwn) reply.clearCookie(cookies.session.name, cookies.session.options)
    return undefined
  })

  registerCall(app, 'endOtherSessions', async ({ request }) => {
    const signedIn = await requireTrusted(app, request)
    return { ended: await endOtherSessions({ queries, random }, signedIn, clock()) }
  })
}
