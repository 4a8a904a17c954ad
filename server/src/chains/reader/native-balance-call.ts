// How much of a chain's own coin is at an address (eth_getBalance). It is asked with everything else, at the same block: no contract is ever asked
// without data, so that a question without any means the coin (multicall.sol).
import type { Hex, ContractCall } from '@countersign/proof/chain-reader'

/** The answer is one word: the balance in the smallest unit. */
export const encodeNativeBalanceCall = (address: Hex): ContractCall => ({ to: address, data: '0x' })

export const isNativeBalanceCall = ({ data }: ContractCall): boolean => data === '0x'
