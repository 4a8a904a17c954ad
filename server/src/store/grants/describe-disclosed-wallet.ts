import type { ApiApplicationGrant } from '@countersign/api/api-endpoints'
import { formatStoredWalletAddress } from '../../chains/families/chain-family-registry.ts'
import { getChainIdAndName } from '../../platform/chain-settings.ts'
import type { ChainSettings } from '../../platform/chain-settings.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { isLinkedWalletRow } from '../wallets/linked-wallet-sql-condition.ts'
import { findWalletIncludingUnlinked } from '../wallets/wallet-store.ts'
import type { StoredConsentGrant } from './consent-grant-store.ts'

/** Returns null if the wallet now belongs to someone else. */
export async function describeDisclosedWallet(
  queries: DatabaseQueryBuilder,
  chains: readonly ChainSettings[],
  personId: string,
  { walletId }: Pick<StoredConsentGrant, 'walletId'>,
): Promise<ApiApplicationGrant['wallet']> {
  const wallet = walletId === null ? undefined : await findWalletIncludingUnlinked(queries, personId, walletId)
  if (wallet === undefined) return null
  return {
    id: wallet.id,
    namespace: wallet.namespace,
    address: formatStoredWalletAddress(wallet.address),
    chain: wallet.chain_reference === null ? null : getChainIdAndName(chains, wallet.chain_reference),
    name: wallet.name ?? null,
    label: wallet.label,
    linked: isLinkedWalletRow(wallet),
  }
}
