// Reuse other than a retry revokes the family (RFC 6749 §4.1.2, RFC 9700 §4.14.2; THREATS O1, O2).
import type { ServerLimitValues } from '@countersign/api/server-limits'
import { errors } from 'oidc-provider'
import type { Client, KoaContext, RefreshTokenModel } from 'oidc-provider'
import { consumeOidcProviderRecord } from '../../store/authorizations/consume-oidc-provider-record.ts'
import {
  findOidcProviderRecordOwner,
  renewOidcProviderRecord,
} from '../../store/authorizations/oidc-provider-record-store.ts'
import { revokeTokenFamily } from '../../store/authorizations/remove-oidc-provider-records.ts'
import { removeRetryableTokenResponse } from '../../store/authorizations/retryable-token-response-store.ts'
import { extendSessionIdleTimeout } from '../../store/sessions/extend-session-idle-timeout.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { pipelineSqlStatement } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import { recordTokenReuse } from './record-oidc-audit-events.ts'
import { lockOAuthTokenFamily } from './find-valid-oidc-provider-records.ts'
import type { OAuthTokenFamilyReference } from './find-valid-oidc-provider-records.ts'
import { getOidcRequest, getOrStartOidcRequestTransaction } from './oidc-request-context.ts'
import { prepareRepeatedTokenResponse, isRetryableTokenKind } from './token-request-retry-window.ts'

/** SQLite needs no lock, because it has only one writer. */
export async function openOAuthTokenFamilyTransaction(family: OAuthTokenFamilyReference): Promise<DatabaseTransaction> {
  const transaction = await getOrStartOidcRequestTransaction()
  if (getOidcRequest().database === 'postgres')
    await pipelineSqlStatement(transaction, lockOAuthTokenFamily(transaction, family))
  return transaction
}

export async function consumeOAuthCodeOrToken(kind: string, id: string): Promise<string | null> {
  const transaction = await openOAuthTokenFamilyTransaction({ kind, id })
  const scope = getOidcRequest()
  const spent = await consumeOidcProviderRecord(transaction, kind, id, scope.now)
  if (spent === undefined) return rejectConsumed(transaction, kind, id)
  if (isRetryableTokenKind(kind)) scope.consumedRecord = { kind, id }
  return spent.authorization_id
}

async function rejectConsumed(transaction: DatabaseTransaction, kind: string, id: string): Promise<never> {
  if (kind === 'PushedAuthorizationRequest')
    throw new errors.InvalidRequestUri('request_uri is invalid or expired, or was already used')
  await prepareRepeatedTokenResponse(transaction, { kind, id })
  const owner = await findOidcProviderRecordOwner(transaction, kind, id)
  if (owner !== undefined && owner.authorization_id !== null) {
    await revokeTokenFamily(transaction, owner.authorization_id)
    recordTokenReuse(owner.person_id, owner.application_id)
  }
  throw new errors.InvalidGrant(`${kind} was already used`)
}

type RefreshTokenLimits = Pick<
  ServerLimitValues,
  'refreshTokenLifetimeSeconds' | 'refreshTokenMaxAgeSeconds' | 'sessionIdleTimeoutSeconds'
>

export async function consumeRotatingRefreshToken(id: string, limits: RefreshTokenLimits): Promise<void> {
  await recordRefreshTokenUse(id, await consumeOAuthCodeOrToken('RefreshToken', id), limits)
}

/** Use keeps the session active, and proves that the response with the token has arrived. */
async function recordRefreshTokenUse(
  id: string,
  authorizationId: string | null,
  { sessionIdleTimeoutSeconds }: RefreshTokenLimits,
): Promise<void> {
  const transaction = await getOrStartOidcRequestTransaction()
  await removeRetryableTokenResponse(transaction, id)
  if (authorizationId !== null)
    await extendSessionIdleTimeout(transaction, authorizationId, getOidcRequest().now, sessionIdleTimeoutSeconds * 1000)
}

/** `iiat` is when the family's first token was issued, in epoch seconds. */
export const getRefreshTokenTtl = (
  { refreshTokenLifetimeSeconds, refreshTokenMaxAgeSeconds }: RefreshTokenLimits,
  { iiat }: { iiat: number },
): number =>
  Math.max(
    1,
    Math.min(refreshTokenLifetimeSeconds, iiat + refreshTokenMaxAgeSeconds - Math.floor(getOidcRequest().now / 1000)),
  )

export type ClientWithTokenRotationSetting = Client & { countersign_rotate_refresh_tokens?: boolean }

// Clients that authenticate keep their token (RFC 9700 §4.14.2), so lost responses do no harm.
export async function rotateOrRenewRefreshToken(ctx: KoaContext, limits: RefreshTokenLimits): Promise<boolean> {
  const client = ctx.oidc.client as ClientWithTokenRotationSetting
  if (client.clientAuthMethod === 'none' || client.countersign_rotate_refresh_tokens === true) return true
  const token = ctx.oidc.entities.RefreshToken as RefreshTokenModel
  const { now } = getOidcRequest()
  const transaction = await openOAuthTokenFamilyTransaction({ kind: 'RefreshToken', id: token.jti })
  token.exp = Math.floor(now / 1000) + getRefreshTokenTtl(limits, token)
  const { payload } = await token.getValueAndPayload()
  const renewed = await renewOidcProviderRecord(transaction, {
    kind: 'RefreshToken',
    id: token.jti,
    payload,
    expiresAt: token.exp * 1000,
  })
  if (renewed === undefined) return rejectConsumed(transaction, 'RefreshToken', token.jti)
  await recordRefreshTokenUse(token.jti, renewed.authorization_id, limits)
  return false
}
