// Who tries something, as the rate limits see them: the networks that a request comes from, and whether it comes from somebody who is no
// stranger here, with a session or in a browser that is known to be a person's (THREATS N17).
import type { FastifyRequest } from 'fastify'
import { readBrowserBindingHash } from '../../platform/browser-binding-cookie.ts'
import type { AppContext } from '../../platform/register-endpoint.ts'
import { prepareQuery } from '../../platform/database/prepared-queries.ts'
import { resolveNetworkPrefixLevels } from '../../platform/network-prefix.ts'
import type { RateLimitCaller } from '../../platform/rate-limits/rate-limiter.ts'
import { isTrustedBrowserSql } from '../../store/sessions/trusted-browser-condition.ts'
import { findSession } from './require-session.ts'

/** Whoever sends a request. Who they are is looked up only where strangers are shed. */
export function createRateLimitCaller(app: AppContext, request: FastifyRequest): RateLimitCaller {
  let lookup: Promise<boolean> | undefined
  return { networks: resolveNetworkPrefixLevels(request.ip), isKnown: () => (lookup ??= isKnownCaller(app, request)) }
}

/** Whoever sends a request and is signed in, as was found out already. */
export const createSignedInRateLimitCaller = (request: FastifyRequest): RateLimitCaller => ({
  networks: resolveNetworkPrefixLevels(request.ip),
  isKnown: null,
})

const selectTrustedBrowser = prepareQuery((queries, browserHash: string) =>
  queries
    .selectFrom('browsers')
    .select('id')
    .where('browser_hash', '=', browserHash)
    .where(isTrustedBrowserSql())
    .limit(1),
)

async function isKnownCaller(app: AppContext, request: FastifyRequest): Promise<boolean> {
  const browserHash = readBrowserBindingHash(app, request)
  if (browserHash !== null && (await selectTrustedBrowser(app.database.queries, browserHash)).length > 0) return true
  return (await findSession(app, request)) !== null
}
