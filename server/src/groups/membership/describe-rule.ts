// Rules in words, for terminals and for whoever asks why somebody belongs: amounts in the unit that people know, with the exact one beside it, and
// chains by name and id.
import { toChecksumAddress } from '@countersign/message'
import { shownAddress } from '../../chains/families/namespaces.ts'
import { describeChain } from '../../platform/chain-settings.ts'
import { describeAmount } from './amount.ts'
import type { Condition, Rule, SumPlace, TokenIds, TokenText } from '../../store/groups/rule.ts'
import type { Verdict } from './verdict.ts'
import type { HadWallet } from './wallet-list.ts'

type KnownChains = Parameters<typeof describeChain>[0]

const standards = { erc20: 'ERC-20', erc721: 'ERC-721', erc1155: 'ERC-1155' } as const

/** A condition as one line. */
export function describeCondition(condition: Condition, chains: KnownChains): string {
  if (condition.type === 'wallets') return `one of ${countWallets(condition.wallets.length)}`
  if (condition.type === 'name') return `a name under ${condition.under}`
  if (condition.type === 'sum')
    return `at least ${condition.atLeast} together, over all wallets, of ${condition.of.map((place) => describePlace(place, chains)).join('; ')}`
  const chain = nameChain(condition.chain, chains)
  if (condition.type === 'native') return `at least ${describeAmount(condition.atLeast, condition.token)} on ${chain}`
  const place = `of ${describeContract(condition)} on ${chain} (${standards[condition.type]}${condition.delegated === true ? ', own or delegated' : ''})`
  if (condition.type === 'erc20') return `at least ${describeAmount(condition.atLeast, condition.token)} ${place}`
  if ('tokenIds' in condition && condition.tokenIds !== undefined)
    return `at least ${condition.atLeast} of the numbers ${describeIds(condition.tokenIds)} ${place}`
  if (condition.type === 'erc1155' && 'tokenId' in condition)
    return `at least ${condition.atLeast} of number ${condition.tokenId} ${place}`
  return 'tokenId' in condition ? `number ${condition.tokenId} ${place}` : `at least ${condition.atLeast} ${place}`
}

const countWallets = (count: number): string => `${count} ${count === 1 ? 'wallet' : 'wallets'}`

const nameChain = (id: string, chains: KnownChains): string => {
  const { name } = describeChain(chains, id)
  return name === `Chain ${id}` ? `chain ${id}` : `${name}, chain ${id}`
}

/** What it calls itself, and always its address: anybody can call a token USDC. */
function describeContract({ contract, token }: { contract: string; token?: TokenText }): string {
  const names = [token?.name ?? token?.symbol, toChecksumAddress(contract), token?.ensName && `(${token.ensName})`]
  return names.filter((name) => name !== undefined && name !== null && name !== '').join(' ')
}

function describePlace({ chain, contract, token }: SumPlace, chains: KnownChains): string {
  const place = nameChain(chain, chains)
  if (contract === undefined) return `${token?.symbol ?? 'its coin'} on ${place}`
  return `${token?.symbol === null || token === undefined ? '' : `${token.symbol}, `}${describeContract({ contract, ...(token && { token }) })} on ${place}`
}

const describeIds = (tokenIds: TokenIds): string =>
  tokenIds.map((entry) => (typeof entry === 'string' ? entry : `${entry.from}–${entry.to}`)).join(', ')

/** What a part of a rule is about, as one line. */
export function describePart(rule: Rule, chains: KnownChains): string {
  if ('all' in rule) return 'all of these'
  if ('any' in rule) return 'one of these'
  if ('none' in rule)
    return `none of ${countWallets(rule.none.reduce((sum, { wallets }) => sum + wallets.length, 0))}, now or before`
  return describeCondition(rule, chains)
}

/** A rule in lines, its parts indented. */
export function describeRule(rule: Rule, chains: KnownChains): string[] {
  const within = (parts: readonly Rule[]): string[] =>
    parts.flatMap((part) => describeRule(part, chains)).map((line) => `  ${line}`)
  if ('all' in rule) return ['all of', ...within(rule.all)]
  if ('any' in rule) return ['one of', ...within(rule.any)]
  if ('none' in rule)
    return [describePart(rule, chains), ...rule.none.flatMap(({ wallets }) => wallets).map((wallet) => `  ${wallet}`)]
  return [
    describeCondition(rule, chains),
    ...(rule.type === 'wallets' ? rule.wallets.map((wallet) => `  ${wallet}`) : []),
  ]
}

/** A rule in one line, of as many characters as a list has room for. */
export function summariseRule(rule: Rule, chains: KnownChains): string {
  const line = summarise(rule, chains)
  return line.length > longestSummary ? `${line.slice(0, longestSummary - 1)}…` : line
}

const longestSummary = 160

function summarise(rule: Rule, chains: KnownChains): string {
  if ('all' in rule) return rule.all.map((part) => summarise(part, chains)).join(', and ')
  if ('any' in rule) return rule.any.map((part) => summarise(part, chains)).join(', or ')
  return describePart(rule, chains)
}

/** By which wallet a part is met, or why it is not; null where there is nothing to say. */
export function describeWhy({ wallet, vault, reason }: Verdict): string | null {
  if (wallet === null) return reason
  return `by ${nameWallet(wallet)}${vault === null ? '' : `, to which ${toChecksumAddress(vault)} has delegated it`}`
}

/** A wallet as lists name it. */
export const nameWallet = ({ kind, chainReference, address }: HadWallet): string =>
  kind === 'key' ? shownAddress(address) : `eip155:${chainReference}:${shownAddress(address)}`
