// What a contract says that sends its reader to another server (ERC-3668, CCIP Read), and how that server is asked and its answer brought back.
// All of it is a stranger's: it is read strictly, and nothing here opens a connection (THREATS S10).
import type { Hex, Question } from '@countersign/proof/chain-reader'

/** The error OffchainLookup. */
export interface Lookup {
  /** The contract that is to be asked with the answer, in lower case. */
  sender: Hex
  /** Where the answer may be had, in the order in which it is to be tried. */
  urls: string[]
  callData: Hex
  callback: Hex
  extraData: Hex
}

/** The standard names no limit; those behind are not looked at. */
const mostUrls = 8

/** @returns null for anything that is not the error as Solidity writes it */
export function readLookup(said: Hex): Lookup | null {
  const bytes = Buffer.from(said.slice(10), 'hex')
  try {
    const urls = tailAt(bytes, 32)
    const count = Math.min(numberAt(urls, 0), mostUrls)
    const list = urls.subarray(32)
    return {
      sender: `0x${wordAt(bytes, 0).subarray(12).toString('hex')}`,
      urls: Array.from({ length: count }, (_, index) => textOf(bytesAt(list, 32 * index))),
      callData: hexOf(bytesAt(bytes, 64)),
      callback: hexOf(wordAt(bytes, 96).subarray(0, 4)),
      extraData: hexOf(bytesAt(bytes, 128)),
    }
  } catch (error) {
    // An offset or a length beyond the end, or a text that is not UTF-8.
    if (error instanceof RangeError || error instanceof TypeError) return null
    throw error
  }
}

/** How a server is asked (ERC-3668 §Gateway Interface): by what stands in its address where that has a place for it, or else by what is sent. */
export function requestFor(
  { sender, callData }: Lookup,
  template: string,
): { url: string; method: 'GET' | 'POST'; body?: string } {
  const url = template.replaceAll('{sender}', sender).replaceAll('{data}', callData)
  return template.includes('{data}')
    ? { url, method: 'GET' }
    : { url, method: 'POST', body: JSON.stringify({ data: callData, sender }) }
}

/** @returns what a server says; null where it says nothing that can be brought back */
export function readGatewayAnswer(body: Buffer): Hex | null {
  try {
    const answer: unknown = JSON.parse(body.toString('utf8'))
    if (typeof answer !== 'object' || answer === null || !('data' in answer)) return null
    const { data } = answer
    const fits = typeof data === 'string' && data.length <= 2 + 2 * mostAnswerBytes
    return fits && /^0x(?:[0-9a-f]{2})*$/i.test(data) ? (data.toLowerCase() as Hex) : null
  } catch {
    return null
  }
}

/** Proofs of other chains are long; with what the contract gave along, this fits into one question (EIP-3860). */
const mostAnswerBytes = 24_576

/** The question with which the answer is brought back to the contract: callback(bytes response, bytes extraData). */
export function askCallback({ sender, callback, extraData }: Lookup, response: Hex): Question {
  const first = encodeBytes(response)
  return { to: sender, data: `${callback}${word(64)}${word(64 + first.length / 2)}${first}${encodeBytes(extraData)}` }
}

/** Bytes as Solidity writes them behind an offset, without "0x". */
export function encodeBytes(value: Hex): string {
  const digits = value.slice(2)
  return `${word(digits.length / 2)}${digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')}`
}

export const word = (value: number): string => value.toString(16).padStart(64, '0')

const hexOf = (bytes: Buffer): Hex => `0x${bytes.toString('hex')}`
const textOf = (bytes: Buffer): string => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)

function wordAt(bytes: Buffer, place: number): Buffer {
  if (place + 32 > bytes.length) throw new RangeError('beyond the end')
  return bytes.subarray(place, place + 32)
}

function numberAt(bytes: Buffer, place: number): number {
  const number = BigInt(`0x${wordAt(bytes, place).toString('hex')}`)
  if (number > BigInt(bytes.length)) throw new RangeError('beyond the end')
  return Number(number)
}

/** What the offset at a place leads to. */
const tailAt = (bytes: Buffer, place: number): Buffer => bytes.subarray(numberAt(bytes, place))

function bytesAt(bytes: Buffer, place: number): Buffer {
  const tail = tailAt(bytes, place)
  const length = numberAt(tail, 0)
  if (32 + length > tail.length) throw new RangeError('beyond the end')
  return tail.subarray(32, 32 + length)
}
