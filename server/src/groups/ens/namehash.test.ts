// Tests that namehash and normalization give the same results as another library.
import { ens_normalize as normalize } from '@adraffy/ens-normalize'
import fc from 'fast-check'
import { namehash as reference, normalize as referenceNormalize } from 'viem/ens'
import { expect, test } from 'vitest'
import { namehash } from './namehash.ts'

test('namehash matches the ERC-137 examples', () => {
  expect(namehash('')).toBe(`0x${'0'.repeat(64)}`)
  expect(namehash('eth')).toBe('0x93cdeb708b7545dc668eb9280176169d1c33cfd8ed6f04690a0bcc88a93fc4ae')
  expect(namehash('foo.eth')).toBe('0xde9b09fd7c5f901e23a3f19fecc54828e9c848539801e86591bd9801b019f84f')
})

const odd = [
  'a..eth',
  '.',
  '.eth',
  'eth.',
  'Alice.eth',
  'ALICE.ETH',
  'älice.eth',
  'a\u0308lice.eth',
  'аlice.eth',
  '👩‍🚀.eth',
  '1️⃣.eth',
  'a\u200db.eth',
  'a\u00adb.eth',
  'faß.eth',
  'ss.eth',
  '_a.eth',
  'a_b.eth',
  'a b.eth',
  'xn--ls8h.eth',
  '[abc].eth',
  `[${'zz'.repeat(32)}].eth`,
  '\ud800.eth',
  '\u0000.eth',
  `${'a'.repeat(300)}.eth`,
  '70997970c51812dc3a010c7d01b50e0d17dc79c8.addr.reverse',
  'ω.eth',
  '０１.eth',
  '。.eth',
  'a。eth',
  '\ufeffa.eth',
  'עברית.eth',
]

test.each(odd)('namehash and normalization of %j match viem', (name) => {
  expect(namehash(name)).toBe(reference(name))
  expect(outcome(() => normalize(name))).toBe(outcome(() => referenceNormalize(name)))
})

test('namehash and normalization of any text match viem', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'grapheme' }),
        fc.array(fc.string()).map((labels) => labels.join('.')),
      ),
      (name) => {
        expect(namehash(name)).toBe(reference(name))
        expect(outcome(() => normalize(name))).toBe(outcome(() => referenceNormalize(name)))
      },
    ),
  )
})

// viem treats such a label as an existing hash; contracts do not. The server never looks up such a
// name.
test('namehash treats a bracketed hash as ordinary text', () => {
  const name = `[${'ab'.repeat(32)}].eth`
  expect(namehash(name)).not.toBe(reference(name))
  expect(outcome(() => normalize(name))).toBeNull()
})

function outcome(run: () => string): string | null {
  try {
    return run()
  } catch {
    return null
  }
}
