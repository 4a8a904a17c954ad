// What counts as an answer of a stranger's contract, and that questions are as everybody else asks them.
import type { ContractCallResult, Hex } from '@countersign/proof/chain-reader'
import { encodeFunctionData, encodeAbiParameters, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  decodeAddressCallResult,
  encodeEnsAddressCall,
  encodeEnsAvatarCall,
  encodeEnsReverseNameCall,
  encodeEnsRegistryResolverCall,
  decodeStringCallResult,
} from './ens-resolver-calls.ts'

const node: Hex = `0x${'3e'.repeat(32)}`
const contract: Hex = `0x${'c0'.repeat(20)}`
const code = { hash: node, delegate: null }
const answered = (data: string): ContractCallResult => ({ outcome: 'answered', code, data: data as Hex })
const word = (value: number | bigint): string => value.toString(16).padStart(64, '0')

test('questions are written as another library writes them', () => {
  const abi = parseAbi([
    'function resolver(bytes32) view',
    'function name(bytes32) view',
    'function addr(bytes32) view',
    'function text(bytes32, string) view',
  ])
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
  expect(encodeEnsAvatarCall(contract, node).data).toBe(
    encodeFunctionData({ abi, functionName: 'text', args: [node, 'avatar'] }),
  )
})

describe('P7 an answer', () => {
  test.each<[string, ContractCallResult | undefined]>([
    ['missing', undefined],
    ['of no contract', { outcome: 'no-code' }],
    ['that failed', { outcome: 'failed', code }],
    ['that is too long', { outcome: 'too-long', code }],
    ['that is empty', answered('0x')],
    ['of one byte', answered('0x01')],
    ['of nobody', answered(`0x${word(0)}`)],
    ['with something before the address', answered(`0x01${word(1).slice(2)}`)],
    ['with something after it', answered(`0x${word(1)}00`)],
  ])('%s is no address, and no text', (_, answer) => {
    expect([decodeAddressCallResult(answer), decodeStringCallResult(answer)]).toEqual([null, null])
  })

  test('of 32 bytes is an address, in lower case', () => {
    expect(decodeAddressCallResult(answered(`0x${'0'.repeat(24)}${'Ab'.repeat(20)}`))).toBe(`0x${'ab'.repeat(20)}`)
  })

  test.each(['a', 'alice.eth', 'ü'.repeat(200), '\u{FEFF}alice.eth'])('of a text is that text', (text) => {
    expect(decodeStringCallResult(answered(encodeAbiParameters([{ type: 'string' }], [text])))).toBe(text)
  })

  test.each([
    ['empty', `${word(32)}${word(0)}`],
    ['with an offset that leads elsewhere', `${word(64)}${word(0)}${word(1)}61`],
    ['that is shorter than it says', `${word(32)}${word(33)}${'61'.repeat(32)}`],
    ['that says to be longer than can be counted', `${word(32)}${'f'.repeat(64)}${'61'.repeat(32)}`],
    ['that is no UTF-8', `${word(32)}${word(2)}c328`],
    ['of half a character', `${word(32)}${word(1)}c3`],
  ])('of a text %s is none', (_, data) => expect(decodeStringCallResult(answered(`0x${data}`))).toBeNull())
})
