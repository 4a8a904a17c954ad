// Gives the browser of a person who was let in its session, and says who they are.
import type { EndpointOutput } from '@countersign/api/api-endpoints'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { getInteractionResumePath } from '../../store/interactions/interaction-store.ts'
import { persistBrowserBindingCookie } from '../../platform/browser-binding-cookie.ts'
import type { AppContext } from '../../platform/register-endpoint.ts'
import { createSessionViewContext } from '../session-guard/require-session.ts'
import { describeSession } from '../../store/sessions/describe-session.ts'
import type { CompletedSignIn } from './complete-sign-in.ts'

/** Sets the cookies of a new session. @returns what the browser is answered */
export function setSessionCookie(
  app: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { person, session }: CompletedSignIn,
): EndpointOutput<'stepUp'> {
  const { cookies, settings } = app
  const { name, options } = cookies.session
  reply.setCookie(name, session.token, { ...options, maxAge: settings.limits.sessionLifetimeSeconds })
  persistBrowserBindingCookie(app, request, reply)
  return { person, session: describeSession(session.row, createSessionViewContext(app, request, session.row.id)) }
}

/** Where a person goes who has signed in: back into the application's sign-in, or to their account. */
export const getPostSignInPath = (interaction: string | undefined): string =>
  interaction === undefined ? '/account' : getInteractionResumePath(interaction)
