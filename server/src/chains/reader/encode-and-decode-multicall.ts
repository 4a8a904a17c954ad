import type {
  ContractCallResult,
  ContractCode,
  ContractDeployment,
  Hex,
  ContractCall,
} from '@countersign/proof/chain-reader'
import { multicallBytecode } from './multicall-bytecode.ts'

export interface MulticallLimits {
  /** Gas per contract call. */
  gas: number
  /** Maximum answer size per call. */
  bytes: number
}

export interface MulticallResult {
  chainId: string
  /** True if the address of the first call had no code. */
  simulated: boolean
  /** Null for calls for which no gas or response space was left. */
  answers: (ContractCallResult | null)[]
}

// EIP-3860: maximum size of contract creation code.
const maxCodeBytes = 49_152
// With more calls, the heads of the results could leave no room for an answer (multicall.sol).
const maxQuestions = 120
// EIP-7825: the maximum gas of a transaction, which nodes may also apply to calls.
const defaultGasLimit = 2 ** 24
/** ERC-3668: the selector of OffchainLookup(address,string[],bytes,bytes4,bytes). */
const offchainLookupSelector = '0x556f1830'
// Enough for 24,576 bytes as hexadecimal digits in a JSON-RPC response.
export const maxMulticallBytes = 65_536

/** @throws RangeError if a single call is too large for a request */
export function splitContractCallsIntoBatches(
  questions: readonly ContractCall[],
  deployment: ContractDeployment | undefined,
): ContractCall[][] {
  const parts: ContractCall[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const question of questions) {
    const size = 160 + question.data.length / 2
    const part = parts.at(-1)
    if (part !== undefined && bytes + size <= maxCodeBytes && part.length < maxQuestions) {
      part.push(question)
      bytes += size
    } else {
      bytes = multicallBytecode.length / 2 + 320 + size + (parts.length === 0 ? (deployment?.data.length ?? 0) / 2 : 0)
      if (bytes > maxCodeBytes) throw new RangeError(`A contract call of ${size} bytes is too large for one request.`)
      parts.push([question])
    }
  }
  return parts
}

export function encodeMulticall(
  questions: readonly ContractCall[],
  caps: MulticallLimits,
  deployment?: ContractDeployment,
): { data: Hex; gas: number } {
  const factoryData = bytes(deployment?.data ?? '0x')
  const tuples = questions.map(({ to, data }) => `${address(to)}${encodeWord(64)}${bytes(data)}`)
  let offset = 32 * tuples.length
  const offsets = tuples.map((tuple) => {
    const own = encodeWord(offset)
    offset += tuple.length / 2
    return own
  })
  const head = `${address(deployment?.factory ?? '0x')}${encodeWord(160)}${encodeWord(160 + factoryData.length / 2)}${encodeWord(caps.gas)}${encodeWord(caps.bytes)}`
  const data: Hex = `0x${multicallBytecode}${head}${factoryData}${encodeWord(tuples.length)}${offsets.join('')}${tuples.join('')}`
  return { data, gas: computeGas(questions.length, data.length / 2, caps, deployment !== undefined) }
}

function computeGas(count: number, codeBytes: number, caps: MulticallLimits, deploys: boolean): number {
  const each = Math.ceil((caps.gas * 64) / 63) + 60_000
  const least = 300_000 + 100 * codeBytes + 200 * (64 + 64 * count + caps.bytes) + each * (deploys ? 2 : 1)
  return count === 1 ? least : Math.max(least, defaultGasLimit)
}

const encodeWord = (value: number): string => value.toString(16).padStart(64, '0')
const address = (value: Hex): string => value.slice(2).toLowerCase().padStart(64, '0')
const bytes = (value: Hex): string => {
  const digits = value.slice(2)
  return `${encodeWord(digits.length / 2)}${digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')}`
}

/** @returns undefined for anything that multicall.sol cannot have returned */
export function decodeMulticallResult(
  returned: unknown,
  count: number,
  caps: MulticallLimits,
): MulticallResult | undefined {
  if (typeof returned !== 'string' || !/^0x([0-9a-f]{2})*$/i.test(returned)) return undefined
  const text = returned.toLowerCase()
  let place = 2
  const take = (size: number): string => {
    const part = text.slice(place, place + 2 * size)
    place += 2 * size
    return part.length === 2 * size ? part : ''
  }
  const [chainId, simulated] = [take(32), take(32)]
  if (simulated === '' || BigInt(`0x${simulated}`) > 1n) return undefined
  const answers: (ContractCallResult | null)[] = []
  for (let index = 0; index < count; index += 1) {
    const [outcome, size, delegate, hash] = [take(1), take(11), take(20), take(32)]
    const length = Number(`0x${size}`)
    if (hash === '' || length > caps.bytes) return undefined
    const code: ContractCode = { hash: `0x${hash}`, delegate: /^0*$/.test(delegate) ? null : `0x${delegate}` }
    const data = take(length)
    if (2 * length !== data.length || (length > 0 && outcome !== '04' && outcome !== '05')) return undefined
    const answer = decodeAnswer(outcome, code, `0x${data}`)
    if (answer === undefined) return undefined
    answers.push(answer)
  }
  return place === text.length
    ? { chainId: BigInt(`0x${chainId}`).toString(), simulated: simulated.endsWith('1'), answers }
    : undefined
}

function decodeAnswer(outcome: string, code: ContractCode, data: Hex): ContractCallResult | null | undefined {
  if (outcome === '00') return null
  if (outcome === '01') return { outcome: 'no-code' }
  if (outcome === '02') return { outcome: 'failed', code }
  if (outcome === '03') return { outcome: 'too-long', code }
  if (outcome === '05')
    return data.startsWith(offchainLookupSelector) ? { outcome: 'failed', code, lookup: data } : undefined
  return outcome === '04' ? { outcome: 'answered', code, data } : undefined
}
