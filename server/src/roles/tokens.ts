// Programs that show a token of the administration (RFC 6750).
import type { Permission } from '@countersign/api/permissions'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../activity/actor.ts'
import type { App } from '../platform/call.ts'
import { Refusal } from '../platform/refusal.ts'

/**
 * Who asks by a token, and what it may do now.
 * @throws Refusal `token.refused`
 */
export async function requireToken(_app: App, _request: FastifyRequest): Promise<{ actor: Extract<Actor, { kind: 'token' }>; permissions: Permission[] }> {
  throw new Refusal('token.refused')
}
