// Tests multisig scripts and pushes that are almost valid (THREATS S16). Each differs from a valid
// signature in one way.
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
  getUncompressedPublicKey,
  getXOnlyPublicKey,
} from '../../../testing/src/bitcoin-test-signature-parts.ts'
import { createBitcoinTestVerifier } from './bitcoin-test-verifier.ts'

const prove = createBitcoinTestVerifier(bitcoinSignInTextFixture)

describe('S16: multisig scripts', () => {
  const many = (needed: number, keys: readonly Uint8Array[], count = keys.length): Uint8Array =>
    concatBytes(0x50 + needed, ...keys.map(encodeScriptPush), 0x50 + count, 0xae)
  const nothing = new Uint8Array(0)
  const behind = (script: Uint8Array, ...signers: readonly Uint8Array[]) => {
    const output = createBitcoinTestOutput('wsh', sha256(script))
    const hash = computeWitnessSighash(output.script, script)
    return { ...output, signatures: signers.map((key) => signSighashAll(hash, key)) }
  }
  const keys = [aliceBitcoinPrivateKey, bobBitcoinPrivateKey, carolBitcoinPrivateKey].map(getCompressedPublicKey)

  test('accepts exactly the required number of signatures, in the order of the keys', () => {
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
    // Other verifiers treat an empty signature as an omitted one.
    expect(prove(encodeSimpleBip322Signature(nothing, nothing, b, script), address)).toBe('signature_encoding')
  })

  test('requires the extra element of CHECKMULTISIG to be empty in P2SH too (BIP-147)', () => {
    const script = many(2, keys)
    const output = createBitcoinTestOutput('sh', hash160(script))
    const hash = computeLegacySighash(output.script, script)
    const [a, b] = [aliceBitcoinPrivateKey, bobBitcoinPrivateKey].map((key) =>
      encodeScriptPush(signSighashAll(hash, key)),
    ) as [Uint8Array, Uint8Array]
    const as = (...scriptSig: readonly (Uint8Array | number)[]): string =>
      prove(
        encodeFullBip322Signature(output.script, { scriptSig: concatBytes(...scriptSig, encodeScriptPush(script)) }),
        output.address,
      )
    expect(as(0, a, b)).toBe('verified')
    for (let number = 1; number <= 16; number += 1) {
      expect(as(0x50 + number, a, b)).toBe('witness_surplus')
      expect(as(0, 0x50 + number, b)).toBe('signature_encoding')
    }
  })

  test('accepts the same signature twice if a key is listed twice, as Bitcoin does', () => {
    const script = many(2, [keys[0]!, keys[0]!])
    const { address, signatures } = behind(script, aliceBitcoinPrivateKey)
    expect(prove(encodeSimpleBip322Signature(nothing, signatures[0]!, signatures[0]!, script), address)).toBe(
      'verified',
    )
    expect(prove(encodeSimpleBip322Signature(nothing, signatures[0]!, script), address)).toBe('witness_surplus')
  })

  test.each<[string, Uint8Array, number]>([
    ['a threshold above the number of keys', many(3, keys.slice(0, 2)), 3],
    ['fewer keys than declared', many(1, keys.slice(0, 1), 2), 1],
    ['more keys than declared', many(1, keys.slice(0, 2), 1), 1],
    ['a threshold of zero', concatBytes(0, ...keys.map(encodeScriptPush), 0x53, 0xae), 0],
    ['no keys', concatBytes(0x51, 0x51, 0xae), 1],
    ['the threshold as a data push', concatBytes(1, 1, ...keys.map(encodeScriptPush), 0x53, 0xae), 1],
    ['a key in a non-minimal push', concatBytes(0x51, 0x4c, keys[0]!.length, keys[0]!, 0x51, 0xae), 1],
    ['a trailing opcode', concatBytes(many(1, keys), 0x61), 1],
    ['a leading opcode', concatBytes(0x61, many(1, keys)), 1],
    ['CHECKMULTISIGVERIFY', concatBytes(many(1, keys).slice(0, -1), 0xaf, 0x51), 1],
    ['a code separator', concatBytes(0xab, many(1, keys)), 1],
  ])('refuses a script with %s', (_, script, needed) => {
    const { address, signatures } = behind(
      script,
      ...[aliceBitcoinPrivateKey, bobBitcoinPrivateKey, carolBitcoinPrivateKey].slice(0, needed),
    )
    expect(prove(encodeSimpleBip322Signature(nothing, ...signatures, script), address)).toBe('script_unknown')
  })

  test('limits multisig to 20 keys, and to a script of 520 bytes in P2SH (BIP-16)', () => {
    const secrets = Array.from({ length: 21 }, (_, index) => createBitcoinTestKey(index + 1).privateKey)
    const all = secrets.map(getCompressedPublicKey)
    const withPushedCount = (count: number): Uint8Array =>
      concatBytes(0x51, ...all.slice(0, count).map(encodeScriptPush), 1, count, 0xae)
    for (const [script, verdict] of [
      [many(1, all.slice(0, 16)), 'verified'],
      [withPushedCount(20), 'verified'],
      [withPushedCount(21), 'script_unknown'],
      // This number has an opcode of its own.
      [withPushedCount(16), 'script_unknown'],
    ] as const) {
      const { address, signatures } = behind(script, secrets[15]!)
      expect(prove(encodeSimpleBip322Signature(nothing, signatures[0]!, script), address)).toBe(verdict)
    }
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

describe('S16: input scripts', () => {
  const key = getCompressedPublicKey(aliceBitcoinPrivateKey)
  const output = createBitcoinTestOutput('pkh', hash160(key))
  const signature = signSighashAll(computeLegacySighash(output.script), aliceBitcoinPrivateKey)

  test('must contain exactly the required pushes, each with the shortest opcode', () => {
    const as = (scriptSig: Uint8Array, witness: Uint8Array[] = []): string =>
      prove(encodeFullBip322Signature(output.script, { scriptSig, witness }), output.address)
    expect(as(concatBytes(encodeScriptPush(signature), encodeScriptPush(key)))).toBe('verified')
    // This address has no script, so an encoding is at fault.
    for (const other of [
      concatBytes(0x4c, signature.length, signature, encodeScriptPush(key)),
      concatBytes(encodeScriptPush(signature), 0x4d, key.length, 0, key),
      concatBytes(encodeScriptPush(signature), 0x4e, key.length, 0, 0, 0, key),
      concatBytes(encodeScriptPush(signature), encodeScriptPush(key), 0x61),
      concatBytes(encodeScriptPush(signature), 0xab, encodeScriptPush(key)),
      concatBytes(encodeScriptPush(signature), encodeScriptPush(key).subarray(0, -1)),
      concatBytes(0x51, encodeScriptPush(key)),
    ])
      expect(as(other)).toBe('signature_encoding')
    for (const other of [
      concatBytes(0x51, encodeScriptPush(signature), encodeScriptPush(key)),
      concatBytes(0, encodeScriptPush(signature), encodeScriptPush(key)),
      encodeScriptPush(signature),
      encodeScriptPush(key),
      new Uint8Array(0),
    ])
      expect(as(other)).toBe('witness_surplus')
    expect(as(concatBytes(encodeScriptPush(signature), 0x51))).toBe('other_signer')
    expect(as(concatBytes(encodeScriptPush(signature), encodeScriptPush(key)), [signature, key])).toBe(
      'witness_surplus',
    )
    expect(as(new Uint8Array(0), [signature, key])).toBe('witness_surplus')
  })

  test('must be empty for segregated witness, or a single push of the program when nested in P2SH', () => {
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
    // BIP-322 2.0.0 allows only the full form for P2SH addresses, but libraries still write a witness
    // without a prefix, which determines the rest.
    expect(prove(encodeSimpleBip322Signature(...witness), nested.address)).toBe('simple_not_allowed')
    expect(prove(encodeSimpleBip322Signature(...witness).slice(3), nested.address)).toBe('verified')
    const [signature] = witness as [Uint8Array]
    for (const [changed, reason] of [
      [[signature, getCompressedPublicKey(bobBitcoinPrivateKey)], 'other_signer'],
      [[signature, getUncompressedPublicKey(aliceBitcoinPrivateKey)], 'form_unclear'],
      [[signature], 'form_unclear'],
      [[...witness, signature], 'form_unclear'],
    ] as const)
      expect(prove(encodeSimpleBip322Signature(...changed).slice(3), nested.address)).toBe(reason)
  })

  test('are refused if they nest a later witness version or a program of the wrong length', () => {
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
