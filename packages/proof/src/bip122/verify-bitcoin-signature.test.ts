// Tests Bitcoin signatures (BIP-322): those of another library are accepted, and those that do not
// match the address are refused (THREATS S16). `npm run conformance` runs the public vectors.
import { createBitcoinTestKey, signBitcoinMessage } from '../../../testing/src/bitcoin-test-keys.ts'
import type { BitcoinTestKey } from '../../../testing/src/bitcoin-test-keys.ts'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { p2ms, p2sh, p2tr, p2wsh, RawTx, RawWitness, Transaction } from '@scure/btc-signer'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bitcoinVerificationErrors, verifyBitcoinSignature } from '../index.ts'
import { computeToSpendTxid } from './bip322-transactions.ts'

const text = 'example.com wants you to sign in with your Bitcoin account:'
const prove = (signature: string, { address }: { address: string }, signed = text): string => {
  const proof = verifyBitcoinSignature(signed, signature, address)
  return proof.outcome === 'verified' ? 'verified' : proof.reason
}
const bytesOf = (base64: string): Uint8Array => Uint8Array.from(Buffer.from(base64, 'base64'))
const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const keys = Array.from({ length: 3 }, (_, index) => createBitcoinTestKey(index + 11).privateKey)
const publicKeys = keys.map((key) => secp256k1.getPublicKey(key, true))

function signScript(
  payment: { script: Uint8Array; witnessScript?: Uint8Array; redeemScript?: Uint8Array },
  signers: readonly Uint8Array[],
  { sighash, sequence = 0, lockTime = 0 }: { sighash?: number; sequence?: number; lockTime?: number } = {},
): Transaction {
  const transaction = new Transaction({ version: 0, lockTime, allowUnknownOutputs: true, allowUnknownInputs: true })
  transaction.addInput({
    txid: computeToSpendTxid(text, payment.script).toReversed(),
    index: 0,
    sequence,
    witnessUtxo: { amount: 0n, script: payment.script },
    ...(payment.witnessScript && { witnessScript: payment.witnessScript }),
    ...(payment.redeemScript && { redeemScript: payment.redeemScript }),
    ...(sighash !== undefined && { sighashType: sighash }),
  })
  transaction.addOutput({ amount: 0n, script: Uint8Array.of(0x6a) })
  for (const key of signers) transaction.sign(key, sighash === undefined ? undefined : [sighash])
  transaction.finalize()
  return transaction
}
const simpleOf = (transaction: Transaction): string =>
  `smp${base64Of(RawWitness.encode(transaction.getInput(0).finalScriptWitness!))}`
const fullOf = (transaction: Transaction): string => `ful${base64Of(transaction.extract())}`

describe('Bitcoin signatures made with another library are accepted', () => {
  test.each([
    ['p2wpkh', 'simple', false],
    ['p2wpkh', 'simple', true],
    ['p2wpkh', 'full', true],
    ['p2tr', 'simple', false],
    ['p2tr', 'simple', true],
    ['p2tr', 'full', true],
    ['p2sh-p2wpkh', 'full', true],
    ['p2pkh', 'simple', false],
  ] as const)('%s in %s form, with prefix: %s', (kind, form, isPrefixed) => {
    for (const network of ['mainnet', 'testnet'] as const) {
      const key = createBitcoinTestKey(5, kind, network)
      const signature = signBitcoinMessage(key, text, form, isPrefixed)
      const method = kind === 'p2pkh' ? 'bip137' : 'bip322'
      expect(verifyBitcoinSignature(text, signature, key.address)).toEqual({ outcome: 'verified', method })
      expect(prove(signature, key, `${text}.`)).toBe('other_signer')
      expect(prove(signature, createBitcoinTestKey(6, kind, network))).toMatch(/^(?:other_signer|other_script)$/)
    }
  })

  test.each([
    [1, 1],
    [1, 3],
    [2, 3],
    [3, 3],
  ])('%i-of-%i multisig, in P2WSH and nested in P2SH', (needed, all) => {
    const multisig = p2ms(needed, publicKeys.slice(0, all))
    const payment = p2wsh(multisig)
    const signed = signScript(payment, keys.slice(0, needed))
    expect(prove(simpleOf(signed), { address: payment.address! })).toBe('verified')
    expect(prove(fullOf(signed), { address: payment.address! })).toBe('verified')
    const nested = p2sh(p2wsh(multisig))
    expect(prove(fullOf(signScript(nested, keys.slice(0, needed))), { address: nested.address! })).toBe('verified')
  })
})

describe('S16: Bitcoin signature verification', () => {
  const alice = createBitcoinTestKey(1)
  const simple = signBitcoinMessage(alice, text)

  test('accepts a BIP-322 signature only for the address type for which it was made', () => {
    const kinds = ['p2wpkh', 'p2tr', 'p2sh-p2wpkh'] as const
    const ofKind = kinds.map((kind) => createBitcoinTestKey(1, kind))
    for (const signer of ofKind) {
      const form = signer.kind === 'p2sh-p2wpkh' ? 'full' : 'simple'
      const signature = signBitcoinMessage(signer, text, form, true)
      for (const other of ofKind) {
        if (other === signer) expect(prove(signature, other)).toBe('verified')
        else expect(prove(signature, other)).not.toBe('verified')
      }
    }
  })

  test('refuses a testnet signature for the same key on mainnet, because the signed address differs', () => {
    // All networks have the same scripts, so only the address in the signed text distinguishes them
    // (message/bip122/bitcoin-message-profile.ts).
    const twin = createBitcoinTestKey(1, 'p2wpkh', 'testnet')
    expect(prove(signBitcoinMessage(twin, `${text}\n${twin.address}`), alice, `${text}\n${alice.address}`)).toBe(
      'other_signer',
    )
  })

  test('refuses a witness with missing items, extra items or an annex', () => {
    const pieces = RawWitness.decode(bytesOf(simple)) as Uint8Array[]
    for (const changed of [[], pieces.slice(0, 1), [...pieces, Uint8Array.of(1)], [Uint8Array.of(), ...pieces]])
      expect(prove(`smp${base64Of(RawWitness.encode(changed))}`, alice)).toMatch(
        /^(?:witness_surplus|witness_malformed)$/,
      )
    const carol = createBitcoinTestKey(3, 'p2tr')
    const [signature] = RawWitness.decode(bytesOf(signBitcoinMessage(carol, text))) as [Uint8Array]
    expect(prove(`smp${base64Of(RawWitness.encode([signature, Uint8Array.of(0x50, 1)]))}`, carol)).toBe('annex')
  })

  test('refuses trailing bytes, truncation, and sizes that are not in their shortest form', () => {
    const bytes = bytesOf(simple)
    expect(prove(base64Of(Uint8Array.of(...bytes, 0)), alice)).toBe('witness_malformed')
    expect(prove(base64Of(bytes.subarray(0, -1)), alice)).toBe('witness_malformed')
    // Here the count, 2, takes three bytes instead of one.
    expect(prove(base64Of(Uint8Array.of(0xfd, 2, 0, ...bytes.subarray(1))), alice)).toBe('witness_malformed')
    const full = bytesOf(signBitcoinMessage(alice, text, 'full'))
    expect(prove(`ful${base64Of(Uint8Array.of(...full, 0))}`, alice)).toBe('transaction_malformed')
  })

  test('refuses non-canonical base64, proofs of funds and oversized signatures', () => {
    for (const other of [
      ` ${simple}`,
      `${simple}\n`,
      simple.replace(/=*$/, ''),
      `${simple}=`,
      simple.replaceAll('/', '_').replaceAll('+', '-') + '-',
      '',
    ])
      expect(prove(other, alice)).toBe('not_base64')
    expect(prove(`pof${simple}`, alice)).toBe('proof_of_funds')
    expect(prove('A'.repeat(200_000), alice)).toBe('too_long')
  })

  test.each([
    ['another version', { version: 1 }],
    ['two inputs', { inputs: 2 }],
    ['two outputs', { outputs: 2 }],
    ['a nonzero output amount', { amount: 1n }],
    ['a spendable output script', { script: Uint8Array.of(0x51) }],
  ])(
    'refuses a transaction with %s',
    (_, changes: { version?: number; inputs?: number; outputs?: number; amount?: bigint; script?: Uint8Array }) => {
      const sound = RawTx.decode(bytesOf(signBitcoinMessage(alice, text, 'full')))
      const {
        version = sound.version,
        inputs = 1,
        outputs = 1,
        amount = 0n,
        script = sound.outputs[0]!.script,
      } = changes
      const changed = RawTx.encode({
        ...sound,
        version,
        inputs: Array.from({ length: inputs }, (__, index) => ({ ...sound.inputs[0]!, index })),
        outputs: Array.from({ length: outputs }, () => ({ amount, script })),
        witnesses: Array.from({ length: inputs }, () => sound.witnesses![0]!),
      })
      expect(prove(`ful${base64Of(changed)}`, alice)).toMatch(/^(?:transaction_shape|other_signer)$/)
    },
  )

  test.each([2, 3, 0x81])('refuses sighash type %i, which leaves part of the transaction unsigned', (sighash) => {
    const { script } = alice
    expect(prove(simpleOf(signScript({ script }, [alice.privateKey], { sighash })), alice)).toBe('sighash')
  })

  test('refuses a signature bound to a lock time or a relative delay', () => {
    for (const bound of [{ lockTime: 2016, sequence: 1 }, { sequence: 144 }]) {
      const signed = signScript({ script: alice.script }, [alice.privateKey], bound)
      expect(prove(fullOf(signed), alice)).toMatch(/^(?:timelock|transaction_shape)$/)
    }
  })

  test('refuses a high s, which anyone can derive from the low s', () => {
    const [signature, key] = RawWitness.decode(bytesOf(simple)) as [Uint8Array, Uint8Array]
    const { r, s } = secp256k1.Signature.fromBytes(signature.subarray(0, -1), 'der')
    const high = new secp256k1.Signature(r, secp256k1.Point.Fn.ORDER - s).toBytes('der')
    expect(prove(base64Of(RawWitness.encode([Uint8Array.of(...high, 1), key])), alice)).toBe('high_s')
    const old = createBitcoinTestKey(1, 'p2pkh')
    const bytes = bytesOf(signBitcoinMessage(old, text))
    const compact = secp256k1.Signature.fromBytes(bytes.subarray(1), 'compact')
    const upper = new secp256k1.Signature(compact.r, secp256k1.Point.Fn.ORDER - compact.s).toBytes('compact')
    const header = 31 + ((bytes[0]! - 31) ^ 1)
    expect(prove(base64Of(Uint8Array.of(header, ...upper)), old)).toBe('high_s')
  })

  test('accepts a 65-byte signature for P2PKH only with its own header byte', () => {
    const old = createBitcoinTestKey(1, 'p2pkh')
    const bytes = bytesOf(signBitcoinMessage(old, text))
    for (let header = 0; header < 256; header += 1) {
      if (header === bytes[0]) continue
      expect(prove(base64Of(Uint8Array.of(header, ...bytes.subarray(1))), old)).not.toBe('verified')
    }
    expect(prove(base64Of(bytes), createBitcoinTestKey(1, 'p2tr'))).toBe('legacy_for_segwit')
  })

  test('refuses the script of another address, and scripts without keys', () => {
    const multisig = p2wsh(p2ms(2, publicKeys))
    const other = p2wsh(p2ms(1, publicKeys))
    expect(prove(simpleOf(signScript(other, keys.slice(0, 1))), { address: multisig.address! })).toBe('other_script')
    // Anyone can spend OP_TRUE, so it does not prove control of the address.
    const anyones = Uint8Array.of(0x51)
    const address = p2wsh({ type: 'unknown', script: anyones } as never, undefined)
    expect(prove(`smp${base64Of(RawWitness.encode([anyones]))}`, { address: address.address! })).toBe('script_unknown')
  })

  test('refuses a taproot script path that requires no key', () => {
    const tree = p2tr(publicKeys[0]!.subarray(1), { script: Uint8Array.of(0x51) }, undefined, true)
    const leaf = tree.leaves![0]! as unknown as { script: Uint8Array; controlBlock: Uint8Array }
    const witness = RawWitness.encode([leaf.script, leaf.controlBlock])
    // The path to OP_TRUE is valid, but it does not involve a key.
    expect(prove(`smp${base64Of(witness)}`, { address: tree.address! })).not.toBe('verified')
  })

  test('refuses a signature with any bit flipped', () => {
    const forms: [BitcoinTestKey, string][] = [
      [alice, simple],
      [createBitcoinTestKey(3, 'p2tr'), signBitcoinMessage(createBitcoinTestKey(3, 'p2tr'), text)],
      [createBitcoinTestKey(1, 'p2pkh'), signBitcoinMessage(createBitcoinTestKey(1, 'p2pkh'), text)],
    ]
    for (const [key, signature] of forms) {
      const bytes = bytesOf(signature)
      fc.assert(
        fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
          const changed = bytes.slice()
          changed[bit >> 3]! ^= 1 << (bit & 7)
          expect(prove(base64Of(changed), key)).not.toBe('verified')
        }),
        { numRuns: 150 },
      )
    }
  })

  test('returns a known reason when it refuses arbitrary bytes', () => {
    fc.assert(
      fc.property(fc.constantFrom('', 'smp', 'ful'), fc.uint8Array({ maxLength: 400 }), (prefix, bytes) => {
        expect(Object.keys(bitcoinVerificationErrors)).toContain(prove(prefix + base64Of(bytes), alice))
      }),
      { numRuns: 500 },
    )
  })
})

test('Bitcoin verification hashes the text as UTF-8 and refuses unpaired surrogates', () => {
  const key = createBitcoinTestKey(1)
  expect(prove(signBitcoinMessage(key, 'Grüße 🔑'), key, 'Grüße 🔑')).toBe('verified')
  expect(prove(signBitcoinMessage(key, 'a'), key, 'half \ud800')).toBe('text_not_encodable')
})
