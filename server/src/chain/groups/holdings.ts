// What a contract is asked about a holding (ERC-20, ERC-721, ERC-1155), and whether its answer says yes. An answer of another form
// than the standard's says nothing, which is no.
import type { Answer, Hex, Question } from '@countersign/proof/chain-reader'
import type { Condition } from './rule.ts'

export type Holding = Extract<Condition, { contract: string }>

// The first four bytes of the hash of each function's signature.
const balanceOf = '70a08231' // balanceOf(address), ERC-20 and ERC-721
const ownerOf = '6352211e' // ownerOf(uint256), ERC-721
const balanceOfToken = '00fdd58e' // balanceOf(address,uint256), ERC-1155

/** @param address of the wallet, in lower case */
export function askHolding(holding: Holding, address: string): Question {
  const to = holding.contract as Hex
  if (holding.type === 'erc1155') return { to, data: `0x${balanceOfToken}${word(address)}${word(holding.tokenId)}` }
  return 'tokenId' in holding
    ? { to, data: `0x${ownerOf}${word(holding.tokenId)}` }
    : { to, data: `0x${balanceOf}${word(address)}` }
}

export function isHeld(holding: Holding, address: string, answer: Answer): boolean {
  // Each of these functions answers one word.
  if (answer.outcome !== 'answered' || answer.data.length !== 66) return false
  const value = BigInt(answer.data)
  return 'atLeast' in holding ? value >= BigInt(holding.atLeast) : value === BigInt(address)
}

/** Why a contract's answer counts for nothing, where it does. */
export function silenceOf(answer: Answer): string | null {
  if (answer.outcome === 'no-code') return 'there is no contract at this address'
  if (answer.outcome === 'answered' && answer.data.length === 66) return null
  return answer.outcome === 'failed'
    ? 'the contract failed when it was asked'
    : 'the contract does not answer as its standard says'
}

const word = (value: string): string => BigInt(value).toString(16).padStart(64, '0')
