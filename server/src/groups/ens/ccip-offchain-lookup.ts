// What a contract says that sends its reader to another server (ERC-3668, CCIP Read), and how that server is asked and its answer brought back.
// All of it is a stranger's: it is read strictly, and nothing here opens a connection (THREATS S10).
import type { Hex, ContractCall } from '@countersign/proof/chain-reader'

/** The error OffchainLookup. */
export interface OffchainLookup {
  /** The contract that is to be asked with the answer, in lower case. */
  sender: Hex
  /** Where the answer may be had, in the order in which it is to be tried. */
  urls: string[]
  callData: Hex
  callback: Hex
  extraData: Hex
}

/** The standard names no limit; those behind are not looked at. */
const maxGatewayUrls = 8

/** @returns null for anything that is not the error as Solidity writes it */
export function decodeOffchainLookup(said: Hex): OffchainLookup | null {
  const bytes = Buffer.from(said.slice(10), 'hex')
  try {
    const urls = readTail(bytes, 32)
    const count = Math.min(readNumber(urls, 0), maxGatewayUrls)
    const list = urls.subarray(32)
    return {
      sender: `0x${readWord(bytes, 0).subarray(12).toString('hex')}`,
      urls: Array.from({ length: count }, (_, index) => decodeUtf8(readBytes(list, 32 * index))),
      callData: toHex(readBytes(bytes, 64)),
      callback: toHex(readWord(bytes, 96).subarray(0, 4)),
      extraData: toHex(readBytes(bytes, 128)),
    }
  } catch (error) {
    // An offset or a length beyond the end, or a text that is not UTF-8.
    if (error instanceof RangeError || error instanceof TypeError) return null
    throw error
  }
}

/** How a server is asked (ERC-3668 §Gateway Interface): by what stands in its address where that has a place for it, or else by what is sent. */
export function buildCcipGatewayRequest(
  { sender, callData }: OffchainLookup,
  template: string,
): { url: string; method: 'GET' | 'POST'; body?: string } {
  const url = template.replaceAll('{sender}', sender).replaceAll('{data}', callData)
  return template.includes('{data}')
    ? { url, method: 'GET' }
    : { url, method: 'POST', body: JSON.stringify({ data: callData, sender }) }
}

/** @returns what a server says; null where it says nothing that can be brought back */
export function decodeCcipGatewayResponse(body: Buffer): Hex | null {
  try {
    const answer: unknown = JSON.parse(body.toString('utf8'))
    if (typeof answer !== 'object' || answer === null || !('data' in answer)) return null
    const { data } = answer
    const fits = typeof data === 'string' && data.length <= 2 + 2 * maxResponseBytes
    return fits && /^0x(?:[0-9a-f]{2})*$/i.test(data) ? (data.toLowerCase() as Hex) : null
  } catch {
    return null
  }
}

/** Proofs of other chains are long; with what the contract gave along, this fits into one question (EIP-3860). */
const maxResponseBytes = 24_576

/** The question with which the answer is brought back to the contract: callback(bytes response, bytes extraData). */
export function encodeCcipCallbackCall({ sender, callback, extraData }: OffchainLookup, response: Hex): ContractCall {
  const first = encodeAbiBytes(response)
  return {
    to: sender,
    data: `${callback}${encodeAbiWord(64)}${encodeAbiWord(64 + first.length / 2)}${first}${encodeAbiBytes(extraData)}`,
  }
}

/** Bytes as Solidity writes them behind an offset, without "0x". */
export function encodeAbiBytes(value: Hex): string {
  const digits = value.slice(2)
  return `${encodeAbiWord(digits.length / 2)}${digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')}`
}

export const encodeAbiWord = (value: number): string => value.toString(16).padStart(64, '0')

const toHex = (bytes: Buffer): Hex => `0x${bytes.toString('hex')}`
const decodeUtf8 = (bytes: Buffer): string => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)

function readWord(bytes: Buffer, place: number): Buffer {
  if (place + 32 > bytes.length) throw new RangeError('beyond the end')
  return bytes.subarray(place, place + 32)
}

function readNumber(bytes: Buffer, place: number): number {
  const number = BigInt(`0x${readWord(bytes, place).toString('hex')}`)
  if (number > BigInt(bytes.length)) throw new RangeError('beyond the end')
  return Number(number)
}

/** What the offset at a place leads to. */
const readTail = (bytes: Buffer, place: number): Buffer => bytes.subarray(readNumber(bytes, place))

function readBytes(bytes: Buffer, place: number): Buffer {
  const tail = readTail(bytes, place)
  const length = readNumber(tail, 0)
  if (32 + length > tail.length) throw new RangeError('beyond the end')
  return tail.subarray(32, 32 + length)
}
