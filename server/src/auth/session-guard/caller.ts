// Who tries something, as the rate limits see them: the networks that a request comes from, and whether it comes from somebody who is no
// stranger here, with a session or in a browser that is known to be a person's (THREATS N17).
import type { FastifyRequest } from 'fastify'
import { readBrowserHash } from '../../platform/browser-secret.ts'
import type { App } from '../../platform/call.ts'
import { prepare } from '../../platform/database/prepared.ts'
import { networksOf } from '../../platform/network-prefix.ts'
import type { Caller } from '../../platform/rate-limits/rate-limits.ts'
import { known } from '../../store/sessions/known.ts'
import { findSession } from './require-session.ts'

/** Whoever sends a request. Who they are is looked up only where strangers are shed. */
export function callerOf(app: App, request: FastifyRequest): Caller {
  let looked: Promise<boolean> | undefined
  return { networks: networksOf(request.ip), isKnown: () => (looked ??= isKnown(app, request)) }
}

/** Whoever sends a request and is signed in, as was found out already. */
export const signedInCaller = (request: FastifyRequest): Caller => ({ networks: networksOf(request.ip), isKnown: null })

const selectKnown = prepare((queries, browserHash: string) =>
  queries.selectFrom('browsers').select('id').where('browser_hash', '=', browserHash).where(known()).limit(1),
)

async function isKnown(app: App, request: FastifyRequest): Promise<boolean> {
  const browserHash = readBrowserHash(app, request)
  if (browserHash !== null && (await selectKnown(app.database.queries, browserHash)).length > 0) return true
  return (await findSession(app, request)) !== null
}
