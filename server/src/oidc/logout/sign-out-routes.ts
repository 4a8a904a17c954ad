// HTTP for the page that asks whether to sign out, because an application wants it.
import { readBrowserHash } from '../../platform/browser-secret.ts'
import { registerCall } from '../../platform/call.ts'
import type { App } from '../../platform/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { hashSecret, isSecret } from '../../platform/secret.ts'
import { endSessions } from '../../store/sessions/end.ts'
import type { FastifyRequest } from 'fastify'
import { findHome, findSignOutRequest, removeSignOutRequest, signedOutPage } from '../provider/sign-out.ts'

export function registerSignOut(app: App): void {
  const { clock, cookies, random } = app
  const { queries } = app.database

  const open = async (request: FastifyRequest, id: string) => {
    const found = await findSignOutRequest(queries, { id, browserHash: readBrowserHash(app, request), now: clock() })
    if (found === undefined) throw new Refusal('sign_out.unusable')
    return found
  }

  registerCall(app, 'readSignOutRequest', async ({ params, request }) => {
    const { application } = await open(request, params.id)
    return { application }
  })

  registerCall(app, 'confirmSignOut', async ({ params, request, reply }) => {
    const { next, applicationId } = await open(request, params.id)
    const token = request.cookies[cookies.session.name]
    if (isSecret(token)) await endSessions({ queries, random }, { tokenHash: hashSecret(token) }, 'signed-out', clock())
    await queries.transaction().execute((transaction) => removeSignOutRequest(transaction, params.id))
    reply.clearCookie(cookies.session.name, cookies.session.options)
    return { next: next ?? signedOutPage(applicationId === null ? null : await findHome(queries, applicationId)) }
  })

  registerCall(app, 'readApplicationHome', async ({ query }) => ({
    application: await findHome(queries, query.application),
  }))
}
