import { Provider, errors } from 'oidc-provider'
import { revokeTokenFamily, removeOidcProviderRecord } from '../../store/authorizations/remove-oidc-provider-records.ts'
import { saveOidcProviderRecord } from '../../store/authorizations/oidc-provider-record-store.ts'
import type { OidcProviderRecordPayload } from '../../store/authorizations/oidc-provider-record-store.ts'
import { recordGrantWithDroppedScopes } from './drop-scopes-unavailable-to-client.ts'
import { recordAuthorizationCodeIssued, recordTokenReuse } from './record-oidc-audit-events.ts'
import { getOidcRequest, getOrStartOidcRequestTransaction } from './oidc-request-context.ts'
import { consumeOAuthCodeOrToken, openOAuthTokenFamilyTransaction } from './consume-oauth-codes-and-tokens.ts'
import type { OidcProviderAdapter } from './oidc-provider-adapter.ts'
import { createUnsupportedOidcModelAdapter } from './oidc-provider-adapter.ts'
import { findOidcProviderRecordPayload } from './find-oidc-provider-record-payload.ts'

export function createOidcProviderRecordAdapter(kind: string): OidcProviderAdapter {
  return {
    ...createUnsupportedOidcModelAdapter(kind),
    find: (id) => findOidcProviderRecordPayload(kind, id),
    upsert: (id, payload, lifeSeconds) => saveOidcProviderRecordPayload(kind, id, payload, lifeSeconds),
    consume: async (id) => void (await consumeOAuthCodeOrToken(kind, id)),
    destroy: (id) => destroyRecord(kind, id),
    revokeByGrantId: revokeTokensByGrant,
  }
}

export async function saveOidcProviderRecordPayload(
  kind: string,
  id: string,
  payload: OidcProviderRecordPayload,
  lifeSeconds: number,
): Promise<void> {
  const { now, browserHash } = getOidcRequest()
  const transaction = await getOrStartOidcRequestTransaction()
  await saveOidcProviderRecord(transaction, {
    kind,
    id,
    payload,
    browserHash: kind === 'Interaction' ? browserHash : null,
    now,
    expiresAt: now + lifeSeconds * 1000,
  })
  if (kind !== 'AuthorizationCode') return
  await recordAuthorizationCodeIssued(transaction, payload)
  await recordGrantWithDroppedScopes(transaction, payload)
}

/** Only a person can grant this server's scopes; resource scopes are in signed tokens. */
export async function saveClientCredentialsToken(
  id: string,
  payload: OidcProviderRecordPayload,
  lifeSeconds: number,
): Promise<void> {
  if (payload.scope !== undefined) throw new errors.InvalidScope('only a person can grant these scopes', payload.scope)
  await saveOidcProviderRecordPayload('ClientCredentials', id, payload, lifeSeconds)
}

async function destroyRecord(kind: string, id: string): Promise<void> {
  await removeOidcProviderRecord(await openOAuthTokenFamilyTransaction({ kind, id }), kind, id)
}

/** The provider calls this for reused codes or tokens, and when an application revokes one. */
export async function revokeTokensByGrant(authorizationId: string): Promise<void> {
  const transaction = await openOAuthTokenFamilyTransaction({ authorizationId })
  if (Provider.ctx?.oidc.route === 'token') {
    const owner = await transaction
      .selectFrom('authorizations')
      .select(['person_id', 'application_id'])
      .where('id', '=', authorizationId)
      .executeTakeFirst()
    if (owner !== undefined) recordTokenReuse(owner.person_id, owner.application_id)
  }
  await revokeTokenFamily(transaction, authorizationId)
}
