import { Provider } from 'oidc-provider'
import type { OidcProviderRecordPayload } from '../../store/authorizations/oidc-provider-record-store.ts'
import { enforceGroupRequirement } from './application-group-access-control.ts'
import type { ApplicationGroupAccessControl } from './application-group-access-control.ts'
import {
  findValidOidcProviderRecord,
  findValidOAuthToken,
  introspectableTokenKinds,
} from './find-valid-oidc-provider-records.ts'
import type { ServerLimitValues } from '@countersign/api/server-limits'
import type { ValidOidcProviderRecord } from './find-valid-oidc-provider-records.ts'
import { getOidcRequest, getOidcRequestQueries } from './oidc-request-context.ts'
import { enforceAcceptedSignInMethod } from './enforce-accepted-sign-in-method.ts'
import { isRetryableTokenKind } from './token-request-retry-window.ts'

/** With a `gate`, sign-in method and groups are rechecked. */
export const findOidcProviderRecordPayload = async (
  kind: string,
  id: string,
  limits: ServerLimitValues | null = null,
  gate: ApplicationGroupAccessControl | null = null,
): Promise<OidcProviderRecordPayload | undefined> => {
  let row = await findRecordOnce(kind, id)
  if (row !== undefined && gate !== null && (await enforceAcceptedSignInMethod(gate, row)))
    row = await findFreshRecord(kind, id)
  if (row !== undefined && gate !== null && (await enforceGroupRequirement(gate, row)))
    row = await findFreshRecord(kind, id)
  if (row === undefined) return undefined
  if (row.authorizationSnapshot !== null)
    getOidcRequest().authorizationSnapshots.set(row.authorizationSnapshot.authorization.id, row.authorizationSnapshot)
  const payload = JSON.parse(row.payload) as OidcProviderRecordPayload
  return {
    ...payload,
    jti: id,
    // After a new proof, the authorization continues in the new session.
    ...(row.session_id !== null && { sessionUid: row.session_id }),
    ...(limits !== null && computeExpiry(payload, row, limits)),
    ...(row.consumed_at !== null && !isRetryableTokenKind(kind) && { consumed: Math.floor(row.consumed_at / 1000) }),
  }
}

/** A refresh token ends with its family, but not before its retry window ends. */
function computeExpiry(
  { exp, iiat }: OidcProviderRecordPayload,
  { kind, consumed_at }: ValidOidcProviderRecord,
  { refreshTokenMaxAgeSeconds, tokenRetrySeconds }: ServerLimitValues,
): { exp?: number } {
  if (typeof exp !== 'number') return {}
  const latest = typeof iiat === 'number' ? iiat + refreshTokenMaxAgeSeconds : exp
  const window =
    consumed_at !== null && isRetryableTokenKind(kind) ? Math.ceil(consumed_at / 1000) + tokenRetrySeconds + 1 : 0
  return { exp: Math.max(Math.min(exp, latest), window) }
}

const introspectableKinds: ReadonlySet<string> = new Set(introspectableTokenKinds)

const introspectionCache = new WeakMap<object, Map<string, Promise<ValidOidcProviderRecord | undefined>>>()

/** An introspection looks up all kinds at once, so that they share one query. */
async function findRecordOnce(kind: string, id: string): Promise<ValidOidcProviderRecord | undefined> {
  const scope = getOidcRequest()
  if (!introspectableKinds.has(kind) || Provider.ctx?.oidc.route !== 'introspection') return findFreshRecord(kind, id)
  const asked = introspectionCache.get(scope) ?? new Map<string, Promise<ValidOidcProviderRecord | undefined>>()
  introspectionCache.set(scope, asked)
  const looking = asked.get(id) ?? findValidOAuthToken(getOidcRequestQueries(), id, scope.now)
  asked.set(id, looking)
  const found = await looking
  return found?.kind === kind ? found : undefined
}

const findFreshRecord = (kind: string, id: string): Promise<ValidOidcProviderRecord | undefined> =>
  findValidOidcProviderRecord(getOidcRequestQueries(), kind, id, getOidcRequest().now)
