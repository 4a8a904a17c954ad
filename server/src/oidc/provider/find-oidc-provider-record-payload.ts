// Finds a valid provider record and returns it as the payload that oidc-provider expects.
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

/** @param gate given for what is used up or shown in the name of a person, whose way in and groups are looked at then */
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
    // Where a person has proved again meanwhile, the authorization goes on in the new session.
    ...(row.session_id !== null && { sessionUid: row.session_id }),
    ...(limits !== null && computeExpiry(payload, row, limits)),
    ...(row.consumed_at !== null && !isRetryableTokenKind(kind) && { consumed: Math.floor(row.consumed_at / 1000) }),
  }
}

/** When something ends by its age: a refresh token no later than all that came from its sign-in, and what was spent not before its window. */
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

/** Who asks about a token need not say of which kind it is, and the provider then looks for all of them at once: that is one look. */
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
