// The person behind a wallet that was just proved: known already, or made now, with the wallet as their first.
import type { NewEvent } from '../activity/append.ts'
import { insertPerson, removePerson } from '../people/store.ts'
import type { Random } from '../platform/clock.ts'
import type { Transaction } from '../platform/database/open-database.ts'
import { createIdentifier } from '../platform/identifier.ts'
import { findKeyWallet, insertKeyWallet, touchWallet } from '../wallets/store.ts'
import type { OwnedWallet } from '../wallets/store.ts'

/** The wallet and its person, and the log lines of what was made. */
export type Owner = OwnedWallet & { events: NewEvent[] }

/**
 * @param address of the proved wallet, in any mix of cases
 */
export async function findOrCreateOwner(transaction: Transaction, random: Random, address: string, now: number): Promise<Owner> {
  const known = await findKeyWallet(transaction, address)
  if (known !== undefined) {
    await touchWallet(transaction, known.wallet, now)
    return { ...known, events: [] }
  }
  const person = await insertPerson(transaction, createIdentifier(random), now)
  const wallet = await insertKeyWallet(transaction, { id: createIdentifier(random), personId: person.id, address, primary: true, now })
  if (wallet !== undefined) return { person, wallet, events: created(person.id, wallet.id, address) }

  // Another instance made this wallet's person a moment ago: that one it is.
  await removePerson(transaction, person.id)
  const winner = await findKeyWallet(transaction, address)
  if (winner === undefined) throw new Error('A wallet is neither new nor known')
  return { ...winner, events: [] }
}

const created = (personId: string, walletId: string, address: string): NewEvent[] => [
  { type: 'person.created', outcome: 'success', details: {}, evidence: { personId, content: {} } },
  {
    type: 'wallet.linked',
    outcome: 'success',
    details: { namespace: 'eip155', kind: 'key' },
    evidence: { personId, content: { walletId, address } },
  },
]
