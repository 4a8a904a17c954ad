// The wallets of a person, as rules look at them.
import type { Hex } from '@countersign/proof/chain-reader'
import type { Queries } from '../../platform/database/open-database.ts'
import { isWayIn } from '../../store/wallets/linked.ts'
import { findNewestProof } from '../../store/wallets/proofs.ts'
import type { HeldProof, HeldWallet } from './wallet-list.ts'

/** The wallets that each of these people has now, in one order. A contract wallet without any proof is nobody's, and one that is held counts for
 * nothing (THREATS S12). */
export async function listHeldWallets(
  queries: Queries,
  personIds: readonly string[],
): Promise<Map<string, HeldWallet[]>> {
  const rows = await queries
    .selectFrom('wallets')
    .leftJoin('wallet_names', 'wallet_names.wallet_id', 'wallets.id')
    .select([
      'wallets.id',
      'wallets.person_id',
      'wallets.namespace',
      'wallets.kind',
      'wallets.chain_reference',
      'wallets.address',
      'wallet_names.name',
      'wallet_names.read_at',
    ])
    .where('wallets.person_id', 'in', personIds)
    .where(isWayIn())
    .orderBy('wallets.linked_at')
    .orderBy('wallets.id')
    .execute()
  const held = new Map<string, HeldWallet[]>(personIds.map((id) => [id, []]))
  for (const { id, person_id, namespace, kind, chain_reference, address, name, read_at } of rows) {
    const proof = kind === 'contract' ? await findHeldProof(queries, id) : null
    if (kind === 'contract' && proof === null) continue
    held
      .get(person_id)
      ?.push({ id, namespace, kind, chainReference: chain_reference, address, name, nameReadAt: read_at, proof })
  }
  return held
}

async function findHeldProof(queries: Queries, walletId: string): Promise<HeldProof | null> {
  const newest = await findNewestProof(queries, walletId)
  if (newest === undefined || newest.signed === null) return null
  const { chain, signed, method, provedAt } = newest
  return { chain, message: signed.message, signature: signed.signature as Hex, method, provedAt }
}

/** Whether these are the same wallets, so that what was read of the ones is true of the others. */
export const areSameWallets = (some: readonly HeldWallet[], others: readonly HeldWallet[]): boolean =>
  some.length === others.length && some.every(({ id }, index) => others[index]?.id === id)
