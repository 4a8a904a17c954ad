// The policy of a group (token gating): who belongs to it, as an operator writes it, by conditions on what somebody's wallets are, hold or
// are called, joined by "all" and "any". What is stored is complete and exact; `parse-group-rule.ts` makes it of what was written.

/** What a token said of itself when the rule was made (metadata of ERC-20 and its kin). A change on the chain later does not change the rule. */
export interface GroupRuleTokenMetadata {
  symbol: string | null
  name: string | null
  /** How many digits of an amount stand behind the point. */
  decimals: number | null
  /** The name (ENS) by which the contract was given. */
  ensName?: string
}

/** A contract on a chain, with what it said. */
interface TokenReference {
  chain: string
  contract: string
  token?: GroupRuleTokenMetadata
}

/** What others have delegated to a wallet counts like its own (delegate registry v2). */
interface DelegableCondition {
  delegated?: true
}

/** Numbers of a collection, one or from one to another. */
export type NftTokenIdRanges = readonly (string | { from: string; to: string })[]

/** Where something is added up: a token, or the coin of a chain. */
export interface BalanceSumSource {
  chain: string
  contract?: string
  token?: GroupRuleTokenMetadata
}

export type GroupWalletListCondition = { type: 'wallets'; wallets: string[] }
export type BalanceSumCondition = { type: 'sum'; of: BalanceSumSource[]; atLeast: string }

/** A condition holds for somebody of whose wallets one meets it; only a sum adds up what several hold. */
export type GroupRuleCondition =
  /** One of these wallets, each as `0x…`, `eip155:CHAIN:0x…`, or an address of Solana or Bitcoin (which of them is which: `group-wallet-list-entry-notation.ts`). */
  | GroupWalletListCondition
  /** So much of a token, in its smallest unit. */
  | ({ type: 'erc20'; atLeast: string } & TokenReference & DelegableCondition)
  /** So much of the coin of a chain, in its smallest unit. */
  | { type: 'native'; chain: string; atLeast: string; token?: GroupRuleTokenMetadata }
  /** So much over all wallets and places together, each in its own unit: a decimal number. */
  | BalanceSumCondition
  /** So many of a collection, so many of these numbers, or the one with this number. */
  | ({ type: 'erc721'; atLeast: string; tokenIds?: NftTokenIdRanges } & TokenReference & DelegableCondition)
  | ({ type: 'erc721'; tokenId: string } & TokenReference & DelegableCondition)
  | ({ type: 'erc1155'; tokenId: string; atLeast: string } & TokenReference & DelegableCondition)
  | ({ type: 'erc1155'; tokenIds: NftTokenIdRanges; atLeast: string } & TokenReference & DelegableCondition)
  /** The name of the wallet is a subname of this one, at whatever depth. */
  | { type: 'name'; under: string }

/** "None" stands beside something else in "all" alone, and over lists of wallets alone (decision 0044). */
export type GroupRule =
  | GroupRuleCondition
  | { all: GroupRule[] }
  | { any: GroupRule[] }
  | { none: GroupWalletListCondition[] }

/** One thing that is wrong: where, and what is allowed there, to be read after the path. */
export interface GroupDefinitionError {
  path: string
  message: string
}

/** The conditions of a rule, without how they are joined. */
export function listGroupRuleConditions(rule: GroupRule): GroupRuleCondition[] {
  if ('all' in rule) return rule.all.flatMap(listGroupRuleConditions)
  if ('any' in rule) return rule.any.flatMap(listGroupRuleConditions)
  return 'none' in rule ? rule.none : [rule]
}

/** The chains that a rule looks at. */
export function listGroupRuleChains(rule: GroupRule): string[] {
  const ids = listGroupRuleConditions(rule).flatMap((condition) => {
    if (condition.type === 'sum') return condition.of.map(({ chain }) => chain)
    return 'chain' in condition ? [condition.chain] : []
  })
  return [...new Set(ids)]
}

/** Whether the rule lets somebody in for what they have never had. */
export function hasNoneOfRuleCondition(rule: GroupRule): boolean {
  if ('none' in rule) return true
  return 'all' in rule ? rule.all.some(hasNoneOfRuleCondition) : 'any' in rule && rule.any.some(hasNoneOfRuleCondition)
}

/** Every number of such a list, each once. Their number was bounded when the rule was read. */
export function expandNftTokenIdRanges(tokenIds: NftTokenIdRanges): bigint[] {
  const ids = new Set<bigint>()
  for (const entry of tokenIds) {
    const [from, to] = typeof entry === 'string' ? [entry, entry] : [entry.from, entry.to]
    for (let id = BigInt(from); id <= BigInt(to); id++) ids.add(id)
  }
  return [...ids]
}

/** A place by what is read there, for a token or the coin of a chain. */
export const getTokenContractKey = (chain: string, contract: string | undefined): string =>
  `${chain} ${contract ?? 'coin'}`
