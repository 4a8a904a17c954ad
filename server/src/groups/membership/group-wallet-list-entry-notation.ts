// 0x… is a key, and eip155:CHAIN:0x… is a contract on that chain, because others may own the same
// address elsewhere (THREATS S4). eip155:1:0x… is also the key, as applications receive it
// (CAIP-10).
import type { ChainNamespace } from '@countersign/message'
import type { Hex } from '@countersign/proof/chain-reader'
import { parseWalletIdentity } from '../../store/wallets/wallet-store.ts'
import type { WalletProofMethod, KeyOrContractWalletKind } from '../../platform/database/database-column-types.ts'

export interface GroupRuleWallet {
  id: string
  namespace: ChainNamespace
  kind: KeyOrContractWalletKind
  /** Null for a key. */
  chainReference: string | null
  address: string
  /** Null if the name was not read yet, or if the wallet has no name. */
  name: string | null
  nameResolvedAt: number | null
  /** Null for a key, or if no proof is needed. */
  proof: GroupRuleContractWalletProof | null
}

export interface GroupRuleContractWalletProof {
  chain: string
  message: string
  signature: Hex
  method: WalletProofMethod
  verifiedBlock: string
}

export type GroupRuleWalletIdentity = Pick<GroupRuleWallet, 'namespace' | 'kind' | 'chainReference' | 'address'>

export function listWalletNotations({ namespace, kind, chainReference, address }: GroupRuleWalletIdentity): string[] {
  if (namespace !== 'eip155') return [address]
  return kind === 'key' ? [address, `eip155:1:${address}`] : [`eip155:${chainReference}:${address}`]
}

export function parseGroupWalletListEntry(text: string): GroupRuleWalletIdentity | null {
  return parseWalletIdentity(text)
}

/** A key matches on every EVM chain, a contract wallet only on its own chain. */
export const isWalletHoldingCountedOnChain = (
  { namespace, kind, chainReference }: GroupRuleWallet,
  chain: string,
): boolean => namespace === 'eip155' && (kind === 'key' || chainReference === chain)
