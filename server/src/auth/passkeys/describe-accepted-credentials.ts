import type { AcceptedPasskeyCredentials } from '@countersign/api/api-endpoints'
import type { PasskeysTable, PeopleTable } from '../../platform/database/database-schema.ts'
import type { ChallengeEndpointContext } from '../challenges/challenge-endpoint-context.ts'
import { isPersonActive } from '../../store/people/person-store.ts'
import { getRelyingPartyId } from '../challenges/webauthn-relying-party.ts'
import { deriveUserHandle, getPasskeyUserName } from './issue-passkey-creation-options.ts'
import { mayHaveLostPasskeys } from './may-have-lost-passkeys.ts'

/** @param passkeys all that could sign in just now @returns null if some may be missing (THREATS P19) */
export async function describeAcceptedCredentials(
  app: ChallengeEndpointContext,
  person: PeopleTable,
  passkeys: readonly PasskeysTable[],
): Promise<AcceptedPasskeyCredentials | null> {
  if (mayHaveLostPasskeys(app, app.clock())) return null
  // A merge may have moved the passkeys before they were read.
  if (!(await isPersonActive(app.database.queries, person.id))) return null
  // A merge moves all passkeys of a user handle together, so a foreign handle here is theirs alone.
  const userHandles = new Set([deriveUserHandle(person), ...passkeys.map((passkey) => passkey.user_handle)])
  return {
    rpId: getRelyingPartyId(app.settings.origin),
    username: await getPasskeyUserName(app, person),
    accounts: [...userHandles].map((userHandle) => ({
      userHandle,
      credentialIds: passkeys
        .filter((passkey) => passkey.user_handle === userHandle)
        .map((passkey) => passkey.credential_id),
    })),
  }
}
