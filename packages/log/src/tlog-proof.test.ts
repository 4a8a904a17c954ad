// Tests tlog-proof files: round trips and every rule of the format.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TransparencyLogError } from './transparency-log-error.ts'
import { formatTlogProof, parseTlogProof } from './tlog-proof.ts'

const checkpoint = 'log.example/countersign\n4\nAAAA\n\n\u2014 log.example/countersign AAAA\n'
const hash = fc.uint8Array({ minLength: 32, maxLength: 32 })

test('parsing a formatted tlog-proof gives the same proof', () => {
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

test('formats each line of a tlog-proof as the standard specifies', () => {
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
  ['no content', ''],
  ['another version', sound.replace('@v1', '@v2')],
  ['no blank line', sound.replaceAll('\n\n', '\n')],
  ['no checkpoint', `${sound.slice(0, sound.indexOf('\n\n'))}\n\n`],
  ['no index', sound.replace('index 7\n', '')],
  ['a leading zero in the index', sound.replace('index 7', 'index 07')],
  ['a negative index', sound.replace('index 7', 'index -7')],
  ['a space after the index', sound.replace('index 7', 'index 7 ')],
  ['an extra line that is not base64', sound.replace('index', 'extra !\nindex')],
  ['an extra line after the index', sound.replace('index 7', 'index 7\nextra AAAA')],
  ['a hash that is too short', sound.replace('AAAA', '')],
  ['a non-canonical hash', sound.replace(/AAA=/, 'AAB=')],
  ['CRLF line ends', sound.replaceAll('\n', '\r\n')],
  [
    'more hashes than the maximum tree height',
    sound.replace('index 7\n', `index 7\n${`${'A'.repeat(43)}=\n`.repeat(64)}`),
  ],
])('refuses a tlog-proof with %s', (_, text) => {
  expect(() => parseTlogProof(text)).toThrow(expect.objectContaining({ code: 'proof.malformed' }))
  expect(() => parseTlogProof(text)).toThrow(TransparencyLogError)
})
