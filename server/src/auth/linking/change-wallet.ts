// Gives a wallet another label, or makes it the primary one: the one that the person is shown by, here and to applications.
import type { CallInput } from '@countersign/api/calls'
import { checkOwnLabel } from '../../store/people/label.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { holdSignedIn } from '../../store/sessions/hold.ts'
import type { Holder } from '../../store/sessions/hold.ts'
import { setLabel } from '../../store/wallets/change.ts'
import { isHeld } from '../../store/wallets/linked.ts'
import { findOwnWallet, makePrimary } from '../../store/wallets/store.ts'
import type { NamedWallet } from '../../store/wallets/store.ts'

/** Who changes what of which wallet. */
export interface WalletChange {
  signedIn: Holder
  id: string
  changes: CallInput<'changeWallet'>['body']
}

/**
 * @returns the wallet as it is now
 * @throws Refusal `person.name_unusable`, `person.name_foreign`, `session.required`, `wallet.not_found`; the database's errors
 */
export async function changeWallet(queries: Queries, { signedIn, id, changes }: WalletChange): Promise<NamedWallet> {
  const personId = signedIn.person.id
  const label = changes.label === undefined ? undefined : await checkOwnLabel(queries, personId, changes.label)
  return queries.transaction().execute(async (transaction) => {
    await holdSignedIn(transaction, signedIn)
    const wallet = await findOwnWallet(transaction, personId, id)
    if (wallet === undefined) throw new Refusal('wallet.not_found')
    if (changes.primary === true && isHeld(wallet)) throw new Refusal('wallet.held')
    if (label !== undefined) await setLabel(transaction, id, label)
    if (changes.primary === true) await makePrimary(transaction, personId, id)
    const changed = await findOwnWallet(transaction, personId, id)
    if (changed === undefined) throw new Error('A wallet that is held has gone')
    return changed
  })
}
