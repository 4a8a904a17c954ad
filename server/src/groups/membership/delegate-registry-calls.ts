// Calls to the delegate registry (v2). Its responses are untrusted: anyone can delegate to anyone.
import type { ContractCallResult, Hex, ContractCall } from '@countersign/proof/chain-reader'
import {
  createHoldingConditionBalanceQuery,
  createTokenOwnersQuery,
  createTokenIdBalanceQuery,
} from './token-balance-queries.ts'
import type { TokenBalanceQuery, TokenHoldingCondition } from './token-balance-queries.ts'
import { expandNftTokenIdRanges } from '../../store/groups/group-rule-types.ts'

export interface MatchingVaultDelegation {
  vault: string
  balanceQuery: TokenBalanceQuery
  /** Null if the delegation is not limited to one token. */
  tokenId: bigint | null
  /** May be more than the vault holds (ERC-20, ERC-1155). Null if unlimited. */
  cap: bigint | null
}

/** getIncomingDelegations(address) */
export const encodeIncomingDelegationsCall = (registry: string, address: string): ContractCall => ({
  to: registry as Hex,
  data: `0x42f87c25${BigInt(address).toString(16).padStart(64, '0')}`,
})

/** IDelegateRegistry.DelegationType. */
const delegationKinds = ['none', 'all', 'contract', 'erc721', 'erc20', 'erc1155'] as const
const wordsPerDelegation = 7

interface DecodedDelegation {
  kind: (typeof delegationKinds)[number]
  from: string
  contract: string
  tokenId: bigint
  amount: bigint
}

export function decodeMatchingVaultDelegations(
  answer: ContractCallResult,
  holding: TokenHoldingCondition,
  address: string,
): { found: MatchingVaultDelegation[] } | { silent: string } | { tooMany: string } {
  if (answer.outcome === 'no-code') return { silent: 'no delegate registry on this chain' }
  // Valid delegations can only be found by reading all delegations.
  if (answer.outcome === 'too-long') return { tooMany: 'the wallet has too many delegations to read' }
  const read = answer.outcome === 'answered' ? decodeDelegations(answer.data, address) : null
  if (read === null) return { silent: 'invalid response from the delegate registry' }
  const ofContract = read.filter(
    ({ kind, contract, from }) => from !== address && (kind === 'all' || contract === holding.contract),
  )
  return { found: ofContract.flatMap((delegation) => matchDelegation(delegation, holding)) }
}

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
    // A delegation with specific rights is for a different purpose.
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
