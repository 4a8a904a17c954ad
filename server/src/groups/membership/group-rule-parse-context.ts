import type { GroupRuleErrorCode } from '@countersign/api/group-rule-errors'
import type { ChainSettings } from '../../platform/chain-settings.ts'
import type { GroupRule, GroupRuleTokenMetadata } from '../../store/groups/group-rule-types.ts'
import type { GroupRuleError } from './create-group-rule-error.ts'

export interface TokenMetadataRequest {
  chain: string
  /** An address in lower case, or an ENS name. */
  contract: string
  path: string
}

export type GroupRuleParseResult =
  | { outcome: 'parsed'; rule: GroupRule }
  | { outcome: 'invalid'; errors: GroupRuleError[] }
  | { outcome: 'tokens-needed'; wanted: TokenMetadataRequest[] }

export type TokenStandard = 'erc20' | 'erc721' | 'erc1155'

export type TokenContractMetadataState =
  /** `kinds` is null if the metadata was read earlier. */
  | { contract: string; kinds: readonly TokenStandard[] | null; token: GroupRuleTokenMetadata }
  /** The stored rule is older than token metadata and has none. */
  | 'not-fetched'
  | { fault: GroupRuleErrorCode }

export interface GroupRuleParseContext {
  chains: readonly Pick<ChainSettings, 'id' | 'name' | 'nativeSymbol'>[]
  /** Keyed by `getTokenContractKey`; null if only the syntax is checked. */
  tokens: ReadonlyMap<string, TokenContractMetadataState> | null
  /** Accepts token metadata in the rule; only for rules that are not stored. */
  trustsGivenTokens?: boolean
}

/** These limits bound the number of chain calls per sign-in. */
export const groupRuleLimits = {
  depth: 5,
  parts: 50,
  wallets: 2000,
  /** Each token ID costs an ownerOf call, or one entry in a balanceOfBatch call for each wallet. */
  tokenIds: 100,
  tokenIdsInAll: 300,
  places: 20,
} as const
