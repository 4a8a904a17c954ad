// Compares the readers of signed bytes with readers generated from packages/proof/grammar. Set
// COUNTERSIGN_FUZZ_RUNS to compare more inputs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateGrammarParser } from '@countersign/message/generate-grammar-parser'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseBitcoinScript } from './bip122/parse-bitcoin-script.ts'
import type { ParsedBitcoinScript } from './bip122/parse-bitcoin-script.ts'
import { concatBytes } from './bip122/bitcoin-byte-reader.ts'
import { parseSolanaOffchainMessage } from './solana/parse-solana-offchain-message.ts'

const numRuns = Number(process.env['COUNTERSIGN_FUZZ_RUNS'] ?? 3000)

function generate(file: string, addition = ''): (rule: string, bytes: Uint8Array) => boolean {
  const accepts = generateGrammarParser(readFileSync(join(import.meta.dirname, '../grammar', file), 'utf8') + addition)
  return (rule, bytes) => accepts(rule, [...bytes])
}

const bytes = (...parts: readonly (Uint8Array | number)[]): Uint8Array =>
  concatBytes(...parts.map((part) => (typeof part === 'number' ? Uint8Array.of(part) : part)))

/** Removes, repeats, replaces or inserts single bytes, or cuts the end. */
const mutate = (sound: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> =>
  fc
    .tuple(sound, fc.constantFrom('none', 'remove', 'replace', 'insert', 'cut', 'flip'), fc.nat(), fc.nat(255))
    .map(([given, change, position, byte]) => {
      const at = given.length === 0 ? 0 : position % given.length
      const rest = given.subarray(at + 1)
      if (change === 'none') return given
      if (change === 'cut') return given.subarray(0, at)
      if (change === 'insert') return bytes(given.subarray(0, at), byte, given.subarray(at))
      if (change === 'flip') return bytes(given.subarray(0, at), (given[at] ?? 0) ^ (1 << (byte % 8)), rest)
      return change === 'remove' ? bytes(given.subarray(0, at), rest) : bytes(given.subarray(0, at), byte, rest)
    })

const ofLength = (length: number): fc.Arbitrary<Uint8Array> => fc.uint8Array({ minLength: length, maxLength: length })

describe('the reader of Solana off-chain messages', () => {
  const accepts = generate('solana-offchain-envelope.abnf')
  const domain = Uint8Array.of(0xff, ...Buffer.from('solana offchain'))
  const asciiText = fc
    .array(fc.integer({ min: 0x1f, max: 0x7f }), { minLength: 0, maxLength: 60 })
    .map((codes) => Uint8Array.from(codes))
  const text = fc.oneof(asciiText, fc.uint8Array({ maxLength: 60 }), fc.constantFrom(1232, 1233, 9000).map(longText))
  const version0 = fc
    .tuple(ofLength(32), fc.constantFrom(0, 1, 2), fc.constantFrom(0, 1, 1, 1, 2), ofLength(64), text)
    .map(([application, format, count, signers, content]) =>
      bytes(
        domain,
        0,
        application,
        format,
        count,
        signers.subarray(0, count * 32),
        content.length & 255,
        content.length >> 8,
        content,
      ),
    )
  const version1 = fc
    .tuple(fc.constantFrom(0, 1, 1, 1, 2), ofLength(64), text)
    .map(([count, signers, content]) => bytes(domain, 1, count, signers.subarray(0, count * 32), content))
  const oldHeader = text.map((content) => bytes(domain, 0, 0, content.length & 255, content.length >> 8, content))

  test('agrees with a reader generated from the grammar on valid and mutated messages', () => {
    const seen = { accepted: 0, refused: 0 }
    fc.assert(
      fc.property(mutate(fc.oneof(version0, version1, version0, oldHeader)), (message) => {
        const read = parseSolanaOffchainMessage(message)
        const isAccepted = typeof read !== 'string' && read.signers.length === 1
        seen[isAccepted ? 'accepted' : 'refused'] += 1
        // The length is the only rule that the grammar cannot express.
        const isLengthRight = message[16] !== 0 || message[83]! + message[84]! * 256 === message.length - 85
        if (isAccepted !== (accepts('offchain', message) && isLengthRight))
          throw new Error(Buffer.from(message).toString('hex'))
      }),
      { numRuns },
    )
    expect(seen.accepted).toBeGreaterThan(numRuns / 10)
    expect(seen.refused).toBeGreaterThan(numRuns / 10)
  })
})

function longText(length: number): Uint8Array {
  return new Uint8Array(length).fill(0x61)
}

const hexByte = (byte: number): string => `%x${byte.toString(16).padStart(2, '0')}`
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1)
const encodeNumber = (value: number): Uint8Array =>
  value <= 16 ? Uint8Array.of(0x50 + value) : Uint8Array.of(1, value)
const numberRule = (value: number): string => [...encodeNumber(value)].map(hexByte).join(' ')

// A grammar cannot count, so each length of a push and each number of keys is an alternative.
const countedRules = `
push    = %x00 / ${upTo(75)
  .map((length) => `${hexByte(length)} ${length}OCTET`)
  .join(' / ')}
${upTo(20)
  .map(
    (count) => `m-${count} = ${upTo(count).map(numberRule).join(' / ')}
multi-${count} = m-${count} ${count}key ${numberRule(count)} %xAE
multi-a-${count} = tap-key %xAC ${count > 1 ? `${count - 1}( tap-key %xBA )` : ''} m-${count} %x9C
`,
  )
  .join('')}
multi   = ${upTo(20)
  .map((count) => `multi-${count}`)
  .join(' / ')}
multi-a = ${upTo(20)
  .map((count) => `multi-a-${count}`)
  .join(' / ')}
`

const isSupported = (read: ParsedBitcoinScript | null): boolean =>
  read?.kind === 'either'
    ? isSupported(read.ifTrue) || isSupported(read.ifFalse)
    : read !== null && read.kind !== 'delayed'

describe('the reader of Bitcoin scripts', () => {
  const accepts = generate('bitcoin-script.abnf', countedRules)

  const key = fc.tuple(fc.constantFrom(2, 3), ofLength(32)).map(([form, x]) => bytes(33, form, x))
  const tapKey = ofLength(32).map((x) => bytes(32, x))
  const number = fc.oneof(
    fc.integer({ min: 1, max: 16 }).map(encodeNumber),
    fc
      .constantFrom(
        [1, 17],
        [1, 0x7f],
        [2, 0x80, 0],
        [2, 0xf4, 1],
        [3, 0xff, 0xff, 0x40],
        [2, 1, 0],
        [1, 16],
        [1, 0x80],
      )
      .map((code) => Uint8Array.from(code)),
  )
  const multisig = fc
    .tuple(fc.integer({ min: 1, max: 21 }), fc.array(key, { minLength: 1, maxLength: 21 }), fc.constantFrom(0, 0, 0, 1))
    .map(([needed, keys, added]) =>
      bytes(encodeNumber(Math.min(needed, keys.length + added)), ...keys, encodeNumber(keys.length + added), 0xae),
    )
  const single = key.map((one) => bytes(one, 0xac))
  const keyHash = ofLength(20).map((hash) => bytes(0x76, 0xa9, 20, hash, 0x88, 0xac))
  const all = (of: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> =>
    fc
      .array(of, { minLength: 1, maxLength: 3 })
      .map((keys) => bytes(...keys.map((one) => bytes(one, 0xad)).slice(1), keys[0]!, 0xac))
  const branch = fc.oneof(
    fc.tuple(keyHash, number).map(([condition, delay]) => bytes(condition.subarray(0, -1), 0xad, delay, 0xb2)),
    fc.tuple(key, number).map(([one, delay]) => bytes(one, 0xad, delay, 0xb2)),
    fc
      .tuple(keyHash, keyHash, number)
      .map(([one, other, delay]) => bytes(one, 0x6b, other, 0x6c, 0x93, 0x52, 0x88, delay, 0xb2)),
    fc.tuple(single, single).map(([one, other]) => bytes(0x63, one, 0x67, other, 0x68)),
    fc.array(fc.nat(255), { maxLength: 6 }).map((codes) => Uint8Array.from(codes)),
  )
  const withRecoveryPath = fc
    .tuple(fc.oneof(single, keyHash, multisig), branch)
    .map(([first, second]) => bytes(first, 0x73, 0x64, second, 0x68))
  const timelockedOf = (of: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> =>
    fc.tuple(of, number, of).map(([now, delay, later]) => bytes(0x63, now, 0x67, delay, 0xb2, 0x75, later, 0x68, 0xac))
  const eitherOf = (known: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> =>
    fc
      .tuple(fc.oneof(known, branch), fc.oneof(known, branch))
      .map(([first, second]) => bytes(0x63, first, 0x67, second, 0x68))
  const v0 = fc.oneof(single, keyHash, multisig, all(key), withRecoveryPath, timelockedOf(key))
  const leaf = fc.oneof(
    tapKey.map((one) => bytes(one, 0xac)),
    keyHash,
    all(tapKey),
    fc
      .tuple(tapKey, fc.array(tapKey, { maxLength: 20 }), fc.integer({ min: 0, max: 21 }))
      .map(([first, more, needed]) =>
        bytes(first, 0xac, ...more.map((one) => bytes(one, 0xba)), encodeNumber(needed), 0x9c),
      ),
    timelockedOf(tapKey),
    fc.tuple(tapKey, number).map(([one, delay]) => bytes(one, 0xad, delay, 0xb2)),
  )

  test.each([
    ['p2wsh', fc.oneof(v0, v0, eitherOf(v0), eitherOf(eitherOf(v0)))],
    ['tapscript', fc.oneof(leaf, leaf, eitherOf(leaf), v0)],
  ] as const)('agrees with a reader generated from the grammar on %s scripts', (context, scripts) => {
    const seen = { accepted: 0, refused: 0 }
    fc.assert(
      fc.property(mutate(scripts), (script) => {
        const isAccepted = isSupported(parseBitcoinScript(script, context))
        seen[isAccepted ? 'accepted' : 'refused'] += 1
        if (isAccepted !== accepts(context, script)) throw new Error(Buffer.from(script).toString('hex'))
      }),
      { numRuns },
    )
    expect(seen.accepted).toBeGreaterThan(numRuns / 10)
    expect(seen.refused).toBeGreaterThan(numRuns / 10)
  })
})
