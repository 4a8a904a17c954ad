// A response that does not follow its standard (ERC-20, ERC-721, ERC-1155) counts as zero.
import type { ContractCallResult, Hex, ContractCall } from '@countersign/proof/chain-reader'
import { encodeNativeBalanceCall } from '../../chains/reader/native-balance-call.ts'
import type { GroupRuleCondition } from '../../store/groups/group-rule-types.ts'
import { expandNftTokenIdRanges } from '../../store/groups/group-rule-types.ts'

export type WalletHoldingCondition = Exclude<GroupRuleCondition, { type: 'wallets' | 'sum' | 'name' }>
export type TokenHoldingCondition = Extract<WalletHoldingCondition, { contract: string }>

const balanceOf = '70a08231' // balanceOf(address), ERC-20 and ERC-721
const ownerOf = '6352211e' // ownerOf(uint256), ERC-721
const balanceOfToken = '00fdd58e' // balanceOf(address,uint256), ERC-1155
const balanceOfBatch = '4e1273f4' // balanceOfBatch(address[],uint256[]), ERC-1155

export interface TokenBalanceQuery {
  calls: ContractCall[]
  computeBalance: (answers: readonly ContractCallResult[]) => bigint
}

/** `contract` is undefined for the native coin. */
export function createTokenBalanceQuery(contract: string | undefined, address: string): TokenBalanceQuery {
  const question: ContractCall =
    contract === undefined
      ? encodeNativeBalanceCall(address as Hex)
      : { to: contract as Hex, data: `0x${balanceOf}${encodeWord(BigInt(address))}` }
  return { calls: [question], computeBalance: ([answer]) => decodeWord(answer) ?? 0n }
}

export function createHoldingConditionBalanceQuery(
  holding: WalletHoldingCondition,
  address: string,
): TokenBalanceQuery {
  if (holding.type === 'native') return createTokenBalanceQuery(undefined, address)
  if (holding.type === 'erc20') return createTokenBalanceQuery(holding.contract, address)
  if (holding.type === 'erc1155') {
    return 'tokenIds' in holding
      ? createBatchQuery(holding.contract as Hex, address, expandNftTokenIdRanges(holding.tokenIds))
      : createTokenIdBalanceQuery(holding.contract as Hex, address, BigInt(holding.tokenId))
  }
  if ('tokenId' in holding) return createTokenOwnersQuery(holding.contract as Hex, address, [BigInt(holding.tokenId)])
  return holding.tokenIds === undefined
    ? createTokenBalanceQuery(holding.contract, address)
    : createTokenOwnersQuery(holding.contract as Hex, address, expandNftTokenIdRanges(holding.tokenIds))
}

export const getRequiredHoldingAmount = (holding: WalletHoldingCondition): bigint =>
  'atLeast' in holding ? BigInt(holding.atLeast) : 1n

export const createTokenIdBalanceQuery = (to: Hex, address: string, id: bigint): TokenBalanceQuery => ({
  calls: [{ to, data: `0x${balanceOfToken}${encodeWord(BigInt(address))}${encodeWord(id)}` }],
  computeBalance: ([answer]) => decodeWord(answer) ?? 0n,
})

/** For a token that does not exist, ownerOf reverts, which counts as not owned. */
export const createTokenOwnersQuery = (to: Hex, address: string, ids: readonly bigint[]): TokenBalanceQuery => ({
  calls: ids.map((id) => ({ to, data: `0x${ownerOf}${encodeWord(id)}` })),
  computeBalance: (answers) => BigInt(answers.filter((answer) => decodeWord(answer) === BigInt(address)).length),
})

/** balanceOfBatch takes the address once for each ID. */
function createBatchQuery(to: Hex, address: string, ids: readonly bigint[]): TokenBalanceQuery {
  const length = BigInt(ids.length)
  const list = (words: readonly bigint[]): string => [length, ...words].map(encodeWord).join('')
  const head = [64n, 96n + 32n * length].map(encodeWord).join('')
  const data: Hex = `0x${balanceOfBatch}${head}${list(ids.map(() => BigInt(address)))}${list(ids)}`
  return {
    calls: [{ to, data }],
    computeBalance: ([answer]) => {
      if (answer?.outcome !== 'answered' || answer.data.length !== 2 + 64 * (ids.length + 2)) return 0n
      const words = (answer.data.slice(2).match(/.{64}/g) ?? []).map((digits) => BigInt(`0x${digits}`))
      const [offset, count, ...balances] = words
      return offset === 32n && count === length ? balances.reduce((sum, balance) => sum + balance, 0n) : 0n
    },
  }
}

const decodeWord = (answer: ContractCallResult | undefined): bigint | null =>
  answer?.outcome === 'answered' && answer.data.length === 66 ? BigInt(answer.data) : null

/** Null if any answer is usable: a failed ownerOf may just mean that the token does not exist. */
export function explainUnusableTokenContractAnswers(
  answers: readonly ContractCallResult[],
  isOwners: boolean,
): string | null {
  const [first] = answers
  if (first === undefined) return null
  if (first.outcome === 'no-code') return 'no contract at this address'
  if (answers.some((answer) => answer.outcome === 'answered' && answer.data.length >= 66)) return null
  if (isOwners && answers.every(({ outcome }) => outcome === 'failed') && answers.length > 1)
    return 'none of these token IDs has an owner'
  return first.outcome === 'failed'
    ? 'the contract call failed'
    : "the contract's response does not follow its token standard"
}

const encodeWord = (value: bigint): string => value.toString(16).padStart(64, '0')
