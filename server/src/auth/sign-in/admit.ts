// Gives the browser of a person who was let in its session, and says who they are.
import type { CallAnswer } from '@countersign/api/calls'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { resumePath } from '../../store/interactions/store.ts'
import { keepBrowserSecret } from '../../platform/browser-secret.ts'
import type { App } from '../../platform/call.ts'
import { viewOf } from '../session-guard/require-session.ts'
import { describeSession } from '../../store/sessions/store.ts'
import type { LetIn } from './let-in.ts'

/** Sets the cookies of a new session. @returns what the browser is answered */
export function admit(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  { person, session }: LetIn,
): CallAnswer<'stepUp'> {
  const { cookies, settings } = app
  const { name, options } = cookies.session
  reply.setCookie(name, session.token, { ...options, maxAge: settings.limits.sessionLifeSeconds })
  keepBrowserSecret(app, request, reply)
  return { person, session: describeSession(session.row, viewOf(app, request, session.row.id)) }
}

/** Where a person goes who has signed in: back into the application's sign-in, or to their account. */
export const nextAfter = (interaction: string | undefined): string =>
  interaction === undefined ? '/account' : resumePath(interaction)
