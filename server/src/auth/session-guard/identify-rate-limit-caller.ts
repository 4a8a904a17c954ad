// Identifies a caller for rate limits: by network, and by session or trusted browser (THREATS N17).
import type { FastifyRequest } from 'fastify'
import { readBrowserBindingHash } from '../../platform/browser-binding-cookie.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import { resolveRateLimitIpNetworks } from '../../platform/ip-network-prefix.ts'
import type { RateLimitCaller } from '../../platform/rate-limits/rate-limiter.ts'
import { isTrustedBrowserSql } from '../../store/sessions/trusted-browser-sql-condition.ts'
import { findRequestSession } from './require-request-session.ts'

/** `isKnown` runs only if the limiter has to shed unknown callers. */
export function identifyRateLimitCaller(app: ServerAppContext, request: FastifyRequest): RateLimitCaller {
  let lookup: Promise<boolean> | undefined
  return { networks: resolveRateLimitIpNetworks(request.ip), isKnown: () => (lookup ??= isKnownCaller(app, request)) }
}

export const identifySignedInRateLimitCaller = (request: FastifyRequest): RateLimitCaller => ({
  networks: resolveRateLimitIpNetworks(request.ip),
  isKnown: null,
})

const selectTrustedBrowser = prepareSqlQuery((queries, browserHash: string) =>
  queries
    .selectFrom('browsers')
    .select('id')
    .where('browser_hash', '=', browserHash)
    .where(isTrustedBrowserSql())
    .limit(1),
)

async function isKnownCaller(app: ServerAppContext, request: FastifyRequest): Promise<boolean> {
  const browserHash = readBrowserBindingHash(app, request)
  if (browserHash !== null && (await selectTrustedBrowser(app.database.queries, browserHash)).length > 0) return true
  return (await findRequestSession(app, request)) !== null
}
