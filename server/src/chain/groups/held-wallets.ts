// The wallets of a person, as rules look at them.
import type { Hex } from '@countersign/proof/chain-reader'
import { sql } from 'kysely'
import type { Queries } from '../../platform/database/open-database.ts'
import { prepare } from '../../platform/database/prepared.ts'
import { isLinked } from '../../identity/wallets/linked.ts'
import { readSigned, signedColumns } from '../../identity/wallets/proofs.ts'
import type { HeldProof, HeldWallet } from './wallet-list.ts'

/** The wallets that each of these people has now, in one order. A contract wallet without any proof is nobody's. */
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
      'wallets.kind',
      'wallets.chain_reference',
      'wallets.address',
      'wallet_names.name',
      'wallet_names.read_at',
    ])
    .where('wallets.person_id', 'in', personIds)
    // Written so that no index answers it: for two people and more, SQLite would take that of all addresses of a namespace before theirs.
    .where(sql<boolean>`wallets.namespace || '' = 'eip155'`)
    .where(isLinked())
    .orderBy('wallets.linked_at')
    .orderBy('wallets.id')
    .execute()
  const held = new Map<string, HeldWallet[]>(personIds.map((id) => [id, []]))
  for (const { id, person_id, kind, chain_reference, address, name, read_at } of rows) {
    const proof = kind === 'contract' ? await findNewestProof(queries, id) : null
    if (kind === 'contract' && proof === null) continue
    held.get(person_id)?.push({ id, kind, chainReference: chain_reference, address, name, nameReadAt: read_at, proof })
  }
  return held
}

const selectNewest = prepare((queries, walletId: string) =>
  queries
    .selectFrom('proofs')
    .leftJoin('event_evidence as signed', 'signed.proof_id', 'proofs.id')
    .select(['chain_reference', 'method', 'block_number', ...signedColumns])
    .where('wallet_id', '=', walletId)
    .where('chain_reference', 'is not', null)
    .orderBy('verified_at', 'desc')
    .limit(1),
)

async function findNewestProof(queries: Queries, walletId: string): Promise<HeldProof | null> {
  const [row] = await selectNewest(queries, walletId)
  if (row === undefined || row.chain_reference === null || row.block_number === null) return null
  const { chain_reference, method, block_number } = row
  const signed = readSigned(row)
  return signed === null
    ? null
    : {
        chain: chain_reference,
        message: signed.message,
        signature: signed.signature as Hex,
        method,
        provedAt: block_number,
      }
}

/** Whether these are the same wallets, so that what was read of the ones is true of the others. */
export const areSameWallets = (some: readonly HeldWallet[], others: readonly HeldWallet[]): boolean =>
  some.length === others.length && some.every(({ id }, index) => others[index]?.id === id)
