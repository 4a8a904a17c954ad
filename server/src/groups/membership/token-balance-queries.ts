// What a contract is asked about a holding (ERC-20, ERC-721, ERC-1155, the coin of a chain), and how much its answer says. An answer of another
// form than the standard's says nothing, which is none.
import type { ContractCallResult, Hex, ContractCall } from '@countersign/proof/chain-reader'
import { encodeNativeBalanceCall } from '../../chains/reader/native-balance-call.ts'
import type { GroupRuleCondition } from '../../store/groups/group-rule-types.ts'
import { expandNftTokenIdRanges } from '../../store/groups/group-rule-types.ts'

/** A condition on what one wallet holds at one place. */
export type WalletHoldingCondition = Exclude<GroupRuleCondition, { type: 'wallets' | 'sum' | 'name' }>
export type TokenHoldingCondition = Extract<WalletHoldingCondition, { contract: string }>

// The first four bytes of the hash of each function's signature.
const balanceOf = '70a08231' // balanceOf(address), ERC-20 and ERC-721
const ownerOf = '6352211e' // ownerOf(uint256), ERC-721
const balanceOfToken = '00fdd58e' // balanceOf(address,uint256), ERC-1155
const balanceOfBatch = '4e1273f4' // balanceOfBatch(address[],uint256[]), ERC-1155

/** So much an address holds, by one answer or several. */
export interface TokenBalanceQuery {
  calls: ContractCall[]
  /** What the answers, one for each question, say that the address holds. */
  computeBalance: (answers: readonly ContractCallResult[]) => bigint
}

/** What is asked of an address (in lower case) at a place, for a token's own balance or that of a chain's coin. */
export function createTokenBalanceQuery(contract: string | undefined, address: string): TokenBalanceQuery {
  const question: ContractCall =
    contract === undefined
      ? encodeNativeBalanceCall(address as Hex)
      : { to: contract as Hex, data: `0x${balanceOf}${encodeWord(BigInt(address))}` }
  return { calls: [question], computeBalance: ([answer]) => decodeWord(answer) ?? 0n }
}

/** What is asked to learn how much of what a condition is about an address holds. */
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

/** How much is enough. */
export const getRequiredHoldingAmount = (holding: WalletHoldingCondition): bigint =>
  'atLeast' in holding ? BigInt(holding.atLeast) : 1n

/** Of one number, how many. */
export const createTokenIdBalanceQuery = (to: Hex, address: string, id: bigint): TokenBalanceQuery => ({
  calls: [{ to, data: `0x${balanceOfToken}${encodeWord(BigInt(address))}${encodeWord(id)}` }],
  computeBalance: ([answer]) => decodeWord(answer) ?? 0n,
})

/** Of each number, whoever has it; one that is nobody's makes the contract fail, and is nobody's. */
export const createTokenOwnersQuery = (to: Hex, address: string, ids: readonly bigint[]): TokenBalanceQuery => ({
  calls: ids.map((id) => ({ to, data: `0x${ownerOf}${encodeWord(id)}` })),
  computeBalance: (answers) => BigInt(answers.filter((answer) => decodeWord(answer) === BigInt(address)).length),
})

/** Of all numbers in one question, which is as long for each wallet as their number. */
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

/** Each of the other functions answers one word. */
const decodeWord = (answer: ContractCallResult | undefined): bigint | null =>
  answer?.outcome === 'answered' && answer.data.length === 66 ? BigInt(answer.data) : null

/** Why a contract's answers count for nothing, where all of them do; numbers that are nobody's are none of its errors. */
export function explainUnusableTokenContractAnswers(
  answers: readonly ContractCallResult[],
  isOwners: boolean,
): string | null {
  const [first] = answers
  if (first === undefined) return null
  if (first.outcome === 'no-code') return 'there is no contract at this address'
  if (answers.some((answer) => answer.outcome === 'answered' && answer.data.length >= 66)) return null
  if (isOwners && answers.every(({ outcome }) => outcome === 'failed') && answers.length > 1)
    return "none of these numbers is anybody's"
  return first.outcome === 'failed'
    ? 'the contract failed when it was asked'
    : 'the contract does not answer as its standard says'
}

const encodeWord = (value: bigint): string => value.toString(16).padStart(64, '0')
