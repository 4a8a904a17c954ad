import { validEthereumMessageExample } from '@countersign/message/message-error-examples'
import { signEthereumMessage, ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { messageInspectorExamples } from './message-inspector-examples.ts'
import { signedEthereumMessageExample } from './message-inspector-scenario-examples.ts'
import { inspectMessageSignature } from './inspect-message-signature.ts'

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const signature = signEthereumMessage(ethereumTestKeys.alice, signedEthereumMessageExample)
const [r, s] = [signature.slice(2, 66), signature.slice(66, 130)]
const hex = (number: bigint): string => number.toString(16).padStart(64, '0')
const highS = hex(order - BigInt(`0x${s}`))
const alice = ethereumTestKeys.alice.address

describe('signature forms', () => {
  test.each([
    ['plain', signature, { form: 'plain', bytes: 65, v: 27, signer: alice, matches: true, flaws: [] }],
    ['with surrounding white space', `\n${signature}  \n`, { form: 'plain', signer: alice, flaws: [] }],
    ['without 0x', signature.slice(2), { form: 'plain', signer: alice, flaws: ['prefix-missing'] }],
    ['with 0X', signature.replace('0x', '0X'), { form: 'plain', signer: alice, flaws: ['prefix-missing'] }],
    ['in uppercase', `0x${signature.slice(2).toUpperCase()}`, { form: 'plain', signer: alice, flaws: [] }],
    ['compact', `0x${r}${s}`, { form: 'compact', bytes: 64, v: 27, signer: alice, matches: true, flaws: [] }],
    [
      'truncated by two bytes',
      signature.slice(0, -4),
      { form: 'other', bytes: 63, signer: null, likelyContract: true },
    ],
    ['of two bytes', '0x1234', { form: 'other', bytes: 2, signer: null, likelyContract: true }],
    ['of zero bytes', '0x', { form: 'other', bytes: 0, likelyContract: true }],
    [
      'of two owners',
      `0x${`${r}${s}1b`.repeat(2)}`,
      { form: 'other', bytes: 130, signer: null, matches: null, likelyContract: true },
    ],
    ['with an odd number of digits', '0x123', { form: 'not-hexadecimal', bytes: 0, flaws: [] }],
    ['empty', '', { form: 'not-hexadecimal', flaws: [] }],
    ['with a letter that is not hexadecimal', signature.replace('2', 'g'), { form: 'not-hexadecimal', signer: null }],
  ])('recognizes the form of a signature: %s', (_, text, finding) => {
    expect(inspectMessageSignature(text, signedEthereumMessageExample)).toMatchObject(finding)
  })

  test('a compact signature contains its recovery ID in the top bit of s (EIP-2098)', () => {
    const byBob = signEthereumMessage(ethereumTestKeys.bob, signedEthereumMessageExample)
    expect(byBob.endsWith('1c')).toBe(true)
    const upper = hex(BigInt(`0x${byBob.slice(66, 130)}`) | (1n << 255n))
    const finding = { form: 'compact', v: 28, signer: ethereumTestKeys.bob.address, matches: false }
    expect(inspectMessageSignature(byBob.slice(0, 66) + upper, signedEthereumMessageExample)).toMatchObject(finding)
  })
})

describe('signature flaws', () => {
  test.each([
    ['v of 0', `0x${r}${s}00`, { flaws: ['v-not-27-or-28'], v: 0, signer: alice }],
    ['v of EIP-155 for chain 1', `0x${r}${s}25`, { flaws: ['v-not-27-or-28'], v: 37, signer: alice }],
    [
      'v of 29',
      `0x${r}${s}1d`,
      { flaws: ['v-not-27-or-28'], v: 29, signer: null, matches: null, likelyContract: true },
    ],
    ['v of 2', `0x${r}${s}02`, { flaws: ['v-not-27-or-28'], v: 2, signer: null, likelyContract: true }],
    ['v of 34', `0x${r}${s}22`, { flaws: ['v-not-27-or-28'], v: 34, signer: null, likelyContract: true }],
    ['v of 35', `0x${r}${s}23`, { flaws: ['v-not-27-or-28'], v: 35, signer: alice, likelyContract: false }],
    ['a high s with the other v', `0x${r}${highS}1c`, { flaws: ['high-s'], signer: alice, matches: true }],
    ['r of zero', `0x${hex(0n)}${s}1b`, { flaws: ['r-out-of-range'], signer: null }],
    ['r of the order', `0x${hex(order)}${s}1b`, { flaws: ['r-out-of-range'], signer: null }],
    ['s of zero', `0x${r}${hex(0n)}1b`, { flaws: ['s-out-of-range'], signer: null }],
    ['s of the order', `0x${r}${hex(order)}1b`, { flaws: ['s-out-of-range'], signer: null }],
    ['an r that is not on the curve', `0x${hex(5n)}${s}1b`, { flaws: ['no-key'], signer: null }],
  ])('reports %s', (_, text, finding) => {
    expect(inspectMessageSignature(text, signedEthereumMessageExample)).toMatchObject(finding)
  })
})

describe('the signer of an inspected message', () => {
  test('is recovered from the exact text, even if the message is malformed', () => {
    const text = signedEthereumMessageExample.replace('Version: 1', 'Version: 2').replaceAll('\n', '\r\n')
    expect(inspectMessageSignature(signEthereumMessage(ethereumTestKeys.alice, text), text)).toMatchObject({
      signer: alice,
      matches: true,
    })
    expect(inspectMessageSignature(signEthereumMessage(ethereumTestKeys.bob, text), text)).toMatchObject({
      signer: ethereumTestKeys.bob.address,
      matches: false,
    })
  })

  test('is compared with a lowercase address in the message', () => {
    const text = signedEthereumMessageExample.replace(alice, alice.toLowerCase())
    expect(inspectMessageSignature(signEthereumMessage(ethereumTestKeys.alice, text), text)).toMatchObject({
      signer: alice,
      matches: true,
    })
  })

  test('is not compared if the text has no address', () => {
    const text = 'Any other text — signed.'
    expect(inspectMessageSignature(signEthereumMessage(ethereumTestKeys.alice, text), text)).toMatchObject({
      signer: alice,
      matches: null,
    })
  })

  test('is null if the text cannot be encoded', () => {
    expect(inspectMessageSignature(signature, signedEthereumMessageExample + '\ud800')).toMatchObject({
      signer: null,
      flaws: ['no-key'],
    })
  })

  test('is the address of the signing key for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom(...Object.values(ethereumTestKeys)), (text, key) => {
        expect(inspectMessageSignature(signEthereumMessage(key, text), text).signer).toBe(key.address)
      }),
      { numRuns: 30 },
    )
  })
})

describe('ERC-6492 signatures', () => {
  const wrapped = messageInspectorExamples.find(({ name }) => name === 'signed-by-undeployed-contract')!.signature!

  test('unpacks the wrapper without recovering a signer', () => {
    expect(inspectMessageSignature(wrapped, signedEthereumMessageExample)).toEqual({
      form: 'wrapped',
      bytes: 320,
      flaws: [],
      v: null,
      signer: null,
      matches: null,
      likelyContract: true,
      wrapper: { factory: '0x4e59b44847b379578588920cA78FbF26c0B4956C', factoryDataBytes: 4, inner: signature },
    })
  })

  test.each([
    ['the suffix alone', `0x${'6492'.repeat(16)}`],
    ['65 bytes that end in the suffix', `0x${'00'.repeat(33)}${'6492'.repeat(16)}`],
    ['an offset beyond the end', wrapped.replace(hex(0x60n), hex(0x6000n))],
    ['an offset of the largest possible value', wrapped.replace(hex(0x60n), 'f'.repeat(64))],
    ['an offset into the head', wrapped.replace(hex(0x60n), hex(0n))],
    ['a length beyond the end', wrapped.replace(hex(0x41n), hex(0x410n))],
    ['a factory longer than an address', wrapped.replace('0x00', '0x01')],
  ])('reports an unreadable wrapper: %s', (_, text) => {
    expect(inspectMessageSignature(text, validEthereumMessageExample)).toMatchObject({
      form: 'wrapped',
      wrapper: null,
      flaws: ['wrapper-unreadable'],
      likelyContract: true,
    })
  })

  test('recognizes the ERC-6492 suffix after arbitrary bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(inspectMessageSignature(`0x${Buffer.from(bytes).toString('hex')}${'6492'.repeat(16)}`, '').form).toBe(
          'wrapped',
        )
      }),
    )
  })
})
