// Erasing, table by table: every row of a person, removed by the room that it is of. A test looks through all tables of the schema for what
// is left.
import { removeRolesOf } from '../../administration/roles/store.ts'
import { removeTokensOf } from '../../administration/roles/tokens.ts'
import { removeViewsOf } from '../../administration/views/store.ts'
import { forgetMemberships } from '../../chain/groups/memberships.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import { removeSettledOf } from '../../protocol/authorizations/logout-deliveries.ts'
import { removeRecordsOf } from '../../protocol/authorizations/records.ts'
import { removeAuthorizationsOf } from '../../protocol/authorizations/store.ts'
import { removeGrantsOf } from '../../protocol/grants/move.ts'
import { removeSubjectsOf } from '../../protocol/openid/move-subjects.ts'
import { removeRequestsOf } from '../cross-device/store.ts'
import { releaseWaysIn } from '../merging/release-ways-in.ts'
import { removePasskeysOf } from '../passkeys/store.ts'
import { removeMergesOf } from '../people/merges.ts'
import { removePicturesOf } from '../people/store.ts'
import { removeBrowsersOf, removeSessionsOf } from '../sessions/let-go.ts'
import { removeEmailsOf } from '../email/store.ts'
import { forgetUserNamesOf } from '../user-names/store.ts'
import { removeWalletsOf } from '../wallets/change.ts'
import { removeNames } from '../wallets/names.ts'
import { removeProofsOf } from '../wallets/proofs.ts'

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
