// Proofs as files: what is written is read again, and each rule of the format is held.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TransparencyLogError } from './transparency-log-error.ts'
import { formatTlogProof, parseTlogProof } from './tlog-proof.ts'

const checkpoint = 'log.example/countersign\n4\nAAAA\n\n\u2014 log.example/countersign AAAA\n'
const hash = fc.uint8Array({ minLength: 32, maxLength: 32 })

test('what is written is read again', () => {
  fc.assert(
    fc.property(
      fc.option(fc.uint8Array(), { nil: undefined }),
      fc.maxSafeNat(),
      fc.array(hash, { maxLength: 64 }),
      (extra, index, proof) => {
        const read = parseTlogProof(formatTlogProof({ extra, index, proof, checkpoint }))
        expect(read).toEqual({ ...(extra !== undefined && { extra }), index, proof, checkpoint })
      },
    ),
  )
})

test('has the form of the standard, line for line', () => {
  const proof = [new Uint8Array(32), new Uint8Array(32).fill(255)]
  expect(formatTlogProof({ extra: new TextEncoder().encode('a line'), index: 73_894, proof, checkpoint }))
    .toMatchInlineSnapshot(`
      "c2sp.org/tlog-proof@v1
      extra YSBsaW5l
      index 73894
      AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
      //////////////////////////////////////////8=

      log.example/countersign
      4
      AAAA

      — log.example/countersign AAAA
      "
    `)
})

const sound = formatTlogProof({ index: 7, proof: [new Uint8Array(32)], checkpoint })

test.each([
  ['nothing', ''],
  ['another version', sound.replace('@v1', '@v2')],
  ['no blank line', sound.replaceAll('\n\n', '\n')],
  ['no checkpoint', `${sound.slice(0, sound.indexOf('\n\n'))}\n\n`],
  ['no index', sound.replace('index 7\n', '')],
  ['a second spelling of an index', sound.replace('index 7', 'index 07')],
  ['an index below zero', sound.replace('index 7', 'index -7')],
  ['something behind the index', sound.replace('index 7', 'index 7 ')],
  ['extra that is not base64', sound.replace('index', 'extra !\nindex')],
  ['extra behind the index', sound.replace('index 7', 'index 7\nextra AAAA')],
  ['a hash that is too short', sound.replace('AAAA', '')],
  ['a second spelling of a hash', sound.replace(/AAA=/, 'AAB=')],
  ['line ends of another kind', sound.replaceAll('\n', '\r\n')],
  ['more hashes than any tree is high', sound.replace('index 7\n', `index 7\n${`${'A'.repeat(43)}=\n`.repeat(64)}`)],
])('%s is refused', (_, text) => {
  expect(() => parseTlogProof(text)).toThrow(expect.objectContaining({ code: 'proof.malformed' }))
  expect(() => parseTlogProof(text)).toThrow(TransparencyLogError)
})
