import { wrapErc6492Signature } from '../../testing/src/chain/contract-signature-test-steps.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeHex } from './hex-encoding.ts'
import { parseErc6492Signature } from './parse-erc6492-signature.ts'

const bytes = (minLength: number, maxLength: number) =>
  fc.uint8Array({ minLength, maxLength }).map((array) => `0x${encodeHex(array)}` as const)
const factory = bytes(20, 20)

const mark = '6492'.repeat(16)
const word = (value: number): string => value.toString(16).padStart(64, '0')

test('S6 a wrapper that an encoder wrote is opened to what was put in', () => {
  fc.assert(
    fc.property(factory, bytes(0, 300), bytes(1, 300), (address, factoryData, signature) => {
      expect(parseErc6492Signature(wrapErc6492Signature({ factory: address, factoryData }, signature))).toEqual({
        signature,
        deployment: { factory: address, data: factoryData },
      })
    }),
  )
})

test('a signature without the mark is what it is, also the empty one', () => {
  for (const signature of ['0x', '0x12', '0xABcd', `0x${mark}00`, `0x${mark.slice(2)}`, `0x${'00'.repeat(65)}`]) {
    expect(parseErc6492Signature(signature)).toEqual({ signature, deployment: null })
  }
})

test('what is not pairs of hexadecimal digits is refused', () => {
  for (const text of ['', '0', '0x1', '1234', '0X12', '0x1g', ' 0x12', '0x12 ', '0x12\n', undefined, null, {}])
    expect(parseErc6492Signature(text as string)).toBe('not_hex')
})

test('S6 every wrapper that differs in one digit is opened to something else, or refused', () => {
  const inner = `0x${'11'.repeat(65)}` as const
  const whole = wrapErc6492Signature({ factory: `0x${'22'.repeat(20)}`, factoryData: `0x${'33'.repeat(70)}` }, inner)
  const opened = JSON.stringify(parseErc6492Signature(whole))
  for (let place = 2; place < whole.length; place += 1) {
    const digit = whole[place] === '0' ? '1' : '0'
    const changed = parseErc6492Signature(`${whole.slice(0, place)}${digit}${whole.slice(place + 1)}`)
    expect(JSON.stringify(changed), `at ${place}`).not.toBe(opened)
  }
})

describe('S6 a wrapper is refused', () => {
  const address = `${'0'.repeat(24)}${'22'.repeat(20)}`
  const data = `${word(4)}${'deadbeef'.padEnd(64, '0')}`
  const signature = `${word(2)}${'1234'.padEnd(64, '0')}`
  const good = `0x${address}${word(96)}${word(160)}${data}${signature}${mark}`

  test('(and this one is not)', () => {
    expect(parseErc6492Signature(good)).toEqual({
      signature: '0x1234',
      deployment: { factory: `0x${'22'.repeat(20)}`, data: '0xdeadbeef' },
    })
    expect(parseErc6492Signature(`0x${good.slice(2).toUpperCase()}`)).toEqual(parseErc6492Signature(good))
  })

  test.each([
    ['that is nothing but the mark', `0x${mark}`],
    ['with bytes before the factory', good.replace(address, `${'1'.padStart(24, '0')}${'22'.repeat(20)}`)],
    ['whose parts stand in the other order', `0x${address}${word(160)}${word(96)}${signature}${data}${mark}`],
    ['whose parts are one and the same', `0x${address}${word(96)}${word(96)}${data}${mark}`],
    ['whose first offset points into the head', good.replace(word(96), word(64))],
    ['whose offsets leave a gap', `0x${address}${word(128)}${word(192)}${word(0)}${data}${signature}${mark}`],
    ['with a word behind the signature', good.replace(mark, `${word(0)}${mark}`)],
    ['with a byte behind the signature', good.replace(mark, `00${mark}`)],
    ['whose padding is not zero', good.replace('deadbeef00', 'deadbeef01')],
    ['whose signature is longer than what there is', good.replace(word(2), word(33))],
    ['whose signature is cut off', `${good.slice(0, -mark.length - 64)}${mark}`],
    ['with a length beyond every number', good.replace(word(2), 'f'.repeat(64))],
    ['with a length that wraps around', good.replace(word(2), '1'.padEnd(64, '0'))],
    ['whose signature is empty', `0x${address}${word(96)}${word(160)}${data}${word(0)}${mark}`],
  ])('%s', (_name, wrapper) => {
    expect(parseErc6492Signature(wrapper)).toBe('wrapper_malformed')
  })

  test('that holds another, however deep', () => {
    const twice = wrapErc6492Signature({ factory: `0x${'22'.repeat(20)}`, factoryData: '0x' }, good as `0x${string}`)
    const thrice = wrapErc6492Signature({ factory: `0x${'22'.repeat(20)}`, factoryData: '0x' }, twice)
    expect([parseErc6492Signature(twice), parseErc6492Signature(thrice)]).toEqual(['wrapper_nested', 'wrapper_nested'])
  })

  test('or opened, whatever it is, without an error', () => {
    fc.assert(
      fc.property(bytes(0, 400), (body) => {
        const opened = parseErc6492Signature(`${body}${mark}`)
        expect(opened === 'wrapper_malformed' || opened === 'wrapper_nested' || typeof opened === 'object').toBe(true)
      }),
    )
  })
})
