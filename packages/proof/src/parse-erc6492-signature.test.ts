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

test('S6: unwraps ERC-6492 signatures that were wrapped by an independent encoder', () => {
  fc.assert(
    fc.property(factory, bytes(0, 300), bytes(1, 300), (address, factoryData, signature) => {
      expect(parseErc6492Signature(wrapErc6492Signature({ factory: address, factoryData }, signature))).toEqual({
        signature,
        deployment: { factory: address, data: factoryData },
      })
    }),
  )
})

test('returns a signature that does not end with the ERC-6492 suffix unchanged, even if it is empty', () => {
  for (const signature of ['0x', '0x12', '0xABcd', `0x${mark}00`, `0x${mark.slice(2)}`, `0x${'00'.repeat(65)}`]) {
    expect(parseErc6492Signature(signature)).toEqual({ signature, deployment: null })
  }
})

test('refuses an ERC-6492 signature that is not pairs of hexadecimal digits', () => {
  for (const text of ['', '0', '0x1', '1234', '0X12', '0x1g', ' 0x12', '0x12 ', '0x12\n', undefined, null, {}])
    expect(parseErc6492Signature(text as string)).toBe('not_hex')
})

test('S6: changing any digit of an ERC-6492 wrapper gives another result or a refusal', () => {
  const inner = `0x${'11'.repeat(65)}` as const
  const whole = wrapErc6492Signature({ factory: `0x${'22'.repeat(20)}`, factoryData: `0x${'33'.repeat(70)}` }, inner)
  const opened = JSON.stringify(parseErc6492Signature(whole))
  for (let place = 2; place < whole.length; place += 1) {
    const digit = whole[place] === '0' ? '1' : '0'
    const changed = parseErc6492Signature(`${whole.slice(0, place)}${digit}${whole.slice(place + 1)}`)
    expect(JSON.stringify(changed), `at ${place}`).not.toBe(opened)
  }
})

describe('S6: ERC-6492 wrapper validation', () => {
  const address = `${'0'.repeat(24)}${'22'.repeat(20)}`
  const data = `${word(4)}${'deadbeef'.padEnd(64, '0')}`
  const signature = `${word(2)}${'1234'.padEnd(64, '0')}`
  const good = `0x${address}${word(96)}${word(160)}${data}${signature}${mark}`

  test('accepts the well-formed wrapper', () => {
    expect(parseErc6492Signature(good)).toEqual({
      signature: '0x1234',
      deployment: { factory: `0x${'22'.repeat(20)}`, data: '0xdeadbeef' },
    })
    expect(parseErc6492Signature(`0x${good.slice(2).toUpperCase()}`)).toEqual(parseErc6492Signature(good))
  })

  test.each([
    ['with only the suffix', `0x${mark}`],
    ['with bytes before the factory', good.replace(address, `${'1'.padStart(24, '0')}${'22'.repeat(20)}`)],
    ['with its parts in reverse order', `0x${address}${word(160)}${word(96)}${signature}${data}${mark}`],
    ['with the same offset for both parts', `0x${address}${word(96)}${word(96)}${data}${mark}`],
    ['with an offset into the head', good.replace(word(96), word(64))],
    ['with a gap before its parts', `0x${address}${word(128)}${word(192)}${word(0)}${data}${signature}${mark}`],
    ['with a word after the signature', good.replace(mark, `${word(0)}${mark}`)],
    ['with a byte after the signature', good.replace(mark, `00${mark}`)],
    ['with nonzero padding', good.replace('deadbeef00', 'deadbeef01')],
    ['with a signature length beyond the data', good.replace(word(2), word(33))],
    ['with a truncated signature', `${good.slice(0, -mark.length - 64)}${mark}`],
    ['with the largest possible length', good.replace(word(2), 'f'.repeat(64))],
    ['with a length that overflows', good.replace(word(2), '1'.padEnd(64, '0'))],
    ['with an empty signature', `0x${address}${word(96)}${word(160)}${data}${word(0)}${mark}`],
  ])('refuses a wrapper %s', (_name, wrapper) => {
    expect(parseErc6492Signature(wrapper)).toBe('wrapper_malformed')
  })

  test('refuses nested wrappers at any depth', () => {
    const twice = wrapErc6492Signature({ factory: `0x${'22'.repeat(20)}`, factoryData: '0x' }, good as `0x${string}`)
    const thrice = wrapErc6492Signature({ factory: `0x${'22'.repeat(20)}`, factoryData: '0x' }, twice)
    expect([parseErc6492Signature(twice), parseErc6492Signature(thrice)]).toEqual(['wrapper_nested', 'wrapper_nested'])
  })

  test('never throws for arbitrary bytes before the suffix', () => {
    fc.assert(
      fc.property(bytes(0, 400), (body) => {
        const opened = parseErc6492Signature(`${body}${mark}`)
        expect(opened === 'wrapper_malformed' || opened === 'wrapper_nested' || typeof opened === 'object').toBe(true)
      }),
    )
  })
})
