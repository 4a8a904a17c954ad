// What the provider refuses goes to the log with its reason; what fails on our side is kept with the request, so that nothing
// of it is stored.
import type { KoaContext, Provider } from 'oidc-provider'
import type { FastifyBaseLogger } from 'fastify'
import { loggedText } from '../../platform/logged-text.ts'
import { helpFor, helpForDropped, noRefreshTokenHelp, scopesLeftOutHelp } from '../troubleshooting/trouble.ts'
import { isOfSignedToken } from './introspection.ts'
import { scopesLeftOut } from './left-out-scopes.ts'
import { offlineAccessLeftOut } from './offline-access.ts'
import { droppedOf } from './register-client.ts'
import { currentScope } from './request-scope.ts'
import { AnsweredAgain } from './token-retry.ts'

const refusals = [
  'authorization.error',
  'device_authorization.error',
  'discovery.error',
  'end_session.error',
  'grant.error',
  'introspection.error',
  'jwks.error',
  'pushed_authorization_request.error',
  'registration_create.error',
  'revocation.error',
  'userinfo.error',
]

type Reported = Error & { error?: string; error_description?: string; error_detail?: string }

/** What the request said of client, addresses and scope: whatever was sent, so that it is bounded and escaped. */
function receivedIn({ oidc: { params }, req }: KoaContext): Record<string, string> | undefined {
  const received = {
    clientId: loggedText(params?.client_id) ?? idInHeader(req.headers.authorization),
    redirectUri: loggedText(params?.redirect_uri),
    postLogoutRedirectUri: loggedText(params?.post_logout_redirect_uri),
    scope: loggedText(params?.scope),
  }
  const sent = Object.entries(received).filter((entry): entry is [string, string] => entry[1] !== null)
  return sent.length > 0 ? Object.fromEntries(sent) : undefined
}

/** The client ID of HTTP Basic authentication (RFC 6749 §2.3.1), without the secret. */
function idInHeader(authorization: string | undefined): string | null {
  const [, encoded] = /^basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '') ?? []
  if (encoded === undefined) return null
  const [id, ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return secret.length > 0 ? loggedText(id) : null
}

export function reportFailures(provider: Provider, log: FastifyBaseLogger): void {
  for (const event of refusals) {
    provider.on(event, (ctx: KoaContext, reported: Reported) => {
      // It is answered as the request before was, which is no refusal.
      if (reported instanceof AnsweredAgain) return
      const { error, error_description, error_detail } = reported
      if (isOfSignedToken(ctx.oidc.route, error)) return
      const { requestId } = currentScope()
      log.info(
        {
          reqId: requestId,
          application: ctx.oidc.client?.clientId,
          error,
          reason: error_description,
          detail: error_detail,
          received: receivedIn(ctx),
          help: helpFor(error, error_description, error_detail),
        },
        event,
      )
    })
  }
  provider.on('registration_create.success', (ctx: KoaContext, { clientId }: { clientId: string }) => {
    const dropped = droppedOf(ctx)
    if (dropped.length === 0) return
    const { requestId } = currentScope()
    log.info(
      { reqId: requestId, application: clientId, dropped, help: helpForDropped },
      'registration.addresses_dropped',
    )
  })
  provider.on(offlineAccessLeftOut, (ctx: KoaContext, reason: string) => {
    const application = ctx.oidc.client?.clientId
    log.info(
      { reqId: currentScope().requestId, application, reason, help: noRefreshTokenHelp },
      'authorization.no_refresh_token',
    )
  })
  provider.on(scopesLeftOut, (ctx: KoaContext, leftOut: readonly string[], reason: string) => {
    const application = ctx.oidc.client?.clientId
    log.info(
      { reqId: currentScope().requestId, application, leftOut, reason, help: scopesLeftOutHelp },
      'authorization.scopes_left_out',
    )
  })
  provider.on('server_error', (_ctx: KoaContext, error: Error) => {
    const scope = currentScope()
    scope.failure = error
    log.error({ reqId: scope.requestId, err: error }, 'the provider failed')
  })
}
