// The first sign-in with a key whose contracts signed in before (EIP-7702, decision 0042).
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { invalidateMembershipsOnWalletAdded } from '../../groups/membership/read-group-memberships.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import { createRandomId } from '../../platform/create-random-id.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { PeopleTable, WalletsTable } from '../../platform/database/database-schema.ts'
import { countSignInMethods, lockPersonRowUnlessErased } from '../../store/people/sign-in-method-removal-guard.ts'
import { listWalletsOfEthereumAddress } from '../../store/wallets/ethereum-address-wallet-store.ts'
import { isWalletOnHold } from '../../store/wallets/linked-wallet-sql-condition.ts'
import { insertLinkedWallet } from '../../store/wallets/wallet-store.ts'
import type { WalletIdentityFields, WalletWithPerson } from '../../store/wallets/wallet-store.ts'
import { putWalletOnHold } from '../contract-ownership/put-wallet-on-hold.ts'
import { removeWhatDelegatesAdded } from './remove-what-delegates-added.ts'

interface KeyOfDelegates {
  identity: WalletIdentityFields
  delegates: readonly WalletsTable[]
  now: number
}

/**
 * `suspended` is a delegate's person, and nothing was changed. `new-person`: the key is not linked
 * to anyone. `changed`: the wallets changed concurrently (retry).
 */
type KeyLinkResult =
  | (WalletWithPerson & { outcome: 'linked'; events: NewAuditEvent[] })
  | (WalletWithPerson & { outcome: 'suspended' })
  | { outcome: 'new-person'; events: NewAuditEvent[] }
  | { outcome: 'changed' }

/**
 * The key always gets in, and its delegates are put on hold, because they may have let in a
 * stranger. It becomes the person whose only sign-in methods are the delegates: the key chose them
 * and can replace them. People with other methods keep these, and lose the address.
 */
export async function linkKeyToPersonOfDelegate(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  { identity, delegates, now }: KeyOfDelegates,
): Promise<KeyLinkResult> {
  const personIds = [...new Set(delegates.map(({ person_id }) => person_id))].toSorted()
  const people: PeopleTable[] = []
  for (const id of personIds) {
    const person = await lockPersonRowUnlessErased(transaction, id)
    if (person === undefined) return { outcome: 'changed' }
    people.push(person)
  }
  const known = await listWalletsOfEthereumAddress(transaction, identity.address)
  if (known.length === 0 || known.some(({ kind, person_id }) => kind === 'key' || !personIds.includes(person_id)))
    return { outcome: 'changed' }
  const suspended = people.find(({ status }) => status !== 'active')
  const ofSuspended = known.find(({ person_id }) => person_id === suspended?.id)
  if (suspended !== undefined && ofSuspended !== undefined)
    return { outcome: 'suspended', wallet: ofSuspended, person: suspended }
  const active = known.filter((wallet) => !isWalletOnHold(wallet))
  const [person, ...others] = people
  const isOnlyOfDelegates =
    person !== undefined && others.length === 0 && (await countSignInMethods(transaction, person.id)) === active.length
  const wallet = isOnlyOfDelegates
    ? await insertLinkedWallet(transaction, identity, {
        id: createRandomId(random),
        personId: person.id,
        primary: false,
        now,
      })
    : undefined
  const events: NewAuditEvent[] = []
  for (const delegate of active) events.push(...(await putWalletOnHold(transaction, random, delegate, now)))
  if (!isOnlyOfDelegates) return { outcome: 'new-person', events }
  if (wallet === undefined) return { outcome: 'changed' }
  events.push(...(await removeWhatDelegatesAdded(transaction, random, person.id, now)))
  await invalidateMembershipsOnWalletAdded(transaction, person.id)
  return { outcome: 'linked', wallet, person, events }
}
