// Holds a wallet that was just used, with its person.
import type { NamespaceName } from '@countersign/message'
import type { Transaction } from '../../platform/database/open-database.ts'
import { prepare } from '../../platform/database/prepared.ts'
import type { WalletKind } from '../../platform/database/column-types.ts'
import { columns } from '../../platform/database/schema.ts'
import { identityOf, isWallet, touchWallet } from '../wallets/store.ts'
import type { OwnedWallet, WalletIdentity } from '../wallets/store.ts'
import { touchPeople } from './touch-people.ts'

const touchOwner = prepare(
  (queries, now: number, namespace: NamespaceName, address: string, chainReference: string, kind: WalletKind) =>
    touchPeople(queries, now)
      .where('id', '=', (expression) =>
        expression
          .selectFrom('wallets')
          .select('person_id')
          .where(isWallet({ namespace, address, chainReference, kind })),
      )
      .returning(columns.people),
)

/**
 * Notes that a wallet was used and its person seen, and holds both until the transaction ends: whoever unlinks the wallet or
 * merges its person meanwhile waits, and then ends the session that begins here too (THREATS P4). The person comes first, as
 * everywhere, so that no two wait for each other.
 * @param ownerId whose it has to be, where that is known: nothing of anybody else's is changed then
 * @returns both as they are now; undefined where nobody has the wallet; `moved` where it has left the person whom this now holds, or came to
 * somebody a moment ago: then begin anew
 */
export async function holdUsedWallet(
  transaction: Transaction,
  identity: WalletIdentity,
  now: number,
  ownerId: string | null = null,
): Promise<OwnedWallet | 'moved' | undefined> {
  const known = identityOf(identity)
  const [[person], [wallet]] = await Promise.all([
    touchOwner(transaction, now, ...known),
    touchWallet(transaction, now, ...known, ownerId),
  ])
  if (person === undefined && wallet === undefined) return undefined
  return wallet === undefined || wallet.person_id !== person?.id ? 'moved' : { wallet, person }
}
