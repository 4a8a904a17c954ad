// S16: runs all public BIP-322 test vectors and checks the reason for each refusal
// (packages/proof/vectors).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifyBitcoinSignature } from './bip122/verify-bitcoin-signature.ts'
import { verifyBip322 } from './bip122/verify-bip322.ts'
import { bip322TestVectorChecks } from './bip322-test-vector-checks.ts'

interface Vector {
  message: string
  address: string
  signature?: string
  bip322_signatures?: string[]
  description?: string
}
type Vectors = Record<string, Vector[]>

const read = (name: string): Vectors =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, '../vectors/bip322', `${name}-test-vectors.json`), 'utf8'),
  ) as Vectors
const files = { basic: read('basic'), generated: read('generated') }
const run = (kind: string, vector: unknown): string | null => bip322TestVectorChecks[kind]!.run(vector as never)

test('all BIP-322 test vectors are present', () => {
  const counts = Object.entries(files).map(([name, content]) => [
    name,
    Object.fromEntries(Object.entries(content).map(([kind, vectors]) => [kind, vectors.length])),
  ])
  expect(Object.fromEntries(counts)).toEqual({
    basic: { tx_hashes: 3, simple: 4, error: 8 },
    generated: { simple: 4, full: 10, proof_of_funds: 3, error: 28 },
  })
})

describe.each(Object.entries(files))('%s BIP-322 vectors', (_, content) => {
  test.each(Object.keys(content))('every %s vector has the expected result', (kind) => {
    expect(content[kind]!.map((vector) => run(kind, vector))).toEqual(content[kind]!.map(() => null))
  })

  test('S16: refuses each signature for every other address and text in the file', () => {
    const signed = Object.values(content).flatMap((vectors) => vectors.filter((one) => one.bip322_signatures))
    for (const { bip322_signatures: signatures = [], address, message } of signed)
      for (const other of signed) {
        if (other.address === address && other.message === message) continue
        for (const signature of signatures)
          expect(verifyBip322(other.message, signature, other.address).outcome).toBe('refused')
      }
  })
})

test('S16: refuses BIP-322 vectors with bytes removed, inserted, repeated or changed', () => {
  const signed = Object.values(files)
    .flatMap((content) => Object.values(content).flat())
    .flatMap(({ message, address, bip322_signatures: signatures = [] }) =>
      signatures.filter((one) => !one.startsWith('pof')).map((signature) => ({ message, address, signature })),
    )
  const change = fc.record({
    at: fc.nat(),
    taken: fc.nat(40),
    put: fc.array(fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 0x50, 0x51, 0xac, 0xae, 0xfd, 0xfe, 0xff)), {
      maxLength: 3,
    }),
    isDoubled: fc.boolean(),
  })
  fc.assert(
    fc.property(
      fc.constantFrom(...signed),
      fc.array(change, { minLength: 1, maxLength: 3 }),
      ({ message, address, signature }, changes) => {
        const prefix = /^(?:smp|ful)?/.exec(signature)![0]
        const sound = [...Buffer.from(signature.slice(prefix.length), 'base64')]
        const bytes = changes.reduce((kept, { at, taken, put, isDoubled }) => {
          const start = at % (kept.length + 1)
          const piece = kept.slice(start, start + taken)
          return kept.toSpliced(start, isDoubled ? 0 : taken, ...put, ...(isDoubled ? piece : []))
        }, sound)
        if (Buffer.from(bytes).equals(Buffer.from(sound))) return
        expect(verifyBip322(message, prefix + Buffer.from(bytes).toString('base64'), address).outcome).toBe('refused')
      },
    ),
    { numRuns: 2000 },
  )
})

test('refuses each invalid BIP-322 vector with its specific reason', () => {
  const reasonOf = ({ message, signature = '', address }: Vector): string => {
    const verdict = verifyBip322(message, signature, address)
    return verdict.outcome === 'refused' ? verdict.reason : verdict.outcome
  }
  expect(files.basic.error!.map((vector) => [vector.description, reasonOf(vector)])).toEqual([
    ['invalid base64 encoding', 'not_base64'],
    ['empty signature', 'not_base64'],
    ['wrong message for valid simple p2wpkh signature (empty message was signed)', 'other_signer'],
    ['wrong address for valid simple p2wpkh signature (signed for different address)', 'other_script'],
    ['empty witness stack (single zero byte)', 'witness_surplus'],
    ['wrong message for valid simple p2wsh 3-of-3 multisig signature', 'other_signer'],
    ['invalid signature prefix', 'not_base64'],
    ['incorrect prefix type', 'transaction_shape'],
  ])
  for (const vector of files.generated.error!) {
    // If the signature includes the script, the script is checked before the keys in it.
    const hasScript = /wrong signer for p2wsh.*simple/.test(vector.description ?? '')
    expect([vector.description, reasonOf(vector)]).toEqual([
      vector.description,
      hasScript ? 'other_script' : 'other_signer',
    ])
  }
})

test('refuses time-locked BIP-322 signatures for sign-in', () => {
  for (const { message, address, bip322_signatures: signatures = [] } of files.generated.full!)
    for (const signature of signatures)
      expect(verifyBitcoinSignature(message, signature, address)).toEqual({ outcome: 'refused', reason: 'timelock' })
  for (const content of Object.values(files))
    for (const { message, address, bip322_signatures: signatures = [] } of content.simple!)
      for (const signature of signatures)
        expect(verifyBitcoinSignature(message, signature, address)).toEqual({ outcome: 'verified', method: 'bip322' })
})

test('the BIP-322 vector runner reports mismatches for each kind of vector', () => {
  const { basic, generated } = files
  const of = (vectors: Vector[] | undefined, changes: object) => ({ ...vectors![0], ...changes })
  expect(run('tx_hashes', of(basic.tx_hashes, { to_sign_tx_hash: '00' }))).toMatch(/^to_sign_tx_hash is [0-9a-f]{64}$/)
  expect(run('tx_hashes', of(basic.tx_hashes, { address: 'bc1' }))).toBe('invalid address: checksum')
  expect(run('simple', of(basic.simple, { message: 'another' }))).toBe('refused: other_signer')
  expect(run('simple', of(basic.simple, { bip322_signatures: [] }))).toBe('no signature')
  expect(run('full', of(generated.full, { lock_time: 2017 }))).toBe('bound to lock time 2016 and sequence 2016')
  expect(run('full', of(generated.full, { sequence: 0 }))).toBe('bound to lock time 2016 and sequence 2016')
  expect(run('proof_of_funds', basic.simple![0])).toBe('accepted, accepted')
  expect(run('error', of(basic.simple, { signature: basic.simple![0]!.bip322_signatures![0] }))).toBe('accepted')
})
