// What the provider refuses goes to the log with its reason; what fails on our side is kept with the request, so that nothing
// of it is stored.
import type { KoaContext, Provider } from 'oidc-provider'
import type { FastifyBaseLogger } from 'fastify'
import { helpFor, helpForDropped } from '../trouble/trouble.ts'
import { isOfSignedToken } from './introspection.ts'
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
  provider.on('server_error', (_ctx: KoaContext, error: Error) => {
    const scope = currentScope()
    scope.failure = error
    log.error({ reqId: scope.requestId, err: error }, 'the provider failed')
  })
}
