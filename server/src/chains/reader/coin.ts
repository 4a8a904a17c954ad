// How much of a chain's own coin is at an address (eth_getBalance). It is asked with everything else, at the same block: no contract is ever asked
// without data, so that a question without any means the coin (multicall.sol).
import type { Hex, Question } from '@countersign/proof/chain-reader'

/** The answer is one word: the balance in the smallest unit. */
export const askCoin = (address: Hex): Question => ({ to: address, data: '0x' })

export const isCoinQuestion = ({ data }: Question): boolean => data === '0x'
