// The encoding matches Solidity's, and ambiguous responses are rejected.
import type { Hex, ContractCall } from '@countersign/proof/chain-reader'
import fc from 'fast-check'
import { concatHex, encodeAbiParameters, padHex, parseAbiParameters, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { multicallBytecode } from './multicall-bytecode.ts'
import { decodeMulticallResult, encodeMulticall, splitContractCallsIntoBatches } from './encode-and-decode-multicall.ts'

const caps = { gas: 5_000_000, bytes: 4096 }
const types = parseAbiParameters('address, bytes, (address to, bytes data)[], uint256, uint256')
const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((array) => toHex(array))
const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((array) => toHex(array))
const question = fc.record({ to: address, data: bytes(200) })

describe('multicall request', () => {
  test('contains the bytecode and its parameters as Solidity encodes them', () => {
    fc.assert(
      fc.property(
        fc.array(question, { minLength: 1, maxLength: 5 }),
        fc.option(fc.record({ factory: address, data: bytes(200) }), { nil: undefined }),
        (questions, deployment) => {
          const parameters = encodeAbiParameters(types, [
            deployment?.factory ?? padHex('0x', { size: 20 }),
            deployment?.data ?? '0x',
            questions,
            5_000_000n,
            4096n,
          ])
          expect(encodeMulticall(questions, caps, deployment).data).toBe(
            concatHex([`0x${multicallBytecode}`, parameters]),
          )
        },
      ),
    )
  })

  test('stays within the EIP-3860 code size limit and contains every call in order', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            to: address,
            data: fc.integer({ min: 0, max: 20_000 }).map((size): Hex => `0x${'00'.repeat(size)}`),
          }),
          { maxLength: 12 },
        ),
        (questions: ContractCall[]) => {
          const parts = splitContractCallsIntoBatches(questions, undefined)
          expect(parts.flat()).toEqual(questions)
          for (const part of parts)
            expect((encodeMulticall(part, caps).data.length - 2) / 2).toBeLessThanOrEqual(49_152)
        },
      ),
      { numRuns: 30 },
    )
    const many = splitContractCallsIntoBatches(
      Array.from({ length: 1000 }, () => ({ to: `0x${'11'.repeat(20)}` as const, data: '0x12' as const })),
      undefined,
    )
    expect(many.map(({ length }) => length)).toEqual([...Array<number>(8).fill(120), 40])
    expect(() => splitContractCallsIntoBatches([{ to: '0x', data: `0x${'00'.repeat(60_000)}` }], undefined)).toThrow(
      RangeError,
    )
  })
})

describe('multicall result', () => {
  const word = (digits: string): string => digits.padStart(64, '0')
  const head = (outcome: string, size: number, delegate = ''): string =>
    `${outcome}${size.toString(16).padStart(22, '0')}${delegate.padStart(40, '0')}`
  const hash = 'ab'.repeat(32)
  const good: Hex = `0x${word('2105')}${word('1')}${head('04', 2)}${hash}beef${head('01', 0)}${word('')}${head('02', 0, 'cd'.repeat(20))}${hash}${head('03', 0)}${hash}${head('00', 0)}${hash}${head('05', 5)}${hash}556f1830ff`

  test('is decoded to one answer per call', () => {
    expect(decodeMulticallResult(good, 6, caps)).toEqual({
      chainId: '8453',
      simulated: true,
      answers: [
        { outcome: 'answered', code: { hash: `0x${hash}`, delegate: null }, data: '0xbeef' },
        { outcome: 'no-code' },
        { outcome: 'failed', code: { hash: `0x${hash}`, delegate: `0x${'cd'.repeat(20)}` } },
        { outcome: 'too-long', code: { hash: `0x${hash}`, delegate: null } },
        null,
        { outcome: 'failed', code: { hash: `0x${hash}`, delegate: null }, lookup: '0x556f1830ff' },
      ],
    })
  })

  test('S9: is rejected if a byte is missing or extra, or the number of calls differs', () => {
    for (let length = 0; length < good.length; length += 1)
      expect(decodeMulticallResult(good.slice(0, length), 6, caps)).toBeUndefined()
    for (const count of [0, 1, 5, 7]) expect(decodeMulticallResult(good, count, caps)).toBeUndefined()
    for (const more of ['00', '0', ' ', '0x', 'zz'])
      expect(decodeMulticallResult(`${good}${more}`, 6, caps)).toBeUndefined()
    for (const other of [undefined, null, 0, {}, [], '', '0x'])
      expect(decodeMulticallResult(other, 1, caps)).toBeUndefined()
  })

  test.each([
    ['a length above the read limit', `${head('04', 4097)}${hash}${'00'.repeat(4097)}`],
    ['an impossibly large length', `04${'f'.repeat(22)}${'0'.repeat(40)}${hash}`],
    ['data for a failed call', `${head('02', 2)}${hash}beef`],
    ['a lookup without the ERC-3668 selector', `${head('05', 4)}${hash}08c379a0`],
    ['an unknown outcome', `${head('06', 0)}${hash}`],
  ])('S9: is rejected if it has %s', (_name, wrong) => {
    expect(decodeMulticallResult(`0x${word('1')}${word('0')}${wrong}`, 1, caps)).toBeUndefined()
  })

  test('S9: is decoded without throwing for arbitrary bytes', () => {
    fc.assert(
      fc.property(bytes(400), fc.integer({ min: 0, max: 4 }), (returned, count) => {
        const asked = decodeMulticallResult(returned, count, caps)
        expect(asked === undefined || asked.answers.length === count).toBe(true)
      }),
    )
  })
})
