import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { insertPerson, deletePersonRows } from '../../store/people/person-store.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { createRandomId } from '../../platform/create-random-id.ts'
import { describeWalletIdentityForAudit, insertLinkedWallet } from '../../store/wallets/wallet-store.ts'
import { recordWalletUseAndLockRows } from '../../store/people/record-wallet-use-and-lock-rows.ts'
import type { WalletWithPerson, WalletIdentityFields } from '../../store/wallets/wallet-store.ts'

export type FoundOrCreatedPerson = WalletWithPerson & { events: NewAuditEvent[] }

/** The wallet has moved to another person. Start over: locking that person could deadlock. */
export class WalletMovedError extends Error {
  override readonly name = 'WalletMovedError'
}

const maxLookups = 5

/** Locks person and wallet until the transaction ends. @throws WalletMovedError */
export async function findOrCreatePerson(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  identity: WalletIdentityFields,
  now: number,
): Promise<FoundOrCreatedPerson> {
  for (let look = 1; look <= maxLookups; look++) {
    const held = await recordWalletUseAndLockRows(transaction, identity, now)
    if (held === 'moved') throw new WalletMovedError()
    if (held !== undefined) return { ...held, events: [] }
    const made = await createPersonWithWallet(transaction, random, identity, now)
    if (made !== undefined) return made
  }
  throw new WalletMovedError()
}

/** Undefined if the wallet was linked concurrently. */
async function createPersonWithWallet(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  identity: WalletIdentityFields,
  now: number,
): Promise<FoundOrCreatedPerson | undefined> {
  const personId = createRandomId(random)
  const [person, wallet] = await Promise.all([
    insertPerson(transaction, personId, now),
    insertLinkedWallet(transaction, identity, { id: createRandomId(random), personId, primary: true, now }),
  ])
  if (wallet !== undefined) return { person, wallet, events: createPersonCreatedEvents(person.id, wallet.id, identity) }
  await deletePersonRows(transaction, [person.id])
  return undefined
}

const createPersonCreatedEvents = (
  personId: string,
  walletId: string,
  identity: WalletIdentityFields,
): NewAuditEvent[] => [
  { type: 'person.created', outcome: 'success', details: {}, evidence: { personId, content: {} } },
  {
    type: 'wallet.linked',
    outcome: 'success',
    details: describeWalletIdentityForAudit(identity),
    evidence: { personId, content: { walletId, address: identity.address } },
  },
]
