// Scripts that are nearly some keys of several, and what scripts of inputs push (THREATS S16): each begins at a signature that holds, and changes one thing.
import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, test } from 'vitest'
import { createBitcoinTestKey } from '../../../testing/src/bitcoin-test-keys.ts'
import {
  aliceBitcoinPrivateKey,
  bobBitcoinPrivateKey,
  carolBitcoinPrivateKey,
  encodeFullBip322Signature,
  hash160,
  concatBytes,
  computeLegacySighash,
  createBitcoinTestOutput,
  getCompressedPublicKey,
  encodeScriptPush,
  signSighashAll,
  bitcoinSignInTextFixture,
  encodeSimpleBip322Signature,
  computeWitnessSighash,
  getXOnlyPublicKey,
} from '../../../testing/src/bitcoin-test-signature-parts.ts'
import { createBitcoinTestVerifier } from './bitcoin-test-verifier.ts'

const prove = createBitcoinTestVerifier(bitcoinSignInTextFixture)

describe('S16 some keys of several', () => {
  const many = (needed: number, keys: readonly Uint8Array[], count = keys.length): Uint8Array =>
    concatBytes(0x50 + needed, ...keys.map(encodeScriptPush), 0x50 + count, 0xae)
  const nothing = new Uint8Array(0)
  /** A script behind P2WSH, and what these keys sign of it. */
  const behind = (script: Uint8Array, ...signers: readonly Uint8Array[]) => {
    const output = createBitcoinTestOutput('wsh', sha256(script))
    const hash = computeWitnessSighash(output.script, script)
    return { ...output, signatures: signers.map((key) => signSighashAll(hash, key)) }
  }
  const keys = [aliceBitcoinPrivateKey, bobBitcoinPrivateKey, carolBitcoinPrivateKey].map(getCompressedPublicKey)

  test('holds with as many as it needs, in the order of the keys', () => {
    const script = many(2, keys)
    const { address, signatures } = behind(script, aliceBitcoinPrivateKey, bobBitcoinPrivateKey, carolBitcoinPrivateKey)
    const [a, b, c] = signatures as [Uint8Array, Uint8Array, Uint8Array]
    for (const [one, other] of [
      [a, b],
      [a, c],
      [b, c],
    ] as const)
      expect(prove(encodeSimpleBip322Signature(nothing, one, other, script), address)).toBe('verified')
    for (const [one, other] of [
      [b, a],
      [c, a],
      [a, a],
      [c, c],
    ] as const)
      expect(prove(encodeSimpleBip322Signature(nothing, one, other, script), address)).toBe('other_signer')
    for (const pieces of [
      [nothing, a],
      [nothing, a, b, c],
      [a, b],
      [Uint8Array.of(1), a, b],
      [Uint8Array.of(0), a, b],
      [nothing, nothing, a, b],
    ])
      expect(prove(encodeSimpleBip322Signature(...pieces, script), address)).toBe('witness_surplus')
    // One of them empty: others take that for a signature that is left out.
    expect(prove(encodeSimpleBip322Signature(nothing, nothing, b, script), address)).toBe('signature_encoding')
  })

  test('a key that stands there twice is satisfied twice, as everywhere in Bitcoin: both are its owner’s', () => {
    const script = many(2, [keys[0]!, keys[0]!])
    const { address, signatures } = behind(script, aliceBitcoinPrivateKey)
    expect(prove(encodeSimpleBip322Signature(nothing, signatures[0]!, signatures[0]!, script), address)).toBe(
      'verified',
    )
    expect(prove(encodeSimpleBip322Signature(nothing, signatures[0]!, script), address)).toBe('witness_surplus')
  })

  test.each<[string, Uint8Array, number]>([
    ['more needed than there are', many(3, keys.slice(0, 2)), 3],
    ['fewer keys than it says', many(1, keys.slice(0, 1), 2), 1],
    ['more keys than it says', many(1, keys.slice(0, 2), 1), 1],
    ['none needed', concatBytes(0, ...keys.map(encodeScriptPush), 0x53, 0xae), 0],
    ['none there', concatBytes(0x51, 0x51, 0xae), 1],
    ['a count in a push of its own', concatBytes(1, 1, ...keys.map(encodeScriptPush), 0x53, 0xae), 1],
    ['a key in a longer push', concatBytes(0x51, 0x4c, keys[0]!.length, keys[0]!, 0x51, 0xae), 1],
    ['something after it', concatBytes(many(1, keys), 0x61), 1],
    ['something before it', concatBytes(0x61, many(1, keys)), 1],
    ['a verify in its place', concatBytes(many(1, keys).slice(0, -1), 0xaf, 0x51), 1],
    ['a code separator', concatBytes(0xab, many(1, keys)), 1],
  ])('%s: is no script that is understood', (_, script, needed) => {
    const { address, signatures } = behind(
      script,
      ...[aliceBitcoinPrivateKey, bobBitcoinPrivateKey, carolBitcoinPrivateKey].slice(0, needed),
    )
    expect(prove(encodeSimpleBip322Signature(nothing, ...signatures, script), address)).toBe('script_unknown')
  })

  test('sixteen keys are the most, and behind P2SH as many as fit into a push of 520 bytes (BIP-16)', () => {
    const secrets = Array.from({ length: 17 }, (_, index) => createBitcoinTestKey(index + 1).privateKey)
    const all = secrets.map(getCompressedPublicKey)
    const sixteen = many(1, all.slice(0, 16))
    const { address, signatures } = behind(sixteen, secrets[15]!)
    expect(prove(encodeSimpleBip322Signature(nothing, signatures[0]!, sixteen), address)).toBe('verified')
    const seventeen = concatBytes(0x51, ...all.map(encodeScriptPush), 1, 17, 0xae)
    const more = behind(seventeen, secrets[0]!)
    expect(prove(encodeSimpleBip322Signature(nothing, more.signatures[0]!, seventeen), more.address)).toBe(
      'script_unknown',
    )
    for (const [count, verdict] of [
      [15, 'verified'],
      [16, 'script_unknown'],
    ] as const) {
      const redeem = many(1, all.slice(0, count))
      expect(redeem.length > 520).toBe(count === 16)
      const output = createBitcoinTestOutput('sh', hash160(redeem))
      const signature = signSighashAll(computeLegacySighash(output.script, redeem), secrets[0]!)
      expect(
        prove(
          encodeFullBip322Signature(output.script, {
            scriptSig: concatBytes(0, encodeScriptPush(signature), encodeScriptPush(redeem)),
          }),
          output.address,
        ),
      ).toBe(verdict)
    }
  })
})

describe('S16 scripts of inputs', () => {
  const key = getCompressedPublicKey(aliceBitcoinPrivateKey)
  const output = createBitcoinTestOutput('pkh', hash160(key))
  const signature = signSighashAll(computeLegacySighash(output.script), aliceBitcoinPrivateKey)

  test('push what is needed, each by the shortest opcode, and nothing more', () => {
    const as = (scriptSig: Uint8Array, witness: Uint8Array[] = []): string =>
      prove(encodeFullBip322Signature(output.script, { scriptSig, witness }), output.address)
    expect(as(concatBytes(encodeScriptPush(signature), encodeScriptPush(key)))).toBe('verified')
    for (const other of [
      concatBytes(0x4c, signature.length, signature, encodeScriptPush(key)),
      concatBytes(encodeScriptPush(signature), 0x4d, key.length, 0, key),
      concatBytes(encodeScriptPush(signature), 0x4e, key.length, 0, 0, 0, key),
      concatBytes(0x51, encodeScriptPush(signature), encodeScriptPush(key)),
      concatBytes(0, encodeScriptPush(signature), encodeScriptPush(key)),
      concatBytes(encodeScriptPush(signature), encodeScriptPush(key), 0x61),
      concatBytes(encodeScriptPush(signature), 0xab, encodeScriptPush(key)),
      encodeScriptPush(signature),
      encodeScriptPush(key),
      new Uint8Array(0),
    ])
      expect(as(other)).toMatch(/^(?:script_unknown|witness_surplus)$/)
    expect(as(concatBytes(encodeScriptPush(signature), encodeScriptPush(key)), [signature, key])).toBe(
      'witness_surplus',
    )
    expect(as(new Uint8Array(0), [signature, key])).toBe('witness_surplus')
  })

  test('are empty for segregated witness, and within P2SH one push of the program', () => {
    const program = createBitcoinTestOutput('wpkh', hash160(key))
    const nested = createBitcoinTestOutput('sh', hash160(program.script))
    const own = (script: Uint8Array): Uint8Array[] => [
      signSighashAll(computeWitnessSighash(script, output.script), aliceBitcoinPrivateKey),
      key,
    ]
    expect(prove(encodeFullBip322Signature(program.script, { witness: own(program.script) }), program.address)).toBe(
      'verified',
    )
    expect(
      prove(
        encodeFullBip322Signature(program.script, { witness: own(program.script), scriptSig: Uint8Array.of(0) }),
        program.address,
      ),
    ).toBe('witness_surplus')
    const witness = own(nested.script)
    expect(
      prove(
        encodeFullBip322Signature(nested.script, { witness, scriptSig: encodeScriptPush(program.script) }),
        nested.address,
      ),
    ).toBe('verified')
    for (const scriptSig of [
      concatBytes(0x4c, 22, program.script),
      concatBytes(0, encodeScriptPush(program.script)),
      concatBytes(encodeScriptPush(program.script), 0x61),
      program.script,
      new Uint8Array(0),
    ])
      expect(prove(encodeFullBip322Signature(nested.script, { witness, scriptSig }), nested.address)).toMatch(
        /^(?:script_unknown|witness_surplus|other_script)$/,
      )
    expect(
      prove(
        encodeFullBip322Signature(nested.script, {
          witness: [...witness, key],
          scriptSig: encodeScriptPush(program.script),
        }),
        nested.address,
      ),
    ).toBe('witness_surplus')
    expect(
      prove(encodeFullBip322Signature(nested.script, { scriptSig: encodeScriptPush(program.script) }), nested.address),
    ).toBe('witness_surplus')
    // BIP-322 2.0.0: of such an address the whole transaction alone, and not the witness that libraries still make of it.
    expect(prove(encodeSimpleBip322Signature(...witness), nested.address)).toBe('simple_not_allowed')
    expect(prove(encodeSimpleBip322Signature(...witness).slice(3), nested.address)).toBe('form_unclear')
  })

  test('of a program of a later version, or of another length, are not understood', () => {
    for (const program of [
      concatBytes(0x51, 32, getXOnlyPublicKey(aliceBitcoinPrivateKey)),
      concatBytes(0x52, 32, getXOnlyPublicKey(aliceBitcoinPrivateKey)),
      concatBytes(0, 21, new Uint8Array(21)),
      concatBytes(0, 32, new Uint8Array(31)),
    ]) {
      const nested = createBitcoinTestOutput('sh', hash160(program))
      expect(
        prove(encodeFullBip322Signature(nested.script, { scriptSig: encodeScriptPush(program) }), nested.address),
      ).toBe('script_unknown')
    }
  })
})
