// Logs the provider's errors, and marks requests that failed on our side for rollback.
import type { KoaContext, Provider } from 'oidc-provider'
import type { FastifyBaseLogger } from 'fastify'
import { escapeForLog } from '../../platform/escape-for-log.ts'
import {
  getTroubleshootingUrl,
  droppedUrisHelpUrl,
  noRefreshTokenHelpUrl,
  droppedScopesHelpUrl,
} from '../troubleshooting/oidc-error-troubleshooting-entries.ts'
import { isSignedTokenError } from './token-introspection.ts'
import { scopesDroppedProviderEvent } from './drop-scopes-unavailable-to-client.ts'
import { offlineAccessDroppedProviderEvent } from './offline-access-scope-rules.ts'
import { listDroppedRegistrationUris } from './handle-dynamic-client-registration.ts'
import { getOidcRequest } from './oidc-request-context.ts'
import { RepeatedTokenResponseError } from './token-request-retry-window.ts'

const providerErrorEvents = [
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

type ReportedError = Error & { error?: string; error_description?: string; error_detail?: string }

/** Bounded and escaped, because clients can send anything. */
function describeReceivedParameters({ oidc: { params }, req }: KoaContext): Record<string, string> | undefined {
  const received = {
    clientId: escapeForLog(params?.client_id) ?? parseBasicAuthClientId(req.headers.authorization),
    redirectUri: escapeForLog(params?.redirect_uri),
    postLogoutRedirectUri: escapeForLog(params?.post_logout_redirect_uri),
    scope: escapeForLog(params?.scope),
  }
  const sent = Object.entries(received).filter((entry): entry is [string, string] => entry[1] !== null)
  return sent.length > 0 ? Object.fromEntries(sent) : undefined
}

/** HTTP Basic authentication (RFC 6749 §2.3.1), without the secret. */
export function parseBasicAuthClientId(authorization: string | undefined): string | null {
  const [, encoded] = /^basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '') ?? []
  if (encoded === undefined) return null
  const [id, ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return secret.length > 0 ? escapeForLog(id) : null
}

export function logOidcProviderErrors(provider: Provider, log: FastifyBaseLogger): void {
  for (const event of providerErrorEvents) {
    provider.on(event, (ctx: KoaContext, reported: ReportedError) => {
      // The client gets the earlier response again, so this is no error.
      if (reported instanceof RepeatedTokenResponseError) return
      const { error, error_description, error_detail } = reported
      if (isSignedTokenError(ctx.oidc.route, error)) return
      const { requestId } = getOidcRequest()
      log.info(
        {
          reqId: requestId,
          application: ctx.oidc.client?.clientId,
          error,
          reason: error_description,
          detail: error_detail,
          received: describeReceivedParameters(ctx),
          help: getTroubleshootingUrl(error, error_description, error_detail),
        },
        event,
      )
    })
  }
  provider.on('registration_create.success', (ctx: KoaContext, { clientId }: { clientId: string }) => {
    const dropped = listDroppedRegistrationUris(ctx)
    if (dropped.length === 0) return
    const { requestId } = getOidcRequest()
    log.info(
      { reqId: requestId, application: clientId, dropped, help: droppedUrisHelpUrl },
      'registration.addresses_dropped',
    )
  })
  provider.on(offlineAccessDroppedProviderEvent, (ctx: KoaContext, reason: string) => {
    const application = ctx.oidc.client?.clientId
    log.info(
      { reqId: getOidcRequest().requestId, application, reason, help: noRefreshTokenHelpUrl },
      'authorization.no_refresh_token',
    )
  })
  provider.on(scopesDroppedProviderEvent, (ctx: KoaContext, leftOut: readonly string[], reason: string) => {
    const application = ctx.oidc.client?.clientId
    log.info(
      { reqId: getOidcRequest().requestId, application, leftOut, reason, help: droppedScopesHelpUrl },
      'authorization.scopes_left_out',
    )
  })
  provider.on('server_error', (_ctx: KoaContext, error: Error) => {
    const scope = getOidcRequest()
    scope.failure = error
    log.error({ reqId: scope.requestId, err: error }, 'oidc-provider failed')
  })
}
