// Which wallet a list of wallets means. The same address on another chain can be somebody else's (THREATS S4), so that each way of
// writing one down means exactly this much:
//   0x…               the plain key with this address, and never a contract
//   eip155:CHAIN:0x…  the contract wallet at this address on this chain alone
//   eip155:1:0x…      also the plain key, because that is how applications are told of one (CAIP-10 has no chain for "all")
// An address of Solana or Bitcoin is a key, and is written down as it is, or as the account that applications are told (CAIP-10).
import type { ChainNamespace } from '@countersign/message'
import type { Hex } from '@countersign/proof/chain-reader'
import { parseWalletIdentity } from '../../store/wallets/wallet-store.ts'
import type { WalletProofMethod, KeyOrContractWalletKind } from '../../platform/database/database-column-types.ts'

/** A wallet of somebody, as rules look at it. */
export interface GroupRuleWallet {
  id: string
  namespace: ChainNamespace
  kind: KeyOrContractWalletKind
  /** The chain of a contract; null for a plain key. */
  chainReference: string | null
  /** In the spelling that is stored. */
  address: string
  /** Its name, as it was last read, and when; null where it was not read yet. */
  name: string | null
  nameResolvedAt: number | null
  /** Of a contract: the newest proof, which it is shown again. Null for a plain key, and where nobody has to prove anything. */
  proof: GroupRuleContractWalletProof | null
}

/** What a contract accepted once. */
export interface GroupRuleContractWalletProof {
  chain: string
  message: string
  /** As the contract is given it. */
  signature: Hex
  method: WalletProofMethod
  /** The number of the block at which it did. */
  verifiedBlock: string
}

/** A wallet that is or was somebody's, by which lists know it. */
export type GroupRuleWalletIdentity = Pick<GroupRuleWallet, 'namespace' | 'kind' | 'chainReference' | 'address'>

/** How a list can name this wallet. */
export function listWalletNotations({ namespace, kind, chainReference, address }: GroupRuleWalletIdentity): string[] {
  if (namespace !== 'eip155') return [address]
  return kind === 'key' ? [address, `eip155:1:${address}`] : [`eip155:${chainReference}:${address}`]
}

/**
 * The wallet that a list's way of writing means.
 * @returns null for anything else
 */
export function parseGroupWalletListEntry(text: string): GroupRuleWalletIdentity | null {
  return parseWalletIdentity(text)
}

/** Whether what this wallet holds on an EVM chain is its person's: a key of theirs is one on all, a contract is on its own alone. */
export const isWalletHoldingCountedOnChain = (
  { namespace, kind, chainReference }: GroupRuleWallet,
  chain: string,
): boolean => namespace === 'eip155' && (kind === 'key' || chainReference === chain)
