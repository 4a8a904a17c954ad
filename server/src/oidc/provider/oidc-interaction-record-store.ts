// The records of interactions, as the provider reads and writes them.
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

/** An interaction goes on with what was answered in it by the person who is signed in now, and by nobody else. */
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
      // In the provider's words; that the session is a fresh one is what has been answered.
      ...(signedIn !== null && login?.accountId === personId && { login: toOidcProviderLogin(signedIn) }),
      ...(consent?.accountId === personId && { consent }),
    },
  }
}

/** Without the provider's notes of the session and the authorization it began with: a fresh proof is a new session, perhaps of
 * somebody else, and the interaction goes on when the old one has ended. It is bound to its browser instead. */
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
  // The provider takes a pushed request that is gone for one that was not used, so that it stays for as long as a sign-in
  // that began with it can go on.
  const { parJti } = payload
  if (parJti !== undefined)
    await extendOidcProviderRecordRetention(
      await getOrStartOidcRequestTransaction(),
      { kind: 'PushedAuthorizationRequest', id: parJti },
      getOidcRequest().now + lifeSeconds * 1000,
    )
}

/** One is gone on with once, also by two requests at the same time. */
export async function finishOidcInteractionRecord(id: string): Promise<void> {
  if (!(await removeOidcProviderRecord(await getOrStartOidcRequestTransaction(), 'Interaction', id)))
    throw new errors.SessionNotFound('the interaction was gone on with already')
}
