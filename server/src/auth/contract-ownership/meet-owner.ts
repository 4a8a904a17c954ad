// What follows where a contract wallet has just proved itself that is somebody's already: it goes on as theirs, or it has changed hands and is held
// (THREATS S12, decision 0042).
import type { Limits } from '@countersign/api/limits'
import { appendEvents } from '../../audit-log/append.ts'
import type { NewEvent } from '../../audit-log/append.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import type { WalletsTable } from '../../platform/database/schema.ts'
import { holdUnlessErased } from '../../store/people/ways-in.ts'
import { keepHeldProof, noteBelieved } from '../../store/wallets/change.ts'
import { isHeld } from '../../store/wallets/linked.ts'
import { findNewestProof } from '../../store/wallets/proofs.ts'
import type { Proof } from '../../store/wallets/proofs.ts'
import { findOwnWallet, heldUntil } from '../../store/wallets/store.ts'
import type { Custody } from './baseline.ts'
import { custodyEvent, hasAnotherWay, holdWallet } from './hold-wallet.ts'

interface World {
  random: Random
  limits: Pick<Limits, 'heldWalletSeconds'>
}

/** What was proved, and where. */
export interface Meeting {
  wallet: WalletsTable
  proof: Proof
  /** Null for a plain key. */
  custody: Custody | null
  browserHash: string | null
  now: number
}

/** Either way with the log lines of what has happened, to be appended last. */
export type Met = { outcome: 'goes-on'; events: NewEvent[] } | { outcome: 'held'; until: number; events: NewEvent[] }

/** Since the chain was asked, the wallet has proved itself otherwise, or come to somebody: the comparison says nothing, and has to be made anew. */
export class CustodyMoved extends Error {
  override readonly name = 'CustodyMoved'
}

/**
 * Hold the person of the wallet before.
 * @throws CustodyMoved
 */
export async function meetOwner(
  transaction: Transaction,
  { random, limits }: World,
  { wallet, proof, custody, browserHash, now }: Meeting,
): Promise<Met> {
  if (custody === null) return { outcome: 'goes-on', events: [] }
  const held = async (at: number, events: NewEvent[]): Promise<Met> => {
    await keepHeldProof(transaction, wallet.id, { proof, browserHash, at: now })
    return { outcome: 'held', until: heldUntil(at, limits), events }
  }
  if (proof.contract !== null) await noteBelieved(transaction, wallet.id, proof.contract.block.number)
  if (wallet.held_at !== null) return held(wallet.held_at, [])
  await requireUnmoved(transaction, wallet.id, custody)
  if (!custody.hasChanged) return { outcome: 'goes-on', events: [] }
  if (!(await hasAnotherWay(transaction, wallet)))
    return { outcome: 'goes-on', events: [custodyEvent('wallet.changed', wallet)] }
  return held(now, await holdWallet(transaction, random, wallet, now))
}

/** @throws CustodyMoved */
async function requireUnmoved(queries: Queries, walletId: string, { since }: Pick<Custody, 'since'>): Promise<void> {
  if (((await findNewestProof(queries, walletId))?.id ?? null) !== since) throw new CustodyMoved()
}

/**
 * What follows where somebody proves a contract wallet of another person, to link it or to merge with them: whoever has come by a contract gets nothing of its
 * person. Nothing changes here, because whoever holds two people holds them in another order.
 * @param noteChanged is told what is to be held afterwards (`holdChanged`)
 * @returns until when at most it is held; null where it is in the same hands, or is its person's only way in
 * @throws CustodyMoved
 */
export async function meetAnother(
  transaction: Transaction,
  { limits }: Pick<World, 'limits'>,
  { wallet, custody, now }: Pick<Meeting, 'wallet' | 'custody' | 'now'>,
  noteChanged: (changed: ChangedWallet) => void,
): Promise<number | null> {
  if (custody === null) return null
  if (wallet.held_at !== null) return heldUntil(wallet.held_at, limits)
  await requireUnmoved(transaction, wallet.id, custody)
  if (!custody.hasChanged || !(await hasAnotherWay(transaction, wallet))) return null
  noteChanged({ walletId: wallet.id, personId: wallet.person_id, since: custody.since })
  return heldUntil(now, limits)
}

/** A wallet that is to be held. */
export interface ChangedWallet {
  walletId: string
  personId: string
  /** The proof that its contract stands behind no more. */
  since: string | null
}

/**
 * Holds a wallet of which something else has shown that it has changed hands, in a transaction of its own. What has changed meanwhile is left alone.
 */
export async function holdChanged(
  { queries, random }: { queries: Queries; random: Random },
  { walletId, personId, since }: ChangedWallet,
  now: number,
): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    if ((await holdUnlessErased(transaction, personId)) === undefined) return
    const wallet = await findOwnWallet(transaction, personId, walletId)
    if (wallet === undefined || isHeld(wallet)) return
    if (((await findNewestProof(transaction, walletId))?.id ?? null) !== since) return
    if (await hasAnotherWay(transaction, wallet))
      await appendEvents(transaction, random, now, await holdWallet(transaction, random, wallet, now))
  })
}
