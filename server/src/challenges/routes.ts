// HTTP for challenges.
import { registerCall } from '../platform/call.ts'
import type { App } from '../platform/call.ts'
import { networkPrefix } from '../platform/network-prefix.ts'
import { createSecret, hashSecret, isSecret } from '../platform/secret.ts'
import { issueChallenge } from './issue.ts'

export function registerChallenges(app: App): void {
  registerCall(app, 'createChallenge', async ({ body, request, reply }) => {
    await app.rateLimits.challengesOfNetwork(networkPrefix(request.ip))
    await app.rateLimits.challengesInAll()
    const { name, options } = app.cookies.browser
    const held = request.cookies[name]
    const browserSecret = isSecret(held) ? held : createSecret(app.random)
    const challenge = await issueChallenge(
      { settings: app.settings, queries: app.database.queries, random: app.random },
      {
        purpose: body.purpose,
        browserHash: hashSecret(browserSecret),
        interaction: body.interaction ?? null,
        now: app.clock(),
      },
    )
    if (browserSecret !== held) reply.setCookie(name, browserSecret, options)
    return challenge
  })
}
