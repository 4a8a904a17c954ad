// What a rule is parsed with, what comes of it, and how large it may be.
import type { GroupRuleErrorCode } from '@countersign/api/group-rule-errors'
import type { ChainSettings } from '../../platform/chain-settings.ts'
import type { GroupRule, GroupRuleTokenMetadata } from '../../store/groups/group-rule-types.ts'
import type { GroupRuleError } from './create-group-rule-error.ts'

/** A token of which a chain has to be asked before the rule can be read. */
export interface TokenMetadataRequest {
  chain: string
  /** Its address in lower case, or a name. */
  contract: string
  path: string
}

export type GroupRuleParseResult =
  | { outcome: 'parsed'; rule: GroupRule }
  | { outcome: 'invalid'; errors: GroupRuleError[] }
  | { outcome: 'tokens-needed'; wanted: TokenMetadataRequest[] }

export type TokenStandard = 'erc20' | 'erc721' | 'erc1155'

/** What is known of a contract. */
export type TokenContractMetadataState =
  /** The kinds that it can be; null where that was read long ago. */
  | { contract: string; kinds: readonly TokenStandard[] | null; token: GroupRuleTokenMetadata }
  /** It stands in the rule as it is now, which was made before tokens were read. */
  | 'not-fetched'
  | { fault: GroupRuleErrorCode }

/** What a rule is read with. */
export interface GroupRuleParseContext {
  /** The chains that can be named. */
  chains: readonly Pick<ChainSettings, 'id' | 'name' | 'nativeSymbol'>[]
  /** By `getTokenKey`; null where a contract may stay unread, because only the form is looked at. */
  tokens: ReadonlyMap<string, TokenContractMetadataState> | null
  /** Whether what is told of a token in the rule counts: where nothing is kept, and nobody but who tells it is told wrong. */
  trustsGivenTokens?: boolean
}

/** What a rule may be at most, so that whoever signs in never waits for thousands of questions. */
export const groupRuleLimits = {
  depth: 5,
  parts: 50,
  /** Lists are compared here, and cost no question. */
  wallets: 2000,
  /** Each number is asked for (ownerOf), or is a part of one question to each wallet (balanceOfBatch). */
  tokenIds: 100,
  /** And over all conditions of a rule. */
  tokenIdsInAll: 300,
  places: 20,
} as const
