// Decodes CCIP Read lookups (ERC-3668), which come from untrusted contracts (THREATS S10).
import type { Hex, ContractCall } from '@countersign/proof/chain-reader'

export interface OffchainLookup {
  sender: Hex
  urls: string[]
  callData: Hex
  callback: Hex
  extraData: Hex
}

/** ERC-3668 sets no limit. URLs beyond this number are ignored. */
const maxGatewayUrls = 8

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
    // An offset or length is out of range, or a text is not UTF-8.
    if (error instanceof RangeError || error instanceof TypeError) return null
    throw error
  }
}

/** GET if the URL template contains {data}, otherwise POST (ERC-3668 §Gateway Interface). */
export function buildCcipGatewayRequest(
  { sender, callData }: OffchainLookup,
  template: string,
): { url: string; method: 'GET' | 'POST'; body?: string } {
  const url = template.replaceAll('{sender}', sender).replaceAll('{data}', callData)
  return template.includes('{data}')
    ? { url, method: 'GET' }
    : { url, method: 'POST', body: JSON.stringify({ data: callData, sender }) }
}

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

/** Enough for proofs of other chains, and the callback still fits in one call (EIP-3860). */
const maxResponseBytes = 24_576

export function encodeCcipCallbackCall({ sender, callback, extraData }: OffchainLookup, response: Hex): ContractCall {
  const first = encodeAbiBytes(response)
  return {
    to: sender,
    data: `${callback}${encodeAbiWord(64)}${encodeAbiWord(64 + first.length / 2)}${first}${encodeAbiBytes(extraData)}`,
  }
}

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

const readTail = (bytes: Buffer, place: number): Buffer => bytes.subarray(readNumber(bytes, place))

function readBytes(bytes: Buffer, place: number): Buffer {
  const tail = readTail(bytes, place)
  const length = readNumber(tail, 0)
  if (32 + length > tail.length) throw new RangeError('beyond the end')
  return tail.subarray(32, 32 + length)
}
