// What others have delegated to a wallet (delegate registry v2): a vault says on the chain that this wallet may stand for what it holds, all of it,
// what it has of one contract, or one token of it. The registry's answer is a stranger's text: anybody can delegate to anybody.
import type { ContractCallResult, Hex, ContractCall } from '@countersign/proof/chain-reader'
import {
  createHoldingConditionBalanceQuery,
  createTokenOwnersQuery,
  createTokenIdBalanceQuery,
} from './token-balance-queries.ts'
import type { TokenBalanceQuery, TokenHoldingCondition } from './token-balance-queries.ts'
import { expandNftTokenIdRanges } from '../../store/groups/group-rule-types.ts'

/** One delegation that is about a holding: what is asked of the vault, and how much of what it has counts at most. */
export interface MatchingVaultDelegation {
  /** In lower case. */
  vault: string
  balanceQuery: TokenBalanceQuery
  /** The one token that was delegated; null for whatever the vault has. */
  tokenId: bigint | null
  /** ERC-20 and ERC-1155: so much was delegated, which says nothing of what is there. Null for all of it. */
  cap: bigint | null
}

/** getIncomingDelegations(address) */
export const encodeIncomingDelegationsCall = (registry: string, address: string): ContractCall => ({
  to: registry as Hex,
  data: `0x42f87c25${BigInt(address).toString(16).padStart(64, '0')}`,
})

/** IDelegateRegistry.DelegationType, and how many words a delegation has: type, to, from, rights, contract, number, amount. */
const delegationKinds = ['none', 'all', 'contract', 'erc721', 'erc20', 'erc1155'] as const
const wordsPerDelegation = 7

interface DecodedDelegation {
  kind: (typeof delegationKinds)[number]
  from: string
  contract: string
  tokenId: bigint
  amount: bigint
}

/**
 * Those that are about a holding, each vault's own.
 * @returns a reason where the answer says nothing
 */
export function decodeMatchingVaultDelegations(
  answer: ContractCallResult,
  holding: TokenHoldingCondition,
  address: string,
): { found: MatchingVaultDelegation[] } | { silent: string } | { tooMany: string } {
  if (answer.outcome === 'no-code') return { silent: 'there is no delegate registry on this chain' }
  // Whoever they are: nobody can tell them from those that count without reading all of them.
  if (answer.outcome === 'too-long') return { tooMany: 'too much was delegated to the wallet for it to be read' }
  const read = answer.outcome === 'answered' ? decodeDelegations(answer.data, address) : null
  if (read === null) return { silent: 'the delegate registry does not answer as it should' }
  const ofContract = read.filter(
    ({ kind, contract, from }) => from !== address && (kind === 'all' || contract === holding.contract),
  )
  return { found: ofContract.flatMap((delegation) => matchDelegation(delegation, holding)) }
}

/** @returns null for anything that is no list of delegations */
function decodeDelegations(data: Hex, address: string): DecodedDelegation[] | null {
  const words = data.slice(2).match(/.{64}/g) ?? []
  const [offset, length, ...rest] = words.map((digits) => BigInt(`0x${digits}`))
  if (data.length !== 2 + 64 * words.length || offset !== 32n || length === undefined) return null
  if (length * BigInt(wordsPerDelegation) !== BigInt(rest.length)) return null
  const delegations: DecodedDelegation[] = []
  for (let from = 0; from < rest.length; from += wordsPerDelegation) {
    const [kind = 0n, to = 0n, vault = 0n, rights, contract = 0n, tokenId = 0n, amount = 0n] = rest.slice(
      from,
      from + wordsPerDelegation,
    )
    // Rights are for one purpose alone, which is not this one.
    if (rights !== 0n || to !== BigInt(address)) continue
    delegations.push({
      kind: delegationKinds[Number(kind < 6n ? kind : 0n)] ?? 'none',
      from: toAddress(vault),
      contract: toAddress(contract),
      tokenId,
      amount,
    })
  }
  return delegations
}

const toAddress = (word: bigint): string => `0x${word.toString(16).padStart(40, '0')}`

/** What one delegation does for a holding. */
function matchDelegation(
  { kind, from: vault, contract, tokenId, amount }: DecodedDelegation,
  holding: TokenHoldingCondition,
): MatchingVaultDelegation[] {
  const whole = { vault, balanceQuery: createHoldingConditionBalanceQuery(holding, vault), tokenId: null }
  if (kind === 'all' || kind === 'contract') return [{ ...whole, cap: null }]
  if (kind === 'erc20' && holding.type === 'erc20') return [{ ...whole, cap: amount }]
  const isNamed = (): boolean =>
    'tokenId' in holding
      ? BigInt(holding.tokenId) === tokenId
      : !('tokenIds' in holding) ||
        holding.tokenIds === undefined ||
        expandNftTokenIdRanges(holding.tokenIds).includes(tokenId)
  if (kind === 'erc721' && holding.type === 'erc721' && isNamed())
    return [{ vault, balanceQuery: createTokenOwnersQuery(contract as Hex, vault, [tokenId]), tokenId, cap: null }]
  if (kind === 'erc1155' && holding.type === 'erc1155' && isNamed())
    return [{ vault, balanceQuery: createTokenIdBalanceQuery(contract as Hex, vault, tokenId), tokenId, cap: amount }]
  return []
}
