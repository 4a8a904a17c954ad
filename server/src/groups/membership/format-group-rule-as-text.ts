// Each amount appears in token units and in exact base units.
import { toChecksumAddress } from '@countersign/message'
import { formatStoredWalletAddress } from '../../chains/families/chain-family-registry.ts'
import { getChainIdAndName } from '../../platform/chain-settings.ts'
import { describeTokenAmount } from './token-amount.ts'
import type {
  GroupRuleCondition,
  GroupRule,
  BalanceSumSource,
  NftTokenIdRanges,
  GroupRuleTokenMetadata,
} from '../../store/groups/group-rule-types.ts'
import type { GroupRuleEvaluationResult } from './group-rule-evaluation.ts'
import type { GroupRuleWalletIdentity } from './group-wallet-list-entry-notation.ts'

type KnownChains = Parameters<typeof getChainIdAndName>[0]

const standards = { erc20: 'ERC-20', erc721: 'ERC-721', erc1155: 'ERC-1155' } as const

export function formatGroupRuleCondition(condition: GroupRuleCondition, chains: KnownChains): string {
  if (condition.type === 'wallets') return `one of ${formatWalletCount(condition.wallets.length)}`
  if (condition.type === 'name') return `a name under ${condition.under}`
  if (condition.type === 'sum')
    return `at least ${condition.atLeast} in total, across all wallets, of ${condition.of.map((place) => formatSumSource(place, chains)).join('; ')}`
  const chain = formatChain(condition.chain, chains)
  if (condition.type === 'native')
    return `at least ${describeTokenAmount(condition.atLeast, condition.token)} on ${chain}`
  const place = `of ${formatContract(condition)} on ${chain} (${standards[condition.type]}${condition.delegated === true ? ', own or delegated' : ''})`
  if (condition.type === 'erc20') return `at least ${describeTokenAmount(condition.atLeast, condition.token)} ${place}`
  if ('tokenIds' in condition && condition.tokenIds !== undefined)
    return `at least ${condition.atLeast} of the token IDs ${formatTokenIds(condition.tokenIds)} ${place}`
  if (condition.type === 'erc1155' && 'tokenId' in condition)
    return `at least ${condition.atLeast} of token ID ${condition.tokenId} ${place}`
  return 'tokenId' in condition ? `token ID ${condition.tokenId} ${place}` : `at least ${condition.atLeast} ${place}`
}

const formatWalletCount = (count: number): string => `${count} ${count === 1 ? 'wallet' : 'wallets'}`

const formatChain = (id: string, chains: KnownChains): string => {
  const { name } = getChainIdAndName(chains, id)
  return name === `Chain ${id}` ? `chain ${id}` : `${name}, chain ${id}`
}

/** The text includes the address, because any token can call itself USDC. */
function formatContract({ contract, token }: { contract: string; token?: GroupRuleTokenMetadata }): string {
  const names = [token?.name ?? token?.symbol, toChecksumAddress(contract), token?.ensName && `(${token.ensName})`]
  return names.filter((name) => name !== undefined && name !== null && name !== '').join(' ')
}

function formatSumSource({ chain, contract, token }: BalanceSumSource, chains: KnownChains): string {
  const place = formatChain(chain, chains)
  if (contract === undefined) return `${token?.symbol ?? 'the native coin'} on ${place}`
  return `${token?.symbol === null || token === undefined ? '' : `${token.symbol}, `}${formatContract({ contract, ...(token && { token }) })} on ${place}`
}

const formatTokenIds = (tokenIds: NftTokenIdRanges): string =>
  tokenIds.map((entry) => (typeof entry === 'string' ? entry : `${entry.from}–${entry.to}`)).join(', ')

export function formatGroupRulePartAsText(rule: GroupRule, chains: KnownChains): string {
  if ('all' in rule) return 'all of these'
  if ('any' in rule) return 'one of these'
  if ('none' in rule)
    return `none of ${formatWalletCount(rule.none.reduce((sum, { wallets }) => sum + wallets.length, 0))}, now or in the past`
  return formatGroupRuleCondition(rule, chains)
}

export function formatGroupRuleAsTextLines(rule: GroupRule, chains: KnownChains): string[] {
  const within = (parts: readonly GroupRule[]): string[] =>
    parts.flatMap((part) => formatGroupRuleAsTextLines(part, chains)).map((line) => `  ${line}`)
  if ('all' in rule) return ['all of', ...within(rule.all)]
  if ('any' in rule) return ['one of', ...within(rule.any)]
  if ('none' in rule)
    return [
      formatGroupRulePartAsText(rule, chains),
      ...rule.none.flatMap(({ wallets }) => wallets).map((wallet) => `  ${wallet}`),
    ]
  return [
    formatGroupRuleCondition(rule, chains),
    ...(rule.type === 'wallets' ? rule.wallets.map((wallet) => `  ${wallet}`) : []),
  ]
}

export function summarizeGroupRule(rule: GroupRule, chains: KnownChains): string {
  const line = summarize(rule, chains)
  return line.length > maxSummaryLength ? `${line.slice(0, maxSummaryLength - 1)}…` : line
}

const maxSummaryLength = 160

function summarize(rule: GroupRule, chains: KnownChains): string {
  if ('all' in rule) return rule.all.map((part) => summarize(part, chains)).join(', and ')
  if ('any' in rule) return rule.any.map((part) => summarize(part, chains)).join(', or ')
  return formatGroupRulePartAsText(rule, chains)
}

export function formatGroupRuleEvaluationReason({ wallet, vault, reason }: GroupRuleEvaluationResult): string | null {
  if (wallet === null) return reason
  const holder = vault === null ? '' : `, as a delegate of ${toChecksumAddress(vault)}`
  return `by ${formatGroupWalletListEntry(wallet)}${holder}`
}

export const formatGroupWalletListEntry = ({ kind, chainReference, address }: GroupRuleWalletIdentity): string =>
  kind === 'key' ? formatStoredWalletAddress(address) : `eip155:${chainReference}:${formatStoredWalletAddress(address)}`
