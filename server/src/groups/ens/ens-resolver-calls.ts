// Encodes calls to ENS contracts and decodes their results, which are untrusted (THREATS P7).
import type { ContractCallResult, Hex, ContractCall } from '@countersign/proof/chain-reader'

/** Calls resolver(bytes32); the next function calls addr(bytes32) (ERC-137). */
export const encodeEnsRegistryResolverCall = (registry: Hex, node: Hex): ContractCall => ({
  to: registry,
  data: `0x0178b8bf${node.slice(2)}`,
})
export const encodeEnsAddressCall = (resolver: Hex, node: Hex): ContractCall => ({
  to: resolver,
  data: `0x3b3b57de${node.slice(2)}`,
})

/** The coin type whose address applies to all EVM chains (ENSIP-19). */
const defaultEvmCoinType = 0x8000_0000

/** Calls addr(bytes32,uint256) (ENSIP-9). */
export const encodeEnsDefaultAddressCall = (resolver: Hex, node: Hex): ContractCall => ({
  to: resolver,
  data: `0xf1cb7e06${node.slice(2)}${encodeWord(defaultEvmCoinType)}`,
})

/** ERC-181: name(bytes32). */
export const encodeEnsReverseNameCall = (resolver: Hex, node: Hex): ContractCall => ({
  to: resolver,
  data: `0x691f3431${node.slice(2)}`,
})

/** Calls text(bytes32,string) with the key "avatar" (ERC-634). */
export const encodeEnsAvatarCall = (resolver: Hex, node: Hex): ContractCall => ({
  to: resolver,
  data: `0x59d1d43c${node.slice(2)}${encodeWord(64)}${encodeWord(6)}${Buffer.from('avatar').toString('hex').padEnd(64, '0')}`,
})

const encodeWord = (value: number): string => value.toString(16).padStart(64, '0')

export function decodeAddressCallResult(answer: ContractCallResult | undefined): Hex | null {
  const found = /^0x0{24}([0-9a-f]{40})$/i.exec(getCallResultData(answer))?.[1]?.toLowerCase()
  return found === undefined || /^0+$/.test(found) ? null : `0x${found}`
}

/** If the name has no Ethereum address, its default address counts (ENSIP-19). */
export function decodeEnsOwner(
  ethereum: ContractCallResult | undefined,
  fallback: ContractCallResult | undefined,
): Hex | null {
  // After a failed call, it is unknown whether the name has an Ethereum address.
  if (!/^0x0{64}$/.test(getCallResultData(ethereum))) return decodeAddressCallResult(ethereum)
  const [, address] = /^0x0{62}200{62}14([0-9a-f]{40})0{24}$/i.exec(getCallResultData(fallback)) ?? []
  return address === undefined || /^0+$/.test(address) ? null : `0x${address.toLowerCase()}`
}

export function decodeStringCallResult(answer: ContractCallResult | undefined): string | null {
  const bytes = Buffer.from(getCallResultData(answer).slice(2), 'hex')
  // In the encoding of a single string, the offset is always 32.
  if (bytes.length < 64 || bytes.subarray(0, 32).toString('hex') !== encodeWord(32)) return null
  const length = BigInt(`0x${bytes.subarray(32, 64).toString('hex')}`)
  if (length === 0n || length > BigInt(bytes.length - 64)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(64, 64 + Number(length)))
  } catch {
    return null
  }
}

/** A lookup that was not followed (ERC-3668, THREATS S10) counts as a failed call. */
export const getCallResultData = (answer: ContractCallResult | undefined): string =>
  answer?.outcome === 'answered' ? answer.data : '0x'
