// The retry window (refresh token grace period, decision 0064): a client that lost the response to a rotated refresh token or a redeemed device code, or that asked twice at
// once, gets the same response again, for seconds and a few times. Beyond that a second use is the use of a thief (RFC 9700 §4.14.2; THREATS O2).
import { calculateJwkThumbprint, decodeJwt, decodeProtectedHeader } from 'jose'
import { hkdfSync } from 'node:crypto'
import { Provider, errors } from 'oidc-provider'
import type { KoaContext } from 'oidc-provider'
import type { ServerLimitValues } from '@countersign/api/server-limits'
import { findOidcProviderRecordOwner } from '../../store/authorizations/oidc-provider-record-store.ts'
import type { OidcProviderRecordKey } from '../../store/authorizations/authorization-store.ts'
import {
  saveRetryableTokenResponse,
  takeTokenResponseRetry,
} from '../../store/authorizations/retryable-token-response-store.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { encryptTextWithAesGcm, decryptTextWithAesGcm } from '../../platform/authenticated-encryption.ts'
import { hashBearerSecret } from '../../platform/random-bearer-secret.ts'
import { recordRepeatedTokenResponse } from './record-oidc-audit-events.ts'
import {
  getOidcRequest,
  rollbackOidcRequestForClientRetry,
  getOrStartOidcRequestTransaction,
} from './oidc-request-context.ts'

/** What can be presented again. Authorization codes never (RFC 6749 §4.1.2). */
const retryableKinds: ReadonlySet<string> = new Set(['RefreshToken', 'DeviceCode'])

/** Whether a token request is decided by the transaction that spends what it presents, and not by how that was found. */
export const isRetryableTokenKind = (kind: string): boolean =>
  Provider.ctx?.oidc.route === 'token' && retryableKinds.has(kind)

const maxRepeats = 3

/** A response, and what a request must have in common with the first to get it again. */
interface StoredTokenResponse {
  body: object
  dpopKey: string | null
  asked: string
}

/** Nobody has the key but who presents the token: the database has its hash alone, which is another function of it. */
const deriveResponseKey = (presented: string): Buffer =>
  Buffer.from(hkdfSync('sha256', presented, '', 'countersign token response', 32))

const toAssociatedData = ({ kind, id }: OidcProviderRecordKey): string => `${kind}:${hashBearerSecret(id)}`

const getDpopProof = ({ req }: KoaContext): string | null => {
  const { dpop } = req.headers
  return typeof dpop === 'string' ? dpop : null
}

/** The key of the request's DPoP proof (RFC 9449 §6.1), which the provider has verified. */
async function getDpopKeyThumbprint(ctx: KoaContext): Promise<string | null> {
  const proof = getDpopProof(ctx)
  if (proof === null) return null
  const { jwk = {} } = decodeProtectedHeader(proof)
  return calculateJwkThumbprint(jwk)
}

/** What the token is asked for. A response for one resource is none to a client that asks for another, which would get the other's token from it. */
function serializeTokenRequest({ oidc }: KoaContext): string {
  const { scope = '', resource } = (oidc.params ?? {}) as { scope?: string; resource?: string | string[] }
  return JSON.stringify([scope.split(' ').toSorted(), [resource ?? []].flat().toSorted()])
}

/** Ends the provider's work on a request that is answered as the one before. */
export class RepeatedTokenResponseError extends errors.InvalidGrant {}

/**
 * Finds out whether something that was spent already is presented again within its window; the family is held.
 * @returns where it is not
 * @throws RepeatedTokenResponseError where it is; `storeOrRepeatTokenResponse` then sends the response
 */
export async function prepareRepeatedTokenResponse(
  transaction: DatabaseTransaction,
  presented: OidcProviderRecordKey,
): Promise<void> {
  const { ctx } = Provider
  if (ctx === undefined || !isRetryableTokenKind(presented.kind)) return
  const scope = getOidcRequest()
  const sealed = await takeTokenResponseRetry(transaction, presented, scope.now)
  const text =
    sealed === undefined
      ? null
      : decryptTextWithAesGcm(deriveResponseKey(presented.id), toAssociatedData(presented), sealed)
  if (text === null) return
  const { body, dpopKey, asked } = JSON.parse(text) as StoredTokenResponse
  if (dpopKey !== (await getDpopKeyThumbprint(ctx))) return
  if (asked !== serializeTokenRequest(ctx))
    throw new errors.InvalidRequest(
      'this was just presented with another scope or resource: use the refresh token of that response',
    )
  if (presented.kind === 'DeviceCode') await consumeDpopProof(ctx)
  const owner = await findOidcProviderRecordOwner(transaction, presented.kind, presented.id)
  recordRepeatedTokenResponse(owner?.person_id ?? null, owner?.application_id ?? null)
  scope.replayedResponse = body
  throw new RepeatedTokenResponseError('answered before')
}

/** A proof is good for one request (RFC 9449 §11.1). For a device code, the provider looks at that only after it was spent. */
async function consumeDpopProof(ctx: KoaContext): Promise<void> {
  const proof = getDpopProof(ctx)
  if (proof === null) return
  const { jti = '', iat = 0 } = decodeJwt(proof)
  const { client, provider } = ctx.oidc
  const isNew = await provider.ReplayDetection.unique(client?.clientId ?? '', jti, iat + dpopProofLifetimeSeconds)
  if (!isNew) throw new errors.InvalidGrant('DPoP proof JWT Replay detected')
}

/** The provider accepts a proof for five minutes before and after its time. */
const dpopProofLifetimeSeconds = 300

/** RFC 6749 §5.2, RFC 8707 §2: what a client can put right, and then presents the same code or token again. */
const correctableErrors: ReadonlySet<string> = new Set(['invalid_target', 'invalid_scope', 'invalid_request'])

/** What is left to do once the provider has answered a token request, before its changes are settled. */
export async function storeOrRepeatTokenResponse(
  ctx: KoaContext,
  random: RandomBytes,
  { tokenRetrySeconds }: Pick<ServerLimitValues, 'tokenRetrySeconds'>,
): Promise<void> {
  const { failure, replayedResponse, consumedRecord, now } = getOidcRequest()
  if (ctx.oidc?.route !== 'token' || failure !== undefined) return
  if (replayedResponse !== null) {
    ctx.status = 200
    ctx.body = replayedResponse
    return
  }
  const body = ctx.body as { error?: string; refresh_token?: string }
  if (correctableErrors.has(body.error ?? '')) return rollbackOidcRequestForClientRetry()
  if (consumedRecord === null || ctx.status !== 200 || tokenRetrySeconds === 0) return
  const kept: StoredTokenResponse = {
    body,
    dpopKey: await getDpopKeyThumbprint(ctx),
    asked: serializeTokenRequest(ctx),
  }
  await saveRetryableTokenResponse(await getOrStartOidcRequestTransaction(), consumedRecord, {
    successor: body.refresh_token ?? null,
    sealed: encryptTextWithAesGcm(
      deriveResponseKey(consumedRecord.id),
      random,
      toAssociatedData(consumedRecord),
      JSON.stringify(kept),
    ),
    repeats: maxRepeats,
    expiresAt: now + tokenRetrySeconds * 1000,
  })
}
