// Tests scripts of common descriptor wallets: recovery paths (`or_d`), key hashes, and Taproot leaves
// with one key or several (BIP-379, BIP-387). Signatures are only accepted for the immediate path.
import { sha256 } from '@noble/hashes/sha2.js'
import { p2tr, p2tr_ms, RawTx, RawWitness, Transaction } from '@scure/btc-signer'
import { describe, expect, test } from 'vitest'
import { computeToSpendTxid } from '../../../testing/src/bitcoin-test-keys.ts'
import {
  aliceBitcoinPrivateKey as alice,
  bitcoinSignInTextFixture,
  bobBitcoinPrivateKey as bob,
  carolBitcoinPrivateKey as carol,
  computeLegacySighash,
  computeWitnessSighash,
  concatBytes,
  createBitcoinTestOutput,
  encodeBase64,
  encodeFullBip322Signature,
  encodeScriptPush,
  encodeSimpleBip322Signature,
  getCompressedPublicKey,
  getXOnlyPublicKey,
  hash160,
  signSighashAll,
} from '../../../testing/src/bitcoin-test-signature-parts.ts'
import { createBitcoinTestVerifier } from './bitcoin-test-verifier.ts'

const prove = createBitcoinTestVerifier(bitcoinSignInTextFixture)
const empty = new Uint8Array(0)
const key = (privateKey: Uint8Array): Uint8Array => concatBytes(33, getCompressedPublicKey(privateKey))
const pk = (privateKey: Uint8Array): Uint8Array => concatBytes(key(privateKey), 0xac)
const pkh = (privateKey: Uint8Array, check = 0xac): Uint8Array =>
  concatBytes(0x76, 0xa9, 20, hash160(getCompressedPublicKey(privateKey)), 0x88, check)
const multi = (needed: number, ...keys: readonly Uint8Array[]): Uint8Array =>
  concatBytes(0x50 + needed, ...keys.map(key), 0x50 + keys.length, 0xae)
/** A number of at most 32,767 in its shortest form, then CHECKSEQUENCEVERIFY. */
const older = (blocks: number): Uint8Array =>
  blocks < 128 ? concatBytes(1, blocks, 0xb2) : concatBytes(2, blocks & 255, blocks >> 8, 0xb2)
const withRecovery = (condition: Uint8Array, recovery: Uint8Array): Uint8Array =>
  concatBytes(condition, 0x73, 0x64, recovery, 0x68)

const lianaRecovery = concatBytes(pkh(bob, 0xad), older(26_280))
const lianaThreshold = concatBytes(pkh(bob), 0x6b, pkh(carol), 0x6c, 0x93, 0x52, 0x88, older(26_280))
const twoRecoveries = concatBytes(0x63, lianaRecovery, 0x67, pkh(carol, 0xad), older(30_000), 0x68)

function inWsh(script: Uint8Array) {
  const output = createBitcoinTestOutput('wsh', sha256(script))
  const hash = computeWitnessSighash(output.script, script)
  return {
    sign: (privateKey: Uint8Array): Uint8Array => signSighashAll(hash, privateKey),
    prove: (...elements: readonly Uint8Array[]): string =>
      prove(encodeSimpleBip322Signature(...elements, script), output.address),
  }
}

describe('a P2WSH address with a recovery path', () => {
  test.each([
    ['pk and a delayed pkh', pk(alice), lianaRecovery],
    ['pk and a delayed threshold', pk(alice), lianaThreshold],
    ['pk and two recovery paths', pk(alice), twoRecoveries],
    ['pk and a delayed multisig', pk(alice), concatBytes(multi(1, bob, carol).subarray(0, -1), 0xaf, older(100))],
  ])('is proven by its immediate key only: %s', (_, condition, recovery) => {
    const address = inWsh(withRecovery(condition, recovery))
    expect(address.prove(address.sign(alice))).toBe('verified')
    expect(address.prove(address.sign(bob))).toBe('other_signer')
    // The recovery path is valid only later.
    expect(address.prove(address.sign(bob), getCompressedPublicKey(bob), empty)).toBe('timelock')
    expect(address.prove(address.sign(alice), address.sign(alice))).toBe('witness_surplus')
    expect(address.prove()).toBe('witness_surplus')
  })

  test('is proven by its immediate multisig, or by the key of its immediate hash', () => {
    const two = inWsh(withRecovery(multi(2, alice, bob, carol), lianaRecovery))
    expect(two.prove(empty, two.sign(alice), two.sign(carol))).toBe('verified')
    expect(two.prove(empty, two.sign(carol), two.sign(alice))).toBe('other_signer')
    expect(two.prove(empty, two.sign(alice))).toBe('witness_surplus')
    expect(two.prove(two.sign(bob), getCompressedPublicKey(bob), empty, empty, empty)).toBe('timelock')
    const hashed = inWsh(withRecovery(pkh(alice), lianaRecovery))
    expect(hashed.prove(hashed.sign(alice), getCompressedPublicKey(alice))).toBe('verified')
    expect(hashed.prove(hashed.sign(bob), getCompressedPublicKey(bob))).toBe('other_signer')
  })

  test.each([
    ['an ELSE of its own, which would run what follows it', concatBytes(lianaRecovery, 0x67, lianaRecovery)],
    ['a nested IF that is not closed', concatBytes(0x63, lianaRecovery)],
    ['a disabled opcode, which fails even if it is not run', concatBytes(0x7e, lianaRecovery)],
    ['OP_VERIF, which fails even if it is not run', concatBytes(0x65, lianaRecovery)],
    ['OP_RETURN', concatBytes(0x6a)],
    ['a push beyond the end', concatBytes(0x4b, 1, 2)],
  ])('is not known with %s', (_, recovery) => {
    const address = inWsh(withRecovery(pk(alice), recovery))
    expect(address.prove(address.sign(alice))).toBe('script_unknown')
  })

  test('is not known with anything after the recovery path', () => {
    const address = inWsh(concatBytes(withRecovery(pk(alice), lianaRecovery), 0x51))
    expect(address.prove(address.sign(alice))).toBe('script_unknown')
  })

  test('with several recovery paths is proven by the immediate path, and its branch has to be chosen', () => {
    const later = concatBytes(pkh(carol, 0xad), older(30_000))
    const outer = inWsh(concatBytes(0x63, later, 0x67, withRecovery(pk(alice), lianaRecovery), 0x68))
    const signature = outer.sign(alice)
    expect(outer.prove(signature, empty)).toBe('verified')
    expect(outer.prove(outer.sign(bob), empty)).toBe('other_signer')
    expect(outer.prove(outer.sign(carol), getCompressedPublicKey(carol), Uint8Array.of(1))).toBe('timelock')
    expect(outer.prove(outer.sign(bob), getCompressedPublicKey(bob), empty, empty)).toBe('timelock')
    expect(outer.prove(signature)).toBe('witness_surplus')
    for (const choice of [Uint8Array.of(2), Uint8Array.of(0), Uint8Array.of(1, 0)])
      expect(outer.prove(signature, choice)).toBe('witness_surplus')
  })

  test('whose keys must all sign is proven by all of them, the first key with the last signature', () => {
    const everyone = concatBytes(key(alice), 0xad, key(bob), 0xad, pk(carol))
    const address = inWsh(concatBytes(0x63, lianaThreshold, 0x67, everyone, 0x68))
    const [ofAlice, ofBob, ofCarol] = [alice, bob, carol].map(address.sign) as [Uint8Array, Uint8Array, Uint8Array]
    expect(address.prove(ofCarol, ofBob, ofAlice, empty)).toBe('verified')
    expect(address.prove(ofAlice, ofBob, ofCarol, empty)).toBe('other_signer')
    expect(address.prove(empty, ofBob, ofAlice, empty)).toBe('witness_surplus')
    expect(address.prove(ofBob, ofAlice, empty)).toBe('witness_surplus')
  })

  test('that has only a delayed key is refused as a timelock', () => {
    for (const script of [
      concatBytes(key(alice), 0xad, older(100)),
      concatBytes(older(100), 0x69, pk(alice)),
      concatBytes(older(100), 0x75, pk(alice)),
    ]) {
      const address = inWsh(script)
      expect(address.prove(address.sign(alice))).toBe('timelock')
    }
  })

  test('is not a timelock if the last byte is the opcode of one, but part of a push', () => {
    const address = inWsh(concatBytes(key(alice), 0xad, 2, 0x11, 0xb2))
    expect(address.prove(address.sign(alice))).toBe('script_unknown')
  })

  test('is refused as a timelock for its other path only if that path is delayed', () => {
    for (const [recovery, reason] of [
      [pk(bob), 'script_unknown'],
      [concatBytes(key(bob), 0xad, 0x63, 0x51, 0xb2, 0x68), 'script_unknown'],
      [concatBytes(0x63, pk(bob), 0x67, lianaRecovery, 0x68), 'script_unknown'],
      [concatBytes(older(100), 0x69, pk(bob)), 'timelock'],
    ] as const) {
      const address = inWsh(withRecovery(pk(alice), recovery))
      expect(address.prove(address.sign(alice))).toBe('verified')
      expect(address.prove(address.sign(bob), empty)).toBe(reason)
    }
  })

  test('of a key hash has the empty signature before the key', () => {
    const address = inWsh(withRecovery(pkh(alice), concatBytes(key(bob), 0xad, older(100))))
    const [ofAlice, ofBob] = [address.sign(alice), address.sign(bob)]
    expect(address.prove(ofBob, empty, getCompressedPublicKey(alice))).toBe('timelock')
    expect(address.prove(ofAlice, empty)).toBe('other_signer')
    expect(address.prove(ofBob, getCompressedPublicKey(alice), empty)).toBe('witness_surplus')
  })
})

describe('an address whose script chooses between two branches', () => {
  const eitherKey = concatBytes(0x63, pk(alice), 0x67, pk(bob), 0x68)
  const laterKey = concatBytes(0x63, key(alice), 0x67, older(144), 0x75, key(bob), 0x68, 0xac)
  const one = Uint8Array.of(1)

  function inSh(script: Uint8Array) {
    const output = createBitcoinTestOutput('sh', hash160(script))
    const hash = computeLegacySighash(output.script, script)
    return {
      sign: (privateKey: Uint8Array): Uint8Array => encodeScriptPush(signSighashAll(hash, privateKey)),
      prove: (...scriptSig: readonly (Uint8Array | number)[]): string =>
        prove(
          encodeFullBip322Signature(output.script, { scriptSig: concatBytes(...scriptSig, encodeScriptPush(script)) }),
          output.address,
        ),
    }
  }

  test.each([
    ['two keys', eitherKey, 'verified'],
    ['a key and a delayed key', laterKey, 'timelock'],
  ])('is proven in P2WSH and P2SH by the key of the chosen branch: %s', (_, script, second) => {
    const [wsh, sh] = [inWsh(script), inSh(script)]
    expect(wsh.prove(wsh.sign(alice), one)).toBe('verified')
    expect(wsh.prove(wsh.sign(bob), one)).toBe('other_signer')
    expect(wsh.prove(wsh.sign(bob), empty)).toBe(second)
    expect(wsh.prove(wsh.sign(alice), Uint8Array.of(2))).toBe('witness_surplus')
    expect(sh.prove(sh.sign(alice), 0x51)).toBe('verified')
    expect(sh.prove(sh.sign(bob), 0x51)).toBe('other_signer')
    expect(sh.prove(sh.sign(bob), 0)).toBe(second)
    for (let number = 2; number <= 16; number += 1)
      expect(sh.prove(sh.sign(alice), 0x50 + number)).toBe('witness_surplus')
    // The number 1 has an opcode of its own, and 0x4f and 0x50 are no pushes of 0 to 16.
    for (const choice of [[1, 1], [0x4c, 1, 1], [1, 0], [0x4f], [0x50], [0x61]])
      expect(sh.prove(sh.sign(alice), ...choice)).toBe('script_unknown')
  })

  test('is refused as a timelock for a delayed branch, even without any signature', () => {
    const address = inWsh(concatBytes(0x63, older(144), 0x67, pk(alice), 0x68))
    expect(address.prove(address.sign(alice), empty)).toBe('verified')
    expect(address.prove(one)).toBe('timelock')
    const delayed = inWsh(concatBytes(0x63, older(144), 0x67, older(288), 0x68))
    expect(delayed.prove(one)).toBe('timelock')
  })
})

test('a P2SH address with a recovery path is proven by its immediate key', () => {
  const script = withRecovery(pk(alice), lianaRecovery)
  const output = createBitcoinTestOutput('sh', hash160(script))
  const signature = signSighashAll(computeLegacySighash(output.script, script), alice)
  const scriptSig = concatBytes(encodeScriptPush(signature), encodeScriptPush(script))
  expect(prove(encodeFullBip322Signature(output.script, { scriptSig }), output.address)).toBe('verified')
})

describe('a Taproot leaf', () => {
  /** Signs with `keys`; the library computes the hash, and finalizes a multisig of all its keys. */
  function signLeaf(payment: ReturnType<typeof p2tr>, ...keys: readonly Uint8Array[]): Uint8Array[] {
    const transaction = new Transaction({ version: 0, allowUnknownOutputs: true, allowUnknownInputs: true })
    transaction.addInput({
      tapLeafScript: payment.tapLeafScript!,
      txid: computeToSpendTxid(bitcoinSignInTextFixture, payment.script),
      index: 0,
      sequence: 0,
      witnessUtxo: { amount: 0n, script: payment.script },
    })
    transaction.addOutput({ amount: 0n, script: Uint8Array.of(0x6a) })
    for (const privateKey of keys) transaction.sign(privateKey)
    transaction.finalize()
    return RawTx.decode(transaction.extract()).witnesses![0] as Uint8Array[]
  }
  const simple = (witness: readonly Uint8Array[]): string => `smp${encodeBase64(RawWitness.encode([...witness]))}`
  const unspendable = getXOnlyPublicKey(carol)
  const leafOf = (script: Uint8Array) => p2tr(unspendable, { script }, undefined, true)

  test('with one key is proven by this key', () => {
    const payment = leafOf(concatBytes(32, getXOnlyPublicKey(alice), 0xac))
    const witness = signLeaf(payment, alice)
    expect(witness).toHaveLength(3)
    expect(prove(simple(witness), payment.address!)).toBe('verified')
    expect(prove(simple([new Uint8Array(64), ...witness.slice(1)]), payment.address!)).toBe('other_signer')
    expect(prove(simple([empty, ...witness.slice(1)]), payment.address!)).toBe('signature_encoding')
    expect(prove(simple([...witness.slice(0, 1), ...witness]), payment.address!)).toBe('witness_surplus')
  })

  test('with several keys (multi_a) needs exactly as many signatures as it says', () => {
    const keys = [alice, bob].map(getXOnlyPublicKey)
    const payment = leafOf(p2tr_ms(2, keys).script)
    const witness = signLeaf(payment, alice, bob)
    expect(prove(simple(witness), payment.address!)).toBe('verified')
    const [second, first, ...leaf] = witness as [Uint8Array, Uint8Array, ...Uint8Array[]]
    expect(prove(simple([first, second, ...leaf]), payment.address!)).toBe('other_signer')
    expect(prove(simple([empty, first, ...leaf]), payment.address!)).toBe('witness_surplus')
    expect(prove(simple([second, first, empty, ...leaf]), payment.address!)).toBe('witness_surplus')
    const one = leafOf(p2tr_ms(1, keys).script)
    const [, ofAlice, ...leafOfOne] = signLeaf(one, alice) as [Uint8Array, Uint8Array, ...Uint8Array[]]
    expect(prove(simple([empty, ofAlice, ...leafOfOne]), one.address!)).toBe('verified')
    expect(prove(simple([ofAlice, empty, ...leafOfOne]), one.address!)).toBe('other_signer')
  })

  test('with a delayed key is refused as a timelock, and one with other opcodes is not known', () => {
    for (const [script, reason] of [
      [concatBytes(32, getXOnlyPublicKey(alice), 0xad, older(100)), 'timelock'],
      // OP_SUCCESS80 makes the script succeed without a signature (BIP-342).
      [concatBytes(32, getXOnlyPublicKey(alice), 0xac, 0x50), 'script_unknown'],
      [withRecovery(concatBytes(32, getXOnlyPublicKey(alice), 0xac), older(1)), 'script_unknown'],
    ] as const) {
      const payment = leafOf(script)
      const { controlBlock } = payment.leaves![0]! as unknown as { controlBlock: Uint8Array }
      expect(prove(simple([new Uint8Array(64), script, controlBlock]), payment.address!)).toBe(reason)
    }
  })
})
