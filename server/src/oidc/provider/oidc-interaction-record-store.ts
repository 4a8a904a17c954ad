import { errors } from 'oidc-provider'
import { extendOidcProviderRecordRetention } from '../../store/authorizations/oidc-provider-record-store.ts'
import { removeOidcProviderRecord } from '../../store/authorizations/remove-oidc-provider-records.ts'
import type { OidcProviderRecordPayload } from '../../store/authorizations/oidc-provider-record-store.ts'
import {
  getOidcRequest,
  isOidcRequestTransactionStarted,
  getOrStartOidcRequestTransaction,
} from './oidc-request-context.ts'
import { toOidcProviderLogin } from './convert-session-for-oidc-provider.ts'
import { findOidcProviderRecordPayload } from './find-oidc-provider-record-payload.ts'
import { saveOidcProviderRecordPayload } from './oidc-provider-record-adapter.ts'

/** Results are used only if they belong to the person who is signed in now. */
export async function findOidcInteractionRecord(id: string): Promise<OidcProviderRecordPayload | undefined> {
  const { signedIn, interaction } = getOidcRequest()
  const payload =
    interaction?.id === id && !isOidcRequestTransactionStarted()
      ? { ...interaction.payload, jti: id }
      : await findOidcProviderRecordPayload('Interaction', id)
  if (payload === undefined) return undefined
  const personId = signedIn?.person.id
  const { login, consent, ...rest } = (payload.result ?? {}) as {
    login?: { accountId: string }
    consent?: { accountId: string }
  }
  return {
    ...payload,
    result: {
      ...rest,
      ...(signedIn !== null && login?.accountId === personId && { login: toOidcProviderLogin(signedIn) }),
      ...(consent?.accountId === personId && { consent }),
    },
  }
}

/** Bound to the browser and not to the session, which a fresh proof replaces. */
export async function saveOidcInteractionRecord(
  id: string,
  payload: OidcProviderRecordPayload,
  lifeSeconds: number,
): Promise<void> {
  await saveOidcProviderRecordPayload(
    'Interaction',
    id,
    { ...payload, session: undefined, grantId: undefined },
    lifeSeconds,
  )
  // To the provider, a deleted pushed request looks unused, so it is kept during the sign-in.
  const { parJti } = payload
  if (parJti !== undefined)
    await extendOidcProviderRecordRetention(
      await getOrStartOidcRequestTransaction(),
      { kind: 'PushedAuthorizationRequest', id: parJti },
      getOidcRequest().now + lifeSeconds * 1000,
    )
}

/** Only one of several concurrent requests can resume an interaction. */
export async function finishOidcInteractionRecord(id: string): Promise<void> {
  if (!(await removeOidcProviderRecord(await getOrStartOidcRequestTransaction(), 'Interaction', id)))
    throw new errors.SessionNotFound('the interaction was already completed')
}
