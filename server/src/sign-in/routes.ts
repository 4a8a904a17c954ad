// HTTP for the sign-in.
import { resumePath } from '../interactions/store.ts'
import { describePerson } from '../people/store.ts'
import { registerCall } from '../platform/call.ts'
import type { App } from '../platform/call.ts'
import { networkPrefix } from '../platform/network-prefix.ts'
import { Refusal } from '../platform/refusal.ts'
import { hashSecret, isSecret } from '../platform/secret.ts'
import { describeSession } from '../sessions/store.ts'
import { signIn } from './sign-in.ts'

/** What is kept of a user agent: enough to name browser and system. */
const maxUserAgentLength = 300

export function registerSignIn(app: App): void {
  const { cookies, settings } = app
  const hashOf = (secret: string | undefined): string | null => (isSecret(secret) ? hashSecret(secret) : null)

  registerCall(app, 'signIn', async ({ body, request, reply }) => {
    const prefix = networkPrefix(request.ip)
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
        browserHash: hashOf(request.cookies[cookies.browser.name]),
        previousTokenHash: hashOf(request.cookies[cookies.session.name]),
        networkPrefix: prefix,
        userAgent: (request.headers['user-agent'] ?? '').slice(0, maxUserAgentLength),
        now: app.clock(),
      },
    )
    if (result.outcome === 'refused') throw new Refusal(result.code, { privateDetail: result.reason })
    const { row, token } = result.session
    reply.setCookie(cookies.session.name, token, { ...cookies.session.options, maxAge: settings.limits.sessionLifeSeconds })
    return { person: describePerson(result.person), session: describeSession(row, row.id), next: body.interaction === undefined ? '/account' : resumePath(body.interaction) }
  })
}
