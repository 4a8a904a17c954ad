// The wallet that an application knows, as its person sees it: also one that they have unlinked since, which the application still knows.
import type { Grant } from '@countersign/api/calls'
import { shownAddress } from '../../chains/families/namespaces.ts'
import { describeChain } from '../../platform/chain-settings.ts'
import type { ChainSettings } from '../../platform/chain-settings.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { isLinkedRow } from '../wallets/linked.ts'
import { findWalletEver } from '../wallets/store.ts'
import type { RememberedGrant } from './store.ts'

/** @param personId who looks: a wallet that is another's by now is not shown */
export async function describeKnown(
  queries: Queries,
  chains: readonly ChainSettings[],
  personId: string,
  { walletId }: Pick<RememberedGrant, 'walletId'>,
): Promise<Grant['wallet']> {
  const wallet = walletId === null ? undefined : await findWalletEver(queries, personId, walletId)
  if (wallet === undefined) return null
  return {
    id: wallet.id,
    namespace: wallet.namespace,
    address: shownAddress(wallet.address),
    chain: wallet.chain_reference === null ? null : describeChain(chains, wallet.chain_reference),
    name: wallet.name ?? null,
    label: wallet.label,
    linked: isLinkedRow(wallet),
  }
}
