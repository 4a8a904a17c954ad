import type { Hex } from '@countersign/proof/chain-reader'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { isSignInWalletSql } from '../../store/wallets/linked-wallet-sql-condition.ts'
import { findNewestContractWalletProof } from '../../store/wallets/wallet-proof-record-store.ts'
import type { GroupRuleContractWalletProof, GroupRuleWallet } from './group-wallet-list-entry-notation.ts'

/** In a fixed order, without wallets on hold or contract wallets without a proof (THREATS S12). */
export async function listGroupRuleWalletsOfPeople(
  queries: DatabaseQueryBuilder,
  personIds: readonly string[],
): Promise<Map<string, GroupRuleWallet[]>> {
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
      'wallet_names.resolved_at',
    ])
    .where('wallets.person_id', 'in', personIds)
    .where(isSignInWalletSql())
    .orderBy('wallets.linked_at')
    .orderBy('wallets.id')
    .execute()
  const held = new Map<string, GroupRuleWallet[]>(personIds.map((id) => [id, []]))
  for (const { id, person_id, namespace, kind, chain_reference, address, name, resolved_at } of rows) {
    const proof = kind === 'contract' ? await findWalletProof(queries, id) : null
    if (kind === 'contract' && proof === null) continue
    held.get(person_id)?.push({
      id,
      namespace,
      kind,
      chainReference: chain_reference,
      address,
      name,
      nameResolvedAt: resolved_at,
      proof,
    })
  }
  return held
}

async function findWalletProof(
  queries: DatabaseQueryBuilder,
  walletId: string,
): Promise<GroupRuleContractWalletProof | null> {
  const newest = await findNewestContractWalletProof(queries, walletId)
  if (newest === undefined || newest.signedMessage === null) return null
  const { chainReference, signedMessage, method, acceptedBlock } = newest
  return {
    chain: chainReference,
    message: signedMessage.message,
    signature: signedMessage.signature as Hex,
    method,
    verifiedBlock: acceptedBlock,
  }
}

export const areSameGroupRuleWallets = (
  some: readonly GroupRuleWallet[],
  others: readonly GroupRuleWallet[],
): boolean => some.length === others.length && some.every(({ id }, index) => others[index]?.id === id)
