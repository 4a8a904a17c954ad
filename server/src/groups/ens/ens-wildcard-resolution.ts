// Resolves ENS names by the wildcard resolver of a parent name (ENSIP-10).
import type { ContractCallResult, Hex, ContractCall } from '@countersign/proof/chain-reader'
import { encodeAbiBytes, encodeAbiWord } from './ccip-offchain-lookup.ts'
import { getCallResultData } from './ens-resolver-calls.ts'

export function listEnsNameAndAncestors(name: string): string[] {
  const labels = name.split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}

/** The ERC-165 ID of IExtendedResolver is the selector of resolve(bytes,bytes). */
export const encodeSupportsExtendedResolverCall = (resolver: Hex): ContractCall => ({
  to: resolver,
  data: `0x01ffc9a7${resolveSelector}${'0'.repeat(56)}`,
})

export const isExtendedEnsResolver = (answer: ContractCallResult | undefined): boolean =>
  getCallResultData(answer) === `0x${encodeAbiWord(1)}`

export function encodeExtendedResolveCall(name: string, { to, data }: ContractCall): ContractCall | null {
  const wire = encodeDnsName(name)
  if (wire === null) return null
  const first = encodeAbiBytes(wire)
  return {
    to,
    data: `0x${resolveSelector}${encodeAbiWord(64)}${encodeAbiWord(64 + first.length / 2)}${first}${encodeAbiBytes(data)}`,
  }
}

export function decodeExtendedResolveResult(answer: ContractCallResult | undefined): ContractCallResult | undefined {
  if (answer?.outcome !== 'answered') return answer
  const bytes = Buffer.from(answer.data.slice(2), 'hex')
  if (bytes.length < 64 || bytes.subarray(0, 32).toString('hex') !== encodeAbiWord(32)) return undefined
  const length = BigInt(`0x${bytes.subarray(32, 64).toString('hex')}`)
  if (length > BigInt(bytes.length - 64)) return undefined
  return { ...answer, data: `0x${bytes.subarray(64, 64 + Number(length)).toString('hex')}` }
}

const resolveSelector = '9061b923'

/** Encodes a name by RFC 1035 §3.1, but with labels of up to 255 bytes, as ENS contracts allow. */
function encodeDnsName(name: string): Hex | null {
  const labels = name.split('.').map((label) => Buffer.from(label))
  if (labels.some(({ length }) => length === 0 || length > 255)) return null
  const parts = labels.flatMap((label) => [Buffer.from([label.length]), label])
  return `0x${Buffer.concat([...parts, Buffer.from([0])]).toString('hex')}`
}
