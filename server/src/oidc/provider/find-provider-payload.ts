// Finds a valid provider record and returns it as the payload that oidc-provider expects.
import { Provider } from 'oidc-provider'
import type { ProviderPayload } from '../../store/authorizations/provider-record-store.ts'
import { enforceGroupRequirement } from './group-access.ts'
import type { GroupAccess } from './group-access.ts'
import { findValidProviderRecord, findValidToken, introspectableTokenKinds } from './valid-provider-records.ts'
import type { Limits } from '@countersign/api/limits'
import type { ValidProviderRecord } from './valid-provider-records.ts'
import { getProviderRequest, getReadQueries } from './provider-request-context.ts'
import { enforceSignInMethod } from './sign-in-method-access.ts'
import { isRetryable } from './token-retry-window.ts'

/** @param gate given for what is used up or shown in the name of a person, whose way in and groups are looked at then */
export const findPayload = async (
  kind: string,
  id: string,
  limits: Limits | null = null,
  gate: GroupAccess | null = null,
): Promise<ProviderPayload | undefined> => {
  let row = await findRecordOnce(kind, id)
  if (row !== undefined && gate !== null && (await enforceSignInMethod(gate, row)))
    row = await findFreshRecord(kind, id)
  if (row !== undefined && gate !== null && (await enforceGroupRequirement(gate, row)))
    row = await findFreshRecord(kind, id)
  if (row === undefined) return undefined
  if (row.authorizationSnapshot !== null)
    getProviderRequest().authorizationSnapshots.set(
      row.authorizationSnapshot.authorization.id,
      row.authorizationSnapshot,
    )
  const payload = JSON.parse(row.payload) as ProviderPayload
  return {
    ...payload,
    jti: id,
    // Where a person has proved again meanwhile, the authorization goes on in the new session.
    ...(row.session_id !== null && { sessionUid: row.session_id }),
    ...(limits !== null && computeExpiry(payload, row, limits)),
    ...(row.consumed_at !== null && !isRetryable(kind) && { consumed: Math.floor(row.consumed_at / 1000) }),
  }
}

/** When something ends by its age: a refresh token no later than all that came from its sign-in, and what was spent not before its window. */
function computeExpiry(
  { exp, iiat }: ProviderPayload,
  { kind, consumed_at }: ValidProviderRecord,
  { refreshTokenMaxAgeSeconds, tokenRetrySeconds }: Limits,
): { exp?: number } {
  if (typeof exp !== 'number') return {}
  const latest = typeof iiat === 'number' ? iiat + refreshTokenMaxAgeSeconds : exp
  const window = consumed_at !== null && isRetryable(kind) ? Math.ceil(consumed_at / 1000) + tokenRetrySeconds + 1 : 0
  return { exp: Math.max(Math.min(exp, latest), window) }
}

const introspectableKinds: ReadonlySet<string> = new Set(introspectableTokenKinds)

const introspectionCache = new WeakMap<object, Map<string, Promise<ValidProviderRecord | undefined>>>()

/** Who asks about a token need not say of which kind it is, and the provider then looks for all of them at once: that is one look. */
async function findRecordOnce(kind: string, id: string): Promise<ValidProviderRecord | undefined> {
  const scope = getProviderRequest()
  if (!introspectableKinds.has(kind) || Provider.ctx?.oidc.route !== 'introspection') return findFreshRecord(kind, id)
  const asked = introspectionCache.get(scope) ?? new Map<string, Promise<ValidProviderRecord | undefined>>()
  introspectionCache.set(scope, asked)
  const looking = asked.get(id) ?? findValidToken(getReadQueries(), id, scope.now)
  asked.set(id, looking)
  const found = await looking
  return found?.kind === kind ? found : undefined
}

const findFreshRecord = (kind: string, id: string): Promise<ValidProviderRecord | undefined> =>
  findValidProviderRecord(getReadQueries(), kind, id, getProviderRequest().now)
