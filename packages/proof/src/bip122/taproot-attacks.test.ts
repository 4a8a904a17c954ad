// Tests attacks on taproot spends (THREATS S16): signature hash types, annexes and script paths.
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { Address, NETWORK, OutScript, p2tr, Script } from '@scure/btc-signer'
import { describe, expect, test } from 'vitest'
import {
  aliceBitcoinPrivateKey,
  bobBitcoinPrivateKey,
  carolBitcoinPrivateKey,
  concatBytes,
  getCompressedPublicKey,
  encodeScriptPush,
  signSighashAll,
  bitcoinSignInTextFixture,
  encodeSimpleBip322Signature,
  createUnsignedToSignTransaction,
  getXOnlyPublicKey,
} from '../../../testing/src/bitcoin-test-signature-parts.ts'
import { createBitcoinTestVerifier } from './bitcoin-test-verifier.ts'

const prove = createBitcoinTestVerifier(bitcoinSignInTextFixture)

describe('S16: taproot signatures', () => {
  const output = p2tr(getXOnlyPublicKey(aliceBitcoinPrivateKey))
  const [address, script] = [output.address!, output.script]
  const tagged = schnorr.utils.taggedHash
  const secret = (() => {
    const { Point } = secp256k1
    const key = BigInt(`0x${Buffer.from(aliceBitcoinPrivateKey).toString('hex')}`)
    const even = Point.BASE.multiply(key).toBytes(true)[0] === 2 ? key : Point.Fn.ORDER - key
    const tweak = BigInt(
      `0x${Buffer.from(tagged('TapTweak', getXOnlyPublicKey(aliceBitcoinPrivateKey))).toString('hex')}`,
    )
    return Uint8Array.from(Buffer.from(((even + tweak) % Point.Fn.ORDER).toString(16).padStart(64, '0'), 'hex'))
  })()
  const hashOf = (type: number): Uint8Array =>
    createUnsignedToSignTransaction(script).preimageWitnessV1(0, [script], type, [0n])

  test('accepts only signatures of 64 bytes, or of 65 bytes with SIGHASH_ALL', () => {
    const [byDefault, all] = [schnorr.sign(hashOf(0), secret), schnorr.sign(hashOf(1), secret)]
    expect(prove(encodeSimpleBip322Signature(byDefault), address)).toBe('verified')
    expect(prove(encodeSimpleBip322Signature(concatBytes(all, 1)), address)).toBe('verified')
    // Adding or removing the hash type byte does not turn one kind of signature into the other.
    expect(prove(encodeSimpleBip322Signature(concatBytes(byDefault, 1)), address)).toBe('other_signer')
    expect(prove(encodeSimpleBip322Signature(all), address)).toBe('other_signer')
    for (const type of [0, 2, 3, 0x80, 0x81, 0x82, 0x83, 255]) {
      const signature = type === 0 ? byDefault : schnorr.sign(hashOf(1), secret)
      expect(prove(encodeSimpleBip322Signature(concatBytes(signature, type)), address)).toBe('sighash')
    }
    for (const bytes of [byDefault.subarray(1), concatBytes(byDefault, 1, 1), new Uint8Array(0)])
      expect(prove(encodeSimpleBip322Signature(bytes), address)).toBe('signature_encoding')
  })

  test('refuses an annex and extra witness items', () => {
    const signature = schnorr.sign(hashOf(0), secret)
    const annex = Uint8Array.of(0x50, 1)
    const withAnnex = schnorr.sign(
      createUnsignedToSignTransaction(script).preimageWitnessV1(0, [script], 0, [0n], -1, undefined, undefined, annex),
      secret,
    )
    expect(prove(encodeSimpleBip322Signature(withAnnex, annex), address)).toBe('annex')
    expect(prove(encodeSimpleBip322Signature(signature, annex), address)).toBe('annex')
    expect(prove(encodeSimpleBip322Signature(signature, Uint8Array.of(0x50)), address)).toBe('annex')
    for (const pieces of [
      [signature, new Uint8Array(0)],
      [signature, signature],
      [new Uint8Array(0), signature],
    ])
      expect(prove(encodeSimpleBip322Signature(...pieces), address)).not.toBe('verified')
  })

  test('refuses a signature by the untweaked internal key, and an ECDSA signature', () => {
    expect(prove(encodeSimpleBip322Signature(schnorr.sign(hashOf(0), aliceBitcoinPrivateKey)), address)).toBe(
      'other_signer',
    )
    const ecdsa = signSighashAll(hashOf(0), secret)
    expect(prove(encodeSimpleBip322Signature(ecdsa), address)).toBe('signature_encoding')
  })

  // The script is `IF <alice> ELSE 144 CHECKSEQUENCEVERIFY DROP <bob> ENDIF CHECKSIG`, as in the
  // public vectors.
  const later = Script.encode([
    'IF',
    getXOnlyPublicKey(aliceBitcoinPrivateKey),
    'ELSE',
    144,
    'CHECKSEQUENCEVERIFY',
    'DROP',
    getXOnlyPublicKey(bobBitcoinPrivateKey),
    'ENDIF',
    'CHECKSIG',
  ])
  /**
   * Implements BIP-341 by hand, because the library cannot build trees from scripts that it does
   * not know.
   */
  function spendLeaf(leafScript: Uint8Array, sibling?: Uint8Array) {
    const { Point } = secp256k1
    const leafOf = (one: Uint8Array): Uint8Array =>
      tagged(
        'TapLeaf',
        one.length < 253
          ? concatBytes(0xc0, one.length, one)
          : concatBytes(0xc0, 0xfd, one.length & 255, one.length >> 8, one),
      )
    const path = sibling === undefined ? [] : [leafOf(sibling)]
    const root = path.reduce(
      (one, other) => tagged('TapBranch', ...[one, other].toSorted((x, y) => Buffer.compare(x, y))),
      leafOf(leafScript),
    )
    const tweak = BigInt(
      `0x${Buffer.from(tagged('TapTweak', getXOnlyPublicKey(carolBitcoinPrivateKey), root)).toString('hex')}`,
    )
    const inner = Point.fromBytes(concatBytes(2, getXOnlyPublicKey(carolBitcoinPrivateKey)))
    const [parity, ...key] = inner.add(Point.BASE.multiply(tweak)).toBytes(true)
    const payment = { type: 'tr', pubkey: Uint8Array.from(key) } as const
    const treeScript = OutScript.encode(payment)
    const hash = createUnsignedToSignTransaction(treeScript).preimageWitnessV1(
      0,
      [treeScript],
      0,
      [0n],
      -1,
      leafScript,
      0xc0,
    )
    return {
      address: Address(NETWORK).encode(payment),
      control: concatBytes(0xc0 | (parity! & 1), getXOnlyPublicKey(carolBitcoinPrivateKey), ...path),
      sign: (one: Uint8Array) => schnorr.sign(hash, one),
    }
  }
  const now = Uint8Array.of(1)

  test('accepts a script-path spend only with the exact control block and inputs', () => {
    for (const sibling of [undefined, Uint8Array.of(0x51)]) {
      const { address: tree, control, sign } = spendLeaf(later, sibling)
      const signature = sign(aliceBitcoinPrivateKey)
      const as = (path: Uint8Array, ...pieces: Uint8Array[]): string =>
        prove(encodeSimpleBip322Signature(...pieces, later, path), tree)
      expect(as(control, signature, now)).toBe('verified')
      // Each change is to the parity, the version, the internal key or the path.
      const changes: [Uint8Array, RegExp][] = [
        [concatBytes(control[0]! ^ 1, control.subarray(1)), /^other_script$/],
        [concatBytes(0xc2 | (control[0]! & 1), control.subarray(1)), /^script_unknown$/],
        [concatBytes(0x50 | (control[0]! & 1), control.subarray(1)), /^(?:annex|script_unknown)$/],
        [concatBytes(control[0]!, getXOnlyPublicKey(bobBitcoinPrivateKey), control.subarray(33)), /^other_script$/],
        [concatBytes(control[0]!, new Uint8Array(32).fill(255), control.subarray(33)), /^other_script$/],
        [concatBytes(control, new Uint8Array(32)), /^other_script$/],
        [concatBytes(control, 0), /^script_unknown$/],
        [control.slice(0, -1), /^script_unknown$/],
        [concatBytes(control.subarray(0, 33), new Uint8Array(32 * 129)), /^script_unknown$/],
        [new Uint8Array(0), /^script_unknown$/],
      ]
      for (const [path, reason] of changes) expect(as(path, signature, now)).toMatch(reason)
      for (const pieces of [
        [signature],
        [signature, now, now],
        [new Uint8Array(0), signature, now],
        [],
        [now, signature],
      ])
        expect(as(control, ...pieces)).not.toBe('verified')
      expect(as(control, signature, new Uint8Array(0))).toBe('timelock')
      // Only 1 counts as true, and only nothing as false (MINIMALIF).
      for (const choice of [[2], [1, 0], [0], [0x81]])
        expect(as(control, signature, Uint8Array.from(choice))).toBe('witness_surplus')
      expect(as(control, sign(bobBitcoinPrivateKey), now)).toBe('other_signer')
      expect(as(control, new Uint8Array(0), now)).toBe('signature_encoding')
      expect(as(control, concatBytes(signature, 1), now)).toBe('other_signer')
      expect(as(control, schnorr.sign(hashOf(0), aliceBitcoinPrivateKey), now)).toBe('other_signer')
    }
  })

  test.each<[string, Uint8Array]>([
    ['OP_SUCCESS alone', Uint8Array.of(0x50)],
    ['OP_SUCCESS after a key', concatBytes(encodeScriptPush(getXOnlyPublicKey(aliceBitcoinPrivateKey)), 0xac, 0xbb)],
    ['OP_TRUE', Uint8Array.of(0x51)],
    ['zero bytes', new Uint8Array(0)],
    [
      'a 33-byte key, which anyone can satisfy',
      concatBytes(encodeScriptPush(getCompressedPublicKey(aliceBitcoinPrivateKey)), 0xac),
    ],
    ['an empty key', concatBytes(0, 0xac)],
    [
      'CHECKSIGADD',
      concatBytes(
        encodeScriptPush(getXOnlyPublicKey(aliceBitcoinPrivateKey)),
        0xac,
        encodeScriptPush(getXOnlyPublicKey(bobBitcoinPrivateKey)),
        0xba,
        0x51,
        0x87,
      ),
    ],
    [
      'CHECKMULTISIG, which tapscript disables',
      concatBytes(0x51, encodeScriptPush(getXOnlyPublicKey(aliceBitcoinPrivateKey)), 0x51, 0xae),
    ],
    ['a code separator', concatBytes(0xab, encodeScriptPush(getXOnlyPublicKey(aliceBitcoinPrivateKey)), 0xac)],
    [
      'a zero delay',
      Script.encode([
        'IF',
        getXOnlyPublicKey(aliceBitcoinPrivateKey),
        'ELSE',
        'OP_0',
        'CHECKSEQUENCEVERIFY',
        'DROP',
        getXOnlyPublicKey(bobBitcoinPrivateKey),
        'ENDIF',
        'CHECKSIG',
      ]),
    ],
    [
      'IF without an ELSE branch',
      concatBytes(0x63, encodeScriptPush(getXOnlyPublicKey(aliceBitcoinPrivateKey)), 0x68, 0xac),
    ],
  ])('refuses a leaf script of %s', (_, leafScript) => {
    const { address: tree, control, sign } = spendLeaf(leafScript)
    for (const pieces of [[sign(aliceBitcoinPrivateKey)], [sign(aliceBitcoinPrivateKey), now], []])
      expect(prove(encodeSimpleBip322Signature(...pieces, leafScript, control), tree)).toMatch(
        /^(?:script_unknown|witness_surplus)$/,
      )
  })
})
