// Erasing, table by table: every row of a person, removed by the room that it is of. A test looks through all tables of the schema for what
// is left.
import { removeRolesOf } from '../../store/roles/store.ts'
import { removeTokensOf } from '../../store/roles/tokens.ts'
import { removeViewsOf } from '../../store/saved-views/store.ts'
import { forgetMemberships } from '../../groups/membership/memberships.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import { removeSettledOf } from '../../store/authorizations/logout-deliveries.ts'
import { removeRecordsOf } from '../../store/authorizations/records.ts'
import { removeAuthorizationsOf } from '../../store/authorizations/store.ts'
import { removeGrantsOf } from '../../store/grants/move.ts'
import { removeSubjectsOf } from '../../oidc/provider/move-subjects.ts'
import { removeRequestsOf } from '../../auth/cross-device/store.ts'
import { releaseWaysIn } from '../merging/release-ways-in.ts'
import { removePasskeysOf } from '../../auth/passkeys/store.ts'
import { removeMergesOf } from '../../store/people/merges.ts'
import { removePicturesOf } from '../../store/pictures/store.ts'
import { removeBrowsersOf, removeSessionsOf } from '../../store/sessions/let-go.ts'
import { removeEmailsOf } from '../../store/email/store.ts'
import { forgetUserNamesOf } from '../../store/usernames/store.ts'
import { removeWalletsOf } from '../../store/wallets/change.ts'
import { removeNames } from '../../store/wallets/names.ts'
import { removeProofsOf } from '../../store/wallets/proofs.ts'

/** Removes every row of these people but their own and their challenges, in the order in which one refers to the other. */
export async function removeRows(transaction: Transaction, personIds: readonly string[]): Promise<void> {
  await removeGrantsOf(transaction, personIds)
  await removeAuthorizationsOf(transaction, personIds)
  await removeRecordsOf(transaction, personIds)
  await removeRequestsOf(transaction, personIds)
  await removeSessionsOf(transaction, personIds)
  await releaseWaysIn(transaction, personIds)
  await removeProofsOf(transaction, personIds)
  await removeNames(transaction, transaction.selectFrom('wallets').select('id').where('person_id', 'in', personIds))
  await removeBrowsersOf(transaction, personIds)
  await removePasskeysOf(transaction, personIds)
  await removeWalletsOf(transaction, personIds)
  await removeSubjectsOf(transaction, personIds)
  await forgetMemberships(transaction, personIds)
  await removeEmailsOf(transaction, personIds)
  await forgetUserNamesOf(transaction, personIds)
  await removePicturesOf(transaction, personIds)
  await removeRolesOf(transaction, personIds)
  await removeTokensOf(transaction, personIds)
  await removeViewsOf(transaction, personIds)
  await removeMergesOf(transaction, personIds)
  await removeSettledOf(transaction, personIds)
}
