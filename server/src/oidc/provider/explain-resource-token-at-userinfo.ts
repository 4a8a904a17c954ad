// The provider does not recognize signed tokens of resources at userinfo. If this server signed the
// token, its holder learns that it is for another audience, and the developers see it too.
import type { KoaContext } from 'oidc-provider'
import type { TokenSigningKeySet } from '../../store/signing-keys/token-signing-key-set.ts'
import type { RefusedRequestBuffer } from '../../store/refused-requests/refused-request-buffer.ts'
import { describeRefusedRequest } from '../troubleshooting/describe-refused-request.ts'
import { findApplicationOncePerOidcRequest } from './find-application-once-per-oidc-request.ts'
import { getOidcRequest } from './oidc-request-context.ts'
import { verifySignedAccessToken } from './verify-and-record-signed-access-token.ts'

interface UserinfoContext {
  keys: TokenSigningKeySet
  issuer: string
  refusedRequests: RefusedRequestBuffer
}

/** A part must not match the dot that ends it, or one long header would stop the server for minutes (THREATS O33). */
const signedTokenPattern = /^(?:bearer|dpop) ([\w-]+\.[\w-]+\.[\w-]+)$/i

const description = 'token audience prevents accessing the userinfo endpoint'

export async function explainResourceTokenAtUserinfo(
  ctx: KoaContext,
  { keys, issuer, refusedRequests }: UserinfoContext,
): Promise<void> {
  if (ctx.oidc?.route !== 'userinfo') return
  const { error } = (ctx.body ?? {}) as { error?: unknown }
  const [, token] = signedTokenPattern.exec(ctx.req.headers.authorization ?? '') ?? []
  if (error !== 'invalid_token' || token === undefined) return
  const { now, requestId } = getOidcRequest()
  const claims = await verifySignedAccessToken(token, { keys, issuer, now })
  if (claims === null) return
  ctx.body = { error, error_description: description }
  const application = await findApplicationOncePerOidcRequest(claims.client_id)
  const scope = typeof claims['scope'] === 'string' ? claims['scope'] : null
  const problem =
    application &&
    describeRefusedRequest({
      endpoint: ctx.path,
      error,
      description,
      detail: undefined,
      application,
      origin: issuer,
      params: {},
      authentication: null,
      corsOrigin: ctx.req.headers.origin ?? null,
      assertion: null,
      token: { audience: claims.aud, scope },
      browserCookie: null,
    })
  if (application !== undefined && problem != null)
    refusedRequests.add({
      applicationId: application.id,
      requestId,
      at: now,
      caller: 'own',
      source: claims.sub ?? null,
      problem,
    })
}
