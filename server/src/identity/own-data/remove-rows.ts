// The SQL of erasing: every table that has rows of a person. A test looks through all tables of the schema for what is left.
import { keepGroups } from '../../chain/groups/store.ts'
import { releaseWaysIn } from '../merging/release-ways-in.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import { removeNames } from '../wallets/store.ts'

type Ids = readonly string[]

/** Removes every row of these people but their own and their challenges, in the order in which one refers to the other. */
export async function removeRows(transaction: Transaction, personIds: Ids): Promise<void> {
  const ofPeople = (
    table:
      | 'provider_records'
      | 'authorizations'
      | 'sessions'
      | 'browsers'
      | 'passkeys'
      | 'wallets'
      | 'grants'
      | 'subjects'
      | 'pictures'
      | 'group_members'
      | 'role_assignments'
      | 'api_tokens',
  ) => transaction.deleteFrom(table).where('person_id', 'in', personIds).execute()
  await ofPeople('grants')
  await ofPeople('authorizations')
  await ofPeople('provider_records')
  // What an application asked there before anybody had signed in can name them too (`login_hint`); it is begun anew.
  const browsers = transaction.selectFrom('browsers').select('browser_hash').where('person_id', 'in', personIds)
  await transaction.deleteFrom('provider_records').where('browser_hash', 'in', browsers).execute()
  await ofPeople('sessions')
  await releaseWaysIn(transaction, personIds)
  const wallets = transaction.selectFrom('wallets').select('id').where('person_id', 'in', personIds)
  await transaction.deleteFrom('proofs').where('wallet_id', 'in', wallets).execute()
  await removeNames(transaction, wallets)
  await ofPeople('browsers')
  await ofPeople('passkeys')
  await ofPeople('wallets')
  await ofPeople('subjects')
  await keepGroups(transaction)
  await ofPeople('group_members')
  await ofPeople('pictures')
  await ofPeople('role_assignments')
  await ofPeople('api_tokens')
  await transaction
    .updateTable('role_assignments')
    .set({ granted_by: null })
    .where('granted_by', 'in', personIds)
    .execute()
  await transaction.deleteFrom('merges').where('person_id', 'in', personIds).execute()
  await transaction.deleteFrom('merges').where('merged_person_id', 'in', personIds).execute()
  // Applications that have still to be told are told: what they are told by goes when they were (logouts/).
  await transaction
    .deleteFrom('logout_deliveries')
    .where('person_id', 'in', personIds)
    .where('settled_at', 'is not', null)
    .execute()
}
