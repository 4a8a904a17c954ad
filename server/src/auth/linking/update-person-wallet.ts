import type { ApiEndpointInput } from '@countersign/api/api-endpoints'
import { validateOwnDisplayLabel } from '../../store/people/validate-display-label.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { lockPersonAndSessionRows } from '../../store/sessions/lock-session-rows.ts'
import type { AuthenticatedSessionIds } from '../../store/sessions/lock-session-rows.ts'
import { setWalletLabel } from '../../store/wallets/update-wallet-rows.ts'
import { isWalletOnHold } from '../../store/wallets/linked-wallet-sql-condition.ts'
import { findOwnWallet, setPrimaryWallet } from '../../store/wallets/wallet-store.ts'
import type { WalletWithEnsName } from '../../store/wallets/wallet-store.ts'

export interface PersonWalletUpdateRequest {
  signedIn: AuthenticatedSessionIds
  id: string
  changes: ApiEndpointInput<'changeWallet'>['body']
}

export async function updatePersonWallet(
  queries: DatabaseQueryBuilder,
  { signedIn, id, changes }: PersonWalletUpdateRequest,
): Promise<WalletWithEnsName> {
  const personId = signedIn.person.id
  const label =
    changes.label === undefined ? undefined : await validateOwnDisplayLabel(queries, personId, changes.label)
  return queries.transaction().execute(async (transaction) => {
    await lockPersonAndSessionRows(transaction, signedIn)
    const wallet = await findOwnWallet(transaction, personId, id)
    if (wallet === undefined) throw new ApiError('wallet.not_found')
    if (changes.primary === true && isWalletOnHold(wallet)) throw new ApiError('wallet.on_hold')
    if (label !== undefined) await setWalletLabel(transaction, id, label)
    if (changes.primary === true) await setPrimaryWallet(transaction, personId, id)
    const changed = await findOwnWallet(transaction, personId, id)
    if (changed === undefined) throw new Error('The wallet disappeared while it was updated')
    return changed
  })
}
