import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { getOidcInteractionResumePath } from '../../store/interactions/oidc-interaction-store.ts'
import { persistBrowserBindingCookie } from '../../platform/browser-binding-cookie.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { createSessionDescriptionContext } from '../session-guard/require-request-session.ts'
import { describeSession } from '../../store/sessions/describe-session.ts'
import type { CompletedSignIn } from './complete-sign-in.ts'

export function setSessionCookie(
  app: ServerAppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { person, session }: CompletedSignIn,
): ApiEndpointOutput<'stepUp'> {
  const { cookies, settings } = app
  const { name, options } = cookies.session
  reply.setCookie(name, session.token, { ...options, maxAge: settings.limits.sessionLifetimeSeconds })
  persistBrowserBindingCookie(app, request, reply)
  return {
    person,
    session: describeSession(session.row, createSessionDescriptionContext(app, request, session.row.id)),
  }
}

export const getPathAfterSignIn = (interaction: string | undefined): string =>
  interaction === undefined ? '/account' : getOidcInteractionResumePath(interaction)
