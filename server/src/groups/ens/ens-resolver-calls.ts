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
