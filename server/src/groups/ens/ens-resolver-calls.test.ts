// Tests how ENS calls are encoded and how untrusted results are decoded.
import type { ContractCallResult, Hex } from '@countersign/proof/chain-reader'
import { encodeFunctionData, encodeAbiParameters, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  decodeAddressCallResult,
  decodeEnsOwner,
  encodeEnsAddressCall,
  encodeEnsAvatarCall,
  encodeEnsDefaultAddressCall,
  encodeEnsReverseNameCall,
  encodeEnsRegistryResolverCall,
  decodeStringCallResult,
} from './ens-resolver-calls.ts'

const node: Hex = `0x${'3e'.repeat(32)}`
const contract: Hex = `0x${'c0'.repeat(20)}`
const code = { hash: node, delegate: null }
const answered = (data: string): ContractCallResult => ({ outcome: 'answered', code, data: data as Hex })
const word = (value: number | bigint): string => value.toString(16).padStart(64, '0')

test('ENS resolver calls are encoded as viem encodes them', () => {
  const abi = parseAbi([
    'function resolver(bytes32) view',
    'function name(bytes32) view',
    'function addr(bytes32) view',
    'function text(bytes32, string) view',
  ])
  const coinAbi = parseAbi(['function addr(bytes32, uint256) view'])
  expect(encodeEnsRegistryResolverCall(contract, node)).toEqual({
    to: contract,
    data: encodeFunctionData({ abi, functionName: 'resolver', args: [node] }),
  })
  expect(encodeEnsReverseNameCall(contract, node).data).toBe(
    encodeFunctionData({ abi, functionName: 'name', args: [node] }),
  )
  expect(encodeEnsAddressCall(contract, node).data).toBe(
    encodeFunctionData({ abi, functionName: 'addr', args: [node] }),
  )
  expect(encodeEnsDefaultAddressCall(contract, node).data).toBe(
    encodeFunctionData({ abi: coinAbi, functionName: 'addr', args: [node, 0x8000_0000n] }),
  )
  expect(encodeEnsAvatarCall(contract, node).data).toBe(
    encodeFunctionData({ abi, functionName: 'text', args: [node, 'avatar'] }),
  )
})

describe('P7: an ENS resolver result', () => {
  test.each<[string, ContractCallResult | undefined]>([
    ['missing', undefined],
    ['from an address without code', { outcome: 'no-code' }],
    ['of a reverted call', { outcome: 'failed', code }],
    ['that is too long', { outcome: 'too-long', code }],
    ['that is empty', answered('0x')],
    ['of one byte', answered('0x01')],
    ['of the zero address', answered(`0x${word(0)}`)],
    ['with a byte before the address', answered(`0x01${word(1).slice(2)}`)],
    ['with a byte after the address', answered(`0x${word(1)}00`)],
  ])('%s decodes to neither an address nor a text', (_, answer) => {
    expect([decodeAddressCallResult(answer), decodeStringCallResult(answer)]).toEqual([null, null])
  })

  test('of 32 bytes decodes to a lowercase address', () => {
    expect(decodeAddressCallResult(answered(`0x${'0'.repeat(24)}${'Ab'.repeat(20)}`))).toBe(`0x${'ab'.repeat(20)}`)
  })

  test.each(['a', 'alice.eth', 'ü'.repeat(200), '\u{FEFF}alice.eth'])(
    'of an encoded string decodes to that string',
    (text) => {
      expect(decodeStringCallResult(answered(encodeAbiParameters([{ type: 'string' }], [text])))).toBe(text)
    },
  )

  test.each([
    ['that is empty', `${word(32)}${word(0)}`],
    ['with a wrong offset', `${word(64)}${word(0)}${word(1)}61`],
    ['shorter than its length', `${word(32)}${word(33)}${'61'.repeat(32)}`],
    ['with an impossibly large length', `${word(32)}${'f'.repeat(64)}${'61'.repeat(32)}`],
    ['of invalid UTF-8', `${word(32)}${word(2)}c328`],
    ['with a truncated UTF-8 character', `${word(32)}${word(1)}c3`],
  ])('of a string %s decodes to no text', (_, data) => expect(decodeStringCallResult(answered(`0x${data}`))).toBeNull())
})

describe('P7: the owner of an ENS name', () => {
  const unset = answered(`0x${word(0)}`)
  const owner: Hex = `0x${'ab'.repeat(20)}`
  const asBytes = (bytes: Hex) => answered(encodeAbiParameters([{ type: 'bytes' }], [bytes]))

  test('is its Ethereum address, or else its default EVM address', () => {
    const ethereum = answered(`0x${'0'.repeat(24)}${'Cd'.repeat(20)}`)
    expect(decodeEnsOwner(ethereum, asBytes(owner))).toBe(`0x${'cd'.repeat(20)}`)
    expect(decodeEnsOwner(unset, asBytes(owner))).toBe(owner)
  })

  test.each<[string, ContractCallResult | undefined]>([
    ['missing', undefined],
    ['of a reverted call', { outcome: 'failed', code }],
    ['that is empty', answered('0x')],
    ['of an empty address', asBytes('0x')],
    ['of 19 bytes', asBytes(`0x${'ab'.repeat(19)}`)],
    ['of 21 bytes', asBytes(`0x${'ab'.repeat(21)}`)],
    ['of the zero address', asBytes(`0x${'00'.repeat(20)}`)],
    ['with a wrong offset', answered(`0x${word(64)}${word(20)}${'ab'.repeat(20)}${'00'.repeat(12)}`)],
    ['with padding that is not zero', answered(`0x${word(32)}${word(20)}${'ab'.repeat(20)}${'01'.repeat(12)}`)],
    ['that is an address without encoding', answered(`0x${'0'.repeat(24)}${'ab'.repeat(20)}`)],
  ])('is unknown with a default EVM address %s', (_, fallback) => {
    expect(decodeEnsOwner(unset, fallback)).toBeNull()
  })

  test.each<[string, ContractCallResult | undefined]>([
    ['is missing', undefined],
    ['reverted', { outcome: 'failed', code }],
    ['is empty', answered('0x')],
    ['is too long', { outcome: 'too-long', code }],
  ])('is unknown if the result for its Ethereum address %s', (_, ethereum) => {
    expect(decodeEnsOwner(ethereum, asBytes(owner))).toBeNull()
  })
})
