import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { insertPerson, deletePersonRows } from '../../store/people/person-store.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { WalletsTable } from '../../platform/database/database-schema.ts'
import { createRandomId } from '../../platform/create-random-id.ts'
import { describeWalletIdentityForAudit, insertLinkedWallet } from '../../store/wallets/wallet-store.ts'
import { lockWalletOwner } from '../../store/people/lock-wallet-owner.ts'
import type { WalletWithPerson, WalletIdentityFields } from '../../store/wallets/wallet-store.ts'
import type { RefusedAuthenticationAttempt } from '../challenges/authentication-attempt-refusals.ts'
import { linkKeyToPersonOfDelegate } from '../delegated-keys/link-key-to-person-of-delegate.ts'
import {
  listWalletsWithSameAddress,
  lockAddressOfNewWallet,
  refuseAddressInUse,
} from '../delegated-keys/wallets-with-same-address.ts'
import type { NewWalletProof } from '../delegated-keys/wallets-with-same-address.ts'

export type FoundOrCreatedPerson = WalletWithPerson & { isNew: boolean; events: NewAuditEvent[] }

/** The wallet has moved to another person. Start over: locking that person could deadlock. */
export class WalletMovedError extends Error {
  override readonly name = 'WalletMovedError'
}

const maxLookups = 5

/** Locks the person until the transaction ends. @throws WalletMovedError */
export async function findLinkedPerson(
  transaction: DatabaseTransaction,
  identity: WalletIdentityFields,
): Promise<FoundOrCreatedPerson | undefined> {
  const linked = await lockWalletOwner(transaction, identity)
  if (linked === 'moved') throw new WalletMovedError()
  return linked && { ...linked, isNew: false, events: [] }
}

/** For a wallet that was not linked. Locks the person as well. @throws WalletMovedError */
export async function createPerson(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  proof: NewWalletProof,
  now: number,
): Promise<FoundOrCreatedPerson | RefusedAuthenticationAttempt> {
  const { identity } = proof
  await lockAddressOfNewWallet(transaction, proof)
  for (let look = 1; look <= maxLookups; look++) {
    const sameAddress = await listWalletsWithSameAddress(transaction, proof)
    const isLinked = sameAddress.some((wallet) => isSameIdentity(wallet, identity))
    if (sameAddress.length > 0 && !isLinked) return shareAddress(transaction, random, { proof, sameAddress, now })
    const made = isLinked ? undefined : await createPersonWithWallet(transaction, random, identity, now)
    if (made !== undefined) return made
    const linked = await findLinkedPerson(transaction, identity)
    if (linked !== undefined) return linked
  }
  throw new WalletMovedError()
}

const isSameIdentity = (
  { kind, chain_reference }: WalletsTable,
  identity: Pick<WalletIdentityFields, 'kind' | 'chainReference'>,
): boolean => kind === identity.kind && chain_reference === identity.chainReference

/** The key decides who signs in with its address, not a contract to which it delegates. */
async function shareAddress(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  { proof, sameAddress, now }: { proof: NewWalletProof; sameAddress: readonly WalletsTable[]; now: number },
): Promise<FoundOrCreatedPerson | RefusedAuthenticationAttempt> {
  const { identity, isDelegate } = proof
  if (isDelegate) return refuseAddressInUse()
  const result = await linkKeyToPersonOfDelegate(transaction, random, { identity, delegates: sameAddress, now })
  switch (result.outcome) {
    case 'changed':
      throw new WalletMovedError()
    case 'suspended':
      return { wallet: result.wallet, person: result.person, isNew: false, events: [] }
    case 'linked': {
      const { wallet, person, events } = result
      return { wallet, person, isNew: false, events: [createWalletLinkedEvent(wallet, identity), ...events] }
    }
    case 'new-person': {
      const made = await createPersonWithWallet(transaction, random, identity, now)
      if (made === undefined) throw new WalletMovedError()
      return { ...made, events: [...made.events, ...result.events] }
    }
  }
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
  if (wallet === undefined) {
    await deletePersonRows(transaction, [person.id])
    return undefined
  }
  const created: NewAuditEvent = {
    type: 'person.created',
    outcome: 'success',
    details: {},
    evidence: { personId, content: {} },
  }
  return { person, wallet, isNew: true, events: [created, createWalletLinkedEvent(wallet, identity)] }
}

const createWalletLinkedEvent = (
  { id: walletId, person_id: personId }: WalletsTable,
  identity: WalletIdentityFields,
): NewAuditEvent => ({
  type: 'wallet.linked',
  outcome: 'success',
  details: describeWalletIdentityForAudit(identity),
  evidence: { personId, content: { walletId, address: identity.address } },
})
