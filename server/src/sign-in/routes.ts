// HTTP for the sign-in.
import { resumePath } from '../interactions/store.ts'
import { describePerson } from '../people/store.ts'
import { readBrowserHash } from '../platform/browser-secret.ts'
import { registerCall } from '../platform/call.ts'
import type { App } from '../platform/call.ts'
import { networkPrefix } from '../platform/network-prefix.ts'
import { Refusal } from '../platform/refusal.ts'
import { hashSecret, isSecret } from '../platform/secret.ts'
import { readUserAgent } from '../platform/user-agent.ts'
import { describeSession } from '../sessions/store.ts'
import { signIn } from './sign-in.ts'

export function registerSignIn(app: App): void {
  const { cookies, settings } = app

  registerCall(app, 'signIn', async ({ body, request, reply }) => {
    const prefix = networkPrefix(request.ip)
    const previousToken = request.cookies[cookies.session.name]
    await app.rateLimits.signInsOfNetwork(prefix)
    await app.rateLimits.signInsInAll()
    if (body.signature.length > settings.limits.signatureBytes) {
      throw new Refusal('signature.malformed', { privateDetail: 'longer than the limit' })
    }
    const result = await signIn(
      { settings, queries: app.database.queries, random: app.random, rateLimits: app.rateLimits },
      {
        message: body.message,
        signature: body.signature,
        purpose: 'sign-in',
        interaction: body.interaction ?? null,
        browserHash: readBrowserHash(app, request),
        previousTokenHash: isSecret(previousToken) ? hashSecret(previousToken) : null,
        networkPrefix: prefix,
        userAgent: readUserAgent(request),
        now: app.clock(),
      },
    )
    if (result.outcome === 'refused') throw new Refusal(result.code, { privateDetail: result.reason })
    const { row, token } = result.session
    reply.setCookie(cookies.session.name, token, { ...cookies.session.options, maxAge: settings.limits.sessionLifeSeconds })
    return { person: describePerson(result.person), session: describeSession(row, row.id), next: body.interaction === undefined ? '/account' : resumePath(body.interaction) }
  })
}
