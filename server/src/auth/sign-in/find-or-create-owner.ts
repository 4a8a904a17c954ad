// The person behind a wallet that was just proved: known already, or made now, with the wallet as their first.
import type { NewEvent } from '../../audit-log/append.ts'
import { insertPerson, removePeople } from '../../store/people/store.ts'
import type { Random } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import { createIdentifier } from '../../platform/identifier.ts'
import { describeIdentity, insertWallet } from '../../store/wallets/store.ts'
import { holdUsedWallet } from '../../store/people/hold-used-wallet.ts'
import type { OwnedWallet, WalletIdentity } from '../../store/wallets/store.ts'

/** The wallet and its person, and the log lines of what was made. */
export type Owner = OwnedWallet & { events: NewEvent[] }

/** The wallet left its person after it was looked up. Who was held for it is held until the transaction ends, and whoever holds two
 * people holds them in another order: the sign-in has to begin anew, with nobody held. */
export class WalletMoved extends Error {
  override readonly name = 'WalletMoved'
}

/** Each look after the first means that somebody linked the wallet since the one before. */
const looks = 5

/**
 * Finds or makes the owner of a wallet, and holds both until the transaction ends.
 * @throws WalletMoved
 */
export async function findOrCreateOwner(
  transaction: Transaction,
  random: Random,
  identity: WalletIdentity,
  now: number,
): Promise<Owner> {
  for (let look = 1; look <= looks; look++) {
    const held = await holdUsedWallet(transaction, identity, now)
    if (held === 'moved') throw new WalletMoved()
    if (held !== undefined) return { ...held, events: [] }
    const made = await createOwner(transaction, random, identity, now)
    if (made !== undefined) return made
  }
  throw new WalletMoved()
}

/** @returns undefined where the wallet was linked elsewhere a moment ago */
async function createOwner(
  transaction: Transaction,
  random: Random,
  identity: WalletIdentity,
  now: number,
): Promise<Owner | undefined> {
  const personId = createIdentifier(random)
  const [person, wallet] = await Promise.all([
    insertPerson(transaction, personId, now),
    insertWallet(transaction, identity, { id: createIdentifier(random), personId, primary: true, now }),
  ])
  if (wallet !== undefined) return { person, wallet, events: created(person.id, wallet.id, identity) }
  await removePeople(transaction, [person.id])
  return undefined
}

const created = (personId: string, walletId: string, identity: WalletIdentity): NewEvent[] => [
  { type: 'person.created', outcome: 'success', details: {}, evidence: { personId, content: {} } },
  {
    type: 'wallet.linked',
    outcome: 'success',
    details: describeIdentity(identity),
    evidence: { personId, content: { walletId, address: identity.address } },
  },
]
