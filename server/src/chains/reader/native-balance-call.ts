// Encodes a native balance read (eth_getBalance) as a call without data (multicall.sol).
import type { Hex, ContractCall } from '@countersign/proof/chain-reader'

/** The answer is one word: the balance in the smallest unit. */
export const encodeNativeBalanceCall = (address: Hex): ContractCall => ({ to: address, data: '0x' })

export const isNativeBalanceCall = ({ data }: ContractCall): boolean => data === '0x'
