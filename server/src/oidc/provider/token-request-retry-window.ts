// For a few seconds, a rotated refresh token or device code gets its response again (decision
// 0064). Any other reuse counts as theft (RFC 9700 §4.14.2; THREATS O2).
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

/** Authorization codes are never retryable (RFC 6749 §4.1.2). */
const retryableKinds: ReadonlySet<string> = new Set(['RefreshToken', 'DeviceCode'])

/** Whether reuse is judged when the token is consumed, and not by the earlier lookup. */
export const isRetryableTokenKind = (kind: string): boolean =>
  Provider.ctx?.oidc.route === 'token' && retryableKinds.has(kind)

const maxRepeats = 3

interface StoredTokenResponse {
  body: object
  dpopKey: string | null
  asked: string
}

/** Derived from the token itself; the token's hash in the database does not reveal this key. */
const deriveResponseKey = (presented: string): Buffer =>
  Buffer.from(hkdfSync('sha256', presented, '', 'countersign token response', 32))

const toAssociatedData = ({ kind, id }: OidcProviderRecordKey): string => `${kind}:${hashBearerSecret(id)}`

const getDpopProof = ({ req }: KoaContext): string | null => {
  const { dpop } = req.headers
  return typeof dpop === 'string' ? dpop : null
}

/** RFC 9449 §6.1; the provider has verified the proof. */
async function getDpopKeyThumbprint(ctx: KoaContext): Promise<string | null> {
  const proof = getDpopProof(ctx)
  if (proof === null) return null
  const { jwk = {} } = decodeProtectedHeader(proof)
  return calculateJwkThumbprint(jwk)
}

/** A retry for another resource must not get the token for the first one. */
function serializeTokenRequest({ oidc }: KoaContext): string {
  const { scope = '', resource } = (oidc.params ?? {}) as { scope?: string; resource?: string | string[] }
  return JSON.stringify([scope.split(' ').toSorted(), [resource ?? []].flat().toSorted()])
}

export class RepeatedTokenResponseError extends errors.InvalidGrant {}

/** Requires the lock on the token family. @throws RepeatedTokenResponseError if it is a retry */
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
      'the token or code was just used with a different scope or resource: use the refresh token from that response',
    )
  if (presented.kind === 'DeviceCode') await consumeDpopProof(ctx)
  const owner = await findOidcProviderRecordOwner(transaction, presented.kind, presented.id)
  recordRepeatedTokenResponse(owner?.person_id ?? null, owner?.application_id ?? null)
  scope.replayedResponse = body
  throw new RepeatedTokenResponseError('answered before')
}

/** RFC 9449 §11.1. For a device code, the provider checks this only after consuming the code. */
async function consumeDpopProof(ctx: KoaContext): Promise<void> {
  const proof = getDpopProof(ctx)
  if (proof === null) return
  const { jti = '', iat = 0 } = decodeJwt(proof)
  const { client, provider } = ctx.oidc
  const isNew = await provider.ReplayDetection.unique(client?.clientId ?? '', jti, iat + dpopProofLifetimeSeconds)
  if (!isNew) throw new errors.InvalidGrant('DPoP proof JWT Replay detected')
}

/** The provider accepts a proof for five minutes before and after its `iat`. */
const dpopProofLifetimeSeconds = 300

/** RFC 6749 §5.2, RFC 8707 §2: the client can fix these and retry with the same code or token. */
const correctableErrors: ReadonlySet<string> = new Set(['invalid_target', 'invalid_scope', 'invalid_request'])

/** Runs after the provider's response to a token request, before the commit. */
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
