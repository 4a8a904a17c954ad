// Which wallet a list of wallets means. The same address on another chain can be somebody else's (THREATS S4), so that each way of
// writing one down means exactly this much:
//   0x…               the plain key with this address, and never a contract
//   eip155:CHAIN:0x…  the contract wallet at this address on this chain alone
//   eip155:1:0x…      also the plain key, because that is how applications are told of one (CAIP-10 has no chain for "all")
import type { Hex } from '@countersign/proof/chain-reader'
import type { ProofMethod, WalletKind } from '../../platform/database/schema.ts'

/** A wallet of somebody, as rules look at it. */
export interface HeldWallet {
  id: string
  kind: WalletKind
  /** The chain of a contract; null for a plain key. */
  chainReference: string | null
  /** In lower case. */
  address: string
  /** Its name, as it was last read, and when; null where it was not read yet. */
  name: string | null
  nameReadAt: number | null
  /** Of a contract: the newest proof, which it is shown again. Null for a plain key, and where nobody has to prove anything. */
  proof: HeldProof | null
}

/** What a contract accepted once. */
export interface HeldProof {
  chain: string
  message: string
  /** As the contract is given it. */
  signature: Hex
  method: ProofMethod
  /** The number of the block at which it did. */
  provedAt: string
}

/** A wallet that is or was somebody's, by which lists know it. */
export type HadWallet = Pick<HeldWallet, 'kind' | 'chainReference' | 'address'>

/** How a list can name this wallet. */
export const namesInLists = ({ kind, chainReference, address }: HadWallet): string[] =>
  kind === 'key' ? [address, `eip155:1:${address}`] : [`eip155:${chainReference}:${address}`]

/**
 * The wallet that a list's way of writing means.
 * @returns null for anything else
 */
export function readListedWallet(text: string): HadWallet | null {
  const [, chain, address] = /^(?:eip155:([1-9][0-9]{0,15}):)?(0x[0-9a-f]{40})$/i.exec(text) ?? []
  if (address === undefined) return null
  return {
    kind: chain === undefined ? 'key' : 'contract',
    chainReference: chain ?? null,
    address: address.toLowerCase(),
  }
}

/** Whether what this wallet holds on a chain is its person's: a key is one on all chains, a contract is on its own alone. */
export const countsOn = ({ kind, chainReference }: HeldWallet, chain: string): boolean =>
  kind === 'key' || chainReference === chain
