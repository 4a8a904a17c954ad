// Scripts that are nearly some keys of several, and what scripts of inputs push (THREATS S16): each begins at a signature that holds, and changes one thing.
import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, test } from 'vitest'
import { createBitcoinKey } from '../../../testing/src/bitcoin-keys.ts'
import {
  alice,
  bob,
  carol,
  fullOf,
  hash160,
  join,
  legacyHash,
  outputOf,
  publicOf,
  push,
  signAll,
  signedText,
  simpleOf,
  witnessHash,
  xOf,
} from '../../../testing/src/bitcoin-pieces.ts'
import { proving } from './proving.ts'

const prove = proving(signedText)

describe('S16 some keys of several', () => {
  const many = (needed: number, keys: readonly Uint8Array[], count = keys.length): Uint8Array =>
    join(0x50 + needed, ...keys.map(push), 0x50 + count, 0xae)
  const nothing = new Uint8Array(0)
  /** A script behind P2WSH, and what these keys sign of it. */
  const behind = (script: Uint8Array, ...signers: readonly Uint8Array[]) => {
    const output = outputOf('wsh', sha256(script))
    const hash = witnessHash(output.script, script)
    return { ...output, signatures: signers.map((key) => signAll(hash, key)) }
  }
  const keys = [alice, bob, carol].map(publicOf)

  test('holds with as many as it needs, in the order of the keys', () => {
    const script = many(2, keys)
    const { address, signatures } = behind(script, alice, bob, carol)
    const [a, b, c] = signatures as [Uint8Array, Uint8Array, Uint8Array]
    for (const [one, other] of [
      [a, b],
      [a, c],
      [b, c],
    ] as const)
      expect(prove(simpleOf(nothing, one, other, script), address)).toBe('proved')
    for (const [one, other] of [
      [b, a],
      [c, a],
      [a, a],
      [c, c],
    ] as const)
      expect(prove(simpleOf(nothing, one, other, script), address)).toBe('other_signer')
    for (const pieces of [
      [nothing, a],
      [nothing, a, b, c],
      [a, b],
      [Uint8Array.of(1), a, b],
      [Uint8Array.of(0), a, b],
      [nothing, nothing, a, b],
    ])
      expect(prove(simpleOf(...pieces, script), address)).toBe('witness_surplus')
    // One of them empty: others take that for a signature that is left out.
    expect(prove(simpleOf(nothing, nothing, b, script), address)).toBe('signature_encoding')
  })

  test('a key that stands there twice is satisfied twice, as everywhere in Bitcoin: both are its owner’s', () => {
    const script = many(2, [keys[0]!, keys[0]!])
    const { address, signatures } = behind(script, alice)
    expect(prove(simpleOf(nothing, signatures[0]!, signatures[0]!, script), address)).toBe('proved')
    expect(prove(simpleOf(nothing, signatures[0]!, script), address)).toBe('witness_surplus')
  })

  test.each<[string, Uint8Array, number]>([
    ['more needed than there are', many(3, keys.slice(0, 2)), 3],
    ['fewer keys than it says', many(1, keys.slice(0, 1), 2), 1],
    ['more keys than it says', many(1, keys.slice(0, 2), 1), 1],
    ['none needed', join(0, ...keys.map(push), 0x53, 0xae), 0],
    ['none there', join(0x51, 0x51, 0xae), 1],
    ['a count in a push of its own', join(1, 1, ...keys.map(push), 0x53, 0xae), 1],
    ['a key in a longer push', join(0x51, 0x4c, keys[0]!.length, keys[0]!, 0x51, 0xae), 1],
    ['something after it', join(many(1, keys), 0x61), 1],
    ['something before it', join(0x61, many(1, keys)), 1],
    ['a verify in its place', join(many(1, keys).slice(0, -1), 0xaf, 0x51), 1],
    ['a code separator', join(0xab, many(1, keys)), 1],
  ])('%s: is no script that is understood', (_, script, needed) => {
    const { address, signatures } = behind(script, ...[alice, bob, carol].slice(0, needed))
    expect(prove(simpleOf(nothing, ...signatures, script), address)).toBe('script_unknown')
  })

  test('sixteen keys are the most, and behind P2SH as many as fit into a push of 520 bytes (BIP-16)', () => {
    const secrets = Array.from({ length: 17 }, (_, index) => createBitcoinKey(index + 1).privateKey)
    const all = secrets.map(publicOf)
    const sixteen = many(1, all.slice(0, 16))
    const { address, signatures } = behind(sixteen, secrets[15]!)
    expect(prove(simpleOf(nothing, signatures[0]!, sixteen), address)).toBe('proved')
    const seventeen = join(0x51, ...all.map(push), 1, 17, 0xae)
    const more = behind(seventeen, secrets[0]!)
    expect(prove(simpleOf(nothing, more.signatures[0]!, seventeen), more.address)).toBe('script_unknown')
    for (const [count, verdict] of [
      [15, 'proved'],
      [16, 'script_unknown'],
    ] as const) {
      const redeem = many(1, all.slice(0, count))
      expect(redeem.length > 520).toBe(count === 16)
      const output = outputOf('sh', hash160(redeem))
      const signature = signAll(legacyHash(output.script, redeem), secrets[0]!)
      expect(prove(fullOf(output.script, { scriptSig: join(0, push(signature), push(redeem)) }), output.address)).toBe(
        verdict,
      )
    }
  })
})

describe('S16 scripts of inputs', () => {
  const key = publicOf(alice)
  const output = outputOf('pkh', hash160(key))
  const signature = signAll(legacyHash(output.script), alice)

  test('push what is needed, each by the shortest opcode, and nothing more', () => {
    const as = (scriptSig: Uint8Array, witness: Uint8Array[] = []): string =>
      prove(fullOf(output.script, { scriptSig, witness }), output.address)
    expect(as(join(push(signature), push(key)))).toBe('proved')
    for (const other of [
      join(0x4c, signature.length, signature, push(key)),
      join(push(signature), 0x4d, key.length, 0, key),
      join(push(signature), 0x4e, key.length, 0, 0, 0, key),
      join(0x51, push(signature), push(key)),
      join(0, push(signature), push(key)),
      join(push(signature), push(key), 0x61),
      join(push(signature), 0xab, push(key)),
      push(signature),
      push(key),
      new Uint8Array(0),
    ])
      expect(as(other)).toMatch(/^(?:script_unknown|witness_surplus)$/)
    expect(as(join(push(signature), push(key)), [signature, key])).toBe('witness_surplus')
    expect(as(new Uint8Array(0), [signature, key])).toBe('witness_surplus')
  })

  test('are empty for segregated witness, and within P2SH one push of the program', () => {
    const program = outputOf('wpkh', hash160(key))
    const nested = outputOf('sh', hash160(program.script))
    const own = (script: Uint8Array): Uint8Array[] => [signAll(witnessHash(script, output.script), alice), key]
    expect(prove(fullOf(program.script, { witness: own(program.script) }), program.address)).toBe('proved')
    expect(
      prove(fullOf(program.script, { witness: own(program.script), scriptSig: Uint8Array.of(0) }), program.address),
    ).toBe('witness_surplus')
    const witness = own(nested.script)
    expect(prove(fullOf(nested.script, { witness, scriptSig: push(program.script) }), nested.address)).toBe('proved')
    for (const scriptSig of [
      join(0x4c, 22, program.script),
      join(0, push(program.script)),
      join(push(program.script), 0x61),
      program.script,
      new Uint8Array(0),
    ])
      expect(prove(fullOf(nested.script, { witness, scriptSig }), nested.address)).toMatch(
        /^(?:script_unknown|witness_surplus|other_script)$/,
      )
    expect(
      prove(fullOf(nested.script, { witness: [...witness, key], scriptSig: push(program.script) }), nested.address),
    ).toBe('witness_surplus')
    expect(prove(fullOf(nested.script, { scriptSig: push(program.script) }), nested.address)).toBe('witness_surplus')
    // BIP-322 2.0.0: of such an address the whole transaction alone, and not the witness that libraries still make of it.
    expect(prove(simpleOf(...witness), nested.address)).toBe('simple_not_allowed')
    expect(prove(simpleOf(...witness).slice(3), nested.address)).toBe('form_unclear')
  })

  test('of a program of a later version, or of another length, are not understood', () => {
    for (const program of [
      join(0x51, 32, xOf(alice)),
      join(0x52, 32, xOf(alice)),
      join(0, 21, new Uint8Array(21)),
      join(0, 32, new Uint8Array(31)),
    ]) {
      const nested = outputOf('sh', hash160(program))
      expect(prove(fullOf(nested.script, { scriptSig: push(program) }), nested.address)).toBe('script_unknown')
    }
  })
})
