// Tests that OffchainLookup errors are parsed strictly, and that callbacks are encoded as Solidity
// does.
import type { Hex } from '@countersign/proof/chain-reader'
import fc from 'fast-check'
import { encodeAbiParameters, encodeErrorResult, parseAbi, parseAbiParameters, toHex } from 'viem'
import { expect, test } from 'vitest'
import {
  encodeCcipCallbackCall,
  decodeCcipGatewayResponse,
  decodeOffchainLookup,
  buildCcipGatewayRequest,
} from './ccip-offchain-lookup.ts'
import { encodeExtendedResolveCall } from './ens-wildcard-resolution.ts'

const abi = parseAbi(['error OffchainLookup(address, string[], bytes, bytes4, bytes)'])
const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((array) => toHex(array))
const exactly = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map((array) => toHex(array))
const encode = (...args: readonly [Hex, readonly string[], Hex, Hex, Hex]): Hex =>
  encodeErrorResult({ abi, errorName: 'OffchainLookup', args })

test('decodes an OffchainLookup error as Solidity encodes it, with up to eight URLs', () => {
  fc.assert(
    fc.property(
      exactly(20),
      fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 12 }),
      bytes(100),
      exactly(4),
      bytes(100),
      (sender, urls, callData, callback, extraData) => {
        expect(decodeOffchainLookup(encode(sender, urls, callData, callback, extraData))).toEqual({
          sender,
          urls: urls.slice(0, 8),
          callData,
          callback,
          extraData,
        })
      },
    ),
  )
})

test('S10: rejects a truncated OffchainLookup, bad offsets and invalid UTF-8 without throwing', () => {
  const whole = encode(`0x${'aa'.repeat(20)}`, ['https://a.example/{data}'], '0x1234', '0x12345678', '0x56')
  // Only the padding of the last word may be missing.
  for (let length = 10; length < whole.length - 62; length += 2)
    expect(decodeOffchainLookup(whole.slice(0, length) as Hex)).toBeNull()
  const far = whole.replace('00a0', `ffa0`) as Hex
  expect([far === whole, decodeOffchainLookup(far)]).toEqual([false, null])
  const text = Buffer.from('https://a').toString('hex')
  expect(decodeOffchainLookup(whole.replace(text, `ff${text.slice(2)}`) as Hex)).toBeNull()
  fc.assert(fc.property(bytes(600), (rest) => void decodeOffchainLookup(`0x556f1830${rest.slice(2)}`)))
})

test('builds a CCIP gateway request with GET if the URL contains {data}, otherwise with POST', () => {
  const lookup = { sender: '0xaa', urls: [], callData: '0x12', callback: '0x', extraData: '0x' } as const
  expect(buildCcipGatewayRequest({ ...lookup, urls: [] }, 'https://a.example/{sender}/{data}?{data}')).toEqual({
    url: 'https://a.example/0xaa/0x12?0x12',
    method: 'GET',
  })
  expect(buildCcipGatewayRequest({ ...lookup, urls: [] }, 'https://a.example/{sender}')).toEqual({
    url: 'https://a.example/0xaa',
    method: 'POST',
    body: '{"data":"0x12","sender":"0xaa"}',
  })
})

test('decodes a CCIP gateway response only if its data is a hex string of whole bytes', () => {
  const read = (text: string): Hex | null => decodeCcipGatewayResponse(Buffer.from(text))
  expect([read('{"data":"0xABcd"}'), read('{"data":"0x","more":1}')]).toEqual(['0xabcd', '0x'])
  for (const text of [
    '',
    'null',
    '[]',
    '"0x"',
    '{}',
    '{"data":null}',
    '{"data":"0x1"}',
    '{"data":"12"}',
    '{"data":"0x\\n"}',
  ])
    expect(read(text)).toBeNull()
})

test('encodes the CCIP callback and the ENSIP-10 resolve call as Solidity does', () => {
  fc.assert(
    fc.property(bytes(100), bytes(100), (response, extraData) => {
      const lookup = { sender: '0xaa', urls: [], callData: '0x', callback: '0x12345678', extraData } as const
      const parameters = encodeAbiParameters(parseAbiParameters('bytes, bytes'), [response, extraData])
      expect(encodeCcipCallbackCall({ ...lookup, urls: [] }, response)).toEqual({
        to: '0xaa',
        data: `0x12345678${parameters.slice(2)}`,
      })
      const wire = toHex(Buffer.from('\u0003ada\u0007b\u00fccher\u0003eth\u0000'))
      const resolve = encodeAbiParameters(parseAbiParameters('bytes, bytes'), [wire, response])
      expect(encodeExtendedResolveCall('ada.b\u00fccher.eth', { to: '0xaa', data: response })?.data).toBe(
        `0x9061b923${resolve.slice(2)}`,
      )
    }),
  )
  expect(encodeExtendedResolveCall(`${'é'.repeat(128)}.eth`, { to: '0xaa', data: '0x' })).toBeNull()
})
