/** ERC-20 style metadata, read when the rule was saved; later on-chain changes have no effect. */
export interface GroupRuleTokenMetadata {
  symbol: string | null
  name: string | null
  decimals: number | null
  ensName?: string
}

interface TokenReference {
  chain: string
  contract: string
  token?: GroupRuleTokenMetadata
}

/** Whether tokens delegated to the wallet also count (delegate registry v2). */
interface DelegableCondition {
  delegated?: true
}

export type NftTokenIdRanges = readonly (string | { from: string; to: string })[]

/** Without a contract, the native coin is meant. */
export interface BalanceSumSource {
  chain: string
  contract?: string
  token?: GroupRuleTokenMetadata
}

export type GroupWalletListCondition = { type: 'wallets'; wallets: string[] }
export type BalanceSumCondition = { type: 'sum'; of: BalanceSumSource[]; atLeast: string }

/** A single wallet must meet the condition, except for sums over all wallets. */
export type GroupRuleCondition =
  /** Notation as in `group-wallet-list-entry-notation.ts`. */
  | GroupWalletListCondition
  /** `atLeast` is in the token's smallest unit. */
  | ({ type: 'erc20'; atLeast: string } & TokenReference & DelegableCondition)
  /** `atLeast` is in the smallest unit of the coin. */
  | { type: 'native'; chain: string; atLeast: string; token?: GroupRuleTokenMetadata }
  /** `atLeast` is a decimal number in whole units, compared with the sum over all wallets. */
  | BalanceSumCondition
  | ({ type: 'erc721'; atLeast: string; tokenIds?: NftTokenIdRanges } & TokenReference & DelegableCondition)
  | ({ type: 'erc721'; tokenId: string } & TokenReference & DelegableCondition)
  | ({ type: 'erc1155'; tokenId: string; atLeast: string } & TokenReference & DelegableCondition)
  | ({ type: 'erc1155'; tokenIds: NftTokenIdRanges; atLeast: string } & TokenReference & DelegableCondition)
  /** Matches subnames at any depth. */
  | { type: 'name'; under: string }

/** "none" is allowed only inside "all" and only for wallet lists (decision 0044). */
export type GroupRule =
  | GroupRuleCondition
  | { all: GroupRule[] }
  | { any: GroupRule[] }
  | { none: GroupWalletListCondition[] }

/** `message` must read well after `path`. */
export interface GroupDefinitionError {
  path: string
  message: string
}

export function listGroupRuleConditions(rule: GroupRule): GroupRuleCondition[] {
  if ('all' in rule) return rule.all.flatMap(listGroupRuleConditions)
  if ('any' in rule) return rule.any.flatMap(listGroupRuleConditions)
  return 'none' in rule ? rule.none : [rule]
}

export function listGroupRuleChains(rule: GroupRule): string[] {
  const ids = listGroupRuleConditions(rule).flatMap((condition) => {
    if (condition.type === 'sum') return condition.of.map(({ chain }) => chain)
    return 'chain' in condition ? [condition.chain] : []
  })
  return [...new Set(ids)]
}

/** Whether people who own nothing can match. */
export function hasNoneOfRuleCondition(rule: GroupRule): boolean {
  if ('none' in rule) return true
  return 'all' in rule ? rule.all.some(hasNoneOfRuleCondition) : 'any' in rule && rule.any.some(hasNoneOfRuleCondition)
}

/** The number of IDs is limited when the rule is parsed. */
export function expandNftTokenIdRanges(tokenIds: NftTokenIdRanges): bigint[] {
  const ids = new Set<bigint>()
  for (const entry of tokenIds) {
    const [from, to] = typeof entry === 'string' ? [entry, entry] : [entry.from, entry.to]
    for (let id = BigInt(from); id <= BigInt(to); id++) ids.add(id)
  }
  return [...ids]
}

export const getTokenContractKey = (chain: string, contract: string | undefined): string =>
  `${chain} ${contract ?? 'coin'}`
