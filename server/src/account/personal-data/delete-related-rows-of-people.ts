// A test checks every table for remaining data of erased people.
import { deleteRolesOfPeople } from '../../store/roles/role-store.ts'
import { deleteApiTokensOfPeople } from '../../store/roles/api-tokens.ts'
import { deleteViewsAndRecentsOfPeople } from '../../store/saved-views/saved-view-store.ts'
import { deleteGroupMembershipsOfPeople } from '../../groups/membership/read-group-memberships.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { removeCompletedLogoutDeliveriesOfPeople } from '../../store/authorizations/logout-delivery-store.ts'
import { removeOidcProviderRecordsOfPeople } from '../../store/authorizations/remove-oidc-provider-records.ts'
import { removeAuthorizationsOfPeople } from '../../store/authorizations/authorization-store.ts'
import { removeConsentGrantsOfPeople } from '../../store/grants/move-consent-grants-on-merge.ts'
import { removeSubjectIdentifiersOfPeople } from '../../oidc/provider/move-subject-identifiers.ts'
import { deleteCrossDeviceRequestsOfPeople } from '../../auth/cross-device/cross-device-request-store.ts'
import { detachSignInMethodsAfterMergeUndo } from '../merging/detach-sign-in-methods-after-merge-undo.ts'
import { deletePasskeysOfPeople } from '../../auth/passkeys/passkey-store.ts'
import { deleteIdentityMergesOfPeople } from '../../store/people/identity-merge-store.ts'
import { deleteProfilePicturesOfPeople } from '../../store/pictures/profile-picture-store.ts'
import { deleteBrowsersOfPeople, deleteSessionsOfPeople } from '../../store/sessions/prune-sessions-and-browsers.ts'
import { deleteEmailRecordsOfPeople } from '../../store/email/email-store.ts'
import { eraseUsernamesOfPeople } from '../../store/usernames/username-store.ts'
import { deleteWalletsOfPeople } from '../../store/wallets/update-wallet-rows.ts'
import { deleteWalletEnsNames } from '../../store/wallets/wallet-ens-name-store.ts'
import { deleteWalletProofsOfPeople } from '../../store/wallets/wallet-proof-record-store.ts'

/** Deletes in foreign key order. Rows in `people` and challenges are kept. */
export async function deleteRelatedRowsOfPeople(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  await removeConsentGrantsOfPeople(transaction, personIds)
  await removeAuthorizationsOfPeople(transaction, personIds)
  await removeOidcProviderRecordsOfPeople(transaction, personIds)
  await deleteCrossDeviceRequestsOfPeople(transaction, personIds)
  await deleteSessionsOfPeople(transaction, personIds)
  await detachSignInMethodsAfterMergeUndo(transaction, personIds)
  await deleteWalletProofsOfPeople(transaction, personIds)
  await deleteWalletEnsNames(
    transaction,
    transaction.selectFrom('wallets').select('id').where('person_id', 'in', personIds),
  )
  await deleteBrowsersOfPeople(transaction, personIds)
  await deletePasskeysOfPeople(transaction, personIds)
  await deleteWalletsOfPeople(transaction, personIds)
  await removeSubjectIdentifiersOfPeople(transaction, personIds)
  await deleteGroupMembershipsOfPeople(transaction, personIds)
  await deleteEmailRecordsOfPeople(transaction, personIds)
  await eraseUsernamesOfPeople(transaction, personIds)
  await deleteProfilePicturesOfPeople(transaction, personIds)
  await deleteRolesOfPeople(transaction, personIds)
  await deleteApiTokensOfPeople(transaction, personIds)
  await deleteViewsAndRecentsOfPeople(transaction, personIds)
  await deleteIdentityMergesOfPeople(transaction, personIds)
  await removeCompletedLogoutDeliveriesOfPeople(transaction, personIds)
}
