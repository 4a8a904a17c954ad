// Verifies BIP-322, version 2.0.0; the caller decides whether to accept a lock time or sequence.
import { parseBitcoinAddress } from '@countersign/message'
import type { BitcoinAddress } from '@countersign/message'
import { isEqualBytes, BitcoinDecodeError } from './bitcoin-byte-reader.ts'
import { verifyEcdsaSignature, parseEcdsaSignature } from './bitcoin-ecdsa.ts'
import { hash160, sha256 } from './bitcoin-hashes.ts'
import { verifyLegacyBitcoinSignature, legacyBitcoinSignatureByteLength } from './verify-legacy-bitcoin-signature.ts'
import { decodeBase64 } from './decode-base64.ts'
import type { BitcoinVerificationErrorCode } from './bitcoin-verification-errors.ts'
import { parseScriptPushes, parseBitcoinScript } from './parse-bitcoin-script.ts'
import { computeLegacySighash, computeWitnessV0Sighash } from './bitcoin-sighash.ts'
import type { Bip322Spend } from './bitcoin-sighash.ts'
import { verifyTaprootSpend } from './verify-taproot-spend.ts'
import { parseFullBip322Signature, parseSimpleBip322Signature, computeToSpendTxid } from './bip322-transactions.ts'
import type { Bip322ToSignTransaction } from './bip322-transactions.ts'

export type Bip322Result =
  | { readonly outcome: 'verified'; readonly lockTime: number; readonly sequence: number }
  | { readonly outcome: 'refused'; readonly reason: BitcoinVerificationErrorCode }

// Counted in characters. The server has the same limit for signatures.
const maxSignatureLength = 8192

const refused = (reason: BitcoinVerificationErrorCode): Bip322Result => ({ outcome: 'refused', reason })
const verified = ({ lockTime, sequence }: Pick<Bip322ToSignTransaction, 'lockTime' | 'sequence'>): Bip322Result => ({
  outcome: 'verified',
  lockTime,
  sequence,
})

/** Never throws. */
export function verifyBip322(text: string, signature: string, address: string): Bip322Result {
  const read = typeof address === 'string' ? parseBitcoinAddress(address) : 'length'
  if (typeof read === 'string') return refused('address_invalid')
  if (typeof text !== 'string' || !text.isWellFormed()) return refused('text_not_encodable')
  if (typeof signature !== 'string') return refused('not_base64')
  if (signature.length > maxSignatureLength) return refused('too_long')
  const [, prefix, base64] = /^(smp|ful|pof)?(.*)$/s.exec(signature) as unknown as [string, Prefix | undefined, string]
  if (prefix === 'pof') return refused('proof_of_funds')
  const bytes = decodeBase64(base64)
  if (bytes === null) return refused('not_base64')
  const form = detectSignatureFormat(prefix, read, bytes)
  if (form === 'legacy') {
    const fault = verifyLegacyBitcoinSignature(text, bytes, read.program)
    return fault === null ? verified({ lockTime: 0, sequence: 0 }) : refused(fault)
  }
  return form === 'simple' || form === 'full' ? verifyToSignTransaction(text, read, form, bytes) : refused(form)
}

type Prefix = 'smp' | 'ful' | 'pof'

const isSegwit = ({ type }: BitcoinAddress): boolean => type !== 'p2pkh' && type !== 'p2sh'

// Without a prefix, the format must be unambiguous (BIP-322 §Signature encoding).
function detectSignatureFormat(
  prefix: Prefix | undefined,
  address: BitcoinAddress,
  { length }: Uint8Array,
): 'simple' | 'full' | 'legacy' | BitcoinVerificationErrorCode {
  if (prefix === 'ful') return 'full'
  if (prefix === 'smp') return isSegwit(address) ? 'simple' : 'simple_not_allowed'
  if (length === legacyBitcoinSignatureByteLength) return address.type === 'p2pkh' ? 'legacy' : 'legacy_for_segwit'
  return isSegwit(address) ? 'simple' : 'form_unclear'
}

function verifyToSignTransaction(
  text: string,
  address: BitcoinAddress,
  form: 'simple' | 'full',
  bytes: Uint8Array,
): Bip322Result {
  const spentId = computeToSpendTxid(text, address.script)
  let toSign
  try {
    toSign = form === 'simple' ? parseSimpleBip322Signature(bytes) : parseFullBip322Signature(bytes, spentId)
  } catch (error) {
    if (error instanceof BitcoinDecodeError)
      return refused(form === 'simple' ? 'witness_malformed' : 'transaction_malformed')
    throw error
  }
  if (toSign === 'unexpected-shape') return refused('transaction_shape')
  if (toSign === 'other-outpoint') return refused('other_signer')
  try {
    const fault = verifySpend({ toSign, spentId }, address)
    return fault === null ? verified(toSign) : refused(fault)
  } catch (error) {
    if (error instanceof BitcoinDecodeError) return refused('script_unknown')
    throw error
  }
}

/** Returns null if `to_sign` may spend the output of the address. */
function verifySpend(spending: Bip322Spend, address: BitcoinAddress): BitcoinVerificationErrorCode | null {
  const { scriptSig, witness } = spending.toSign
  switch (address.type) {
    case 'p2pkh':
      return witness.length > 0
        ? 'witness_surplus'
        : verifyKeyHashSpend(spending, address, parseScriptPushes(scriptSig), 'legacy')
    case 'p2sh':
      return verifyScriptHashSpend(spending, address)
    case 'p2wpkh':
      return scriptSig.length > 0 ? 'witness_surplus' : verifyKeyHashSpend(spending, address, witness, 'witness')
    case 'p2wsh':
      return scriptSig.length > 0 ? 'witness_surplus' : verifyWitnessScriptSpend(spending, address.program)
    case 'p2tr':
      if (scriptSig.length > 0) return 'witness_surplus'
      return verifyTaprootSpend(
        spending,
        { key: address.program, script: address.script },
        isRelativeTimelockSatisfied(spending.toSign),
      )
  }
}

// Expects a signature and a key whose hash is the program (BIP-141 §P2WPKH; P2PKH is the same).
function verifyKeyHashSpend(
  spending: Bip322Spend,
  { program }: Pick<BitcoinAddress, 'program'>,
  pieces: readonly Uint8Array[],
  hashing: 'legacy' | 'witness',
): BitcoinVerificationErrorCode | null {
  const [signature, key] = pieces
  if (pieces.length !== 2 || signature === undefined || key === undefined) return 'witness_surplus'
  // Segregated witness allows only compressed keys (BIP-143 §Restrictions on public key type).
  if (!isKey(key, hashing === 'witness' ? [33] : [33, 65]) || !isEqualBytes(hash160(key), program))
    return 'other_signer'
  const script = keyHashScript(program)
  const hash = hashing === 'legacy' ? computeLegacySighash(spending, script) : computeWitnessV0Sighash(spending, script)
  return verifyEcdsaSignature(signature, hash, key)
}

/** Builds `DUP HASH160 <hash> EQUALVERIFY CHECKSIG`. */
const keyHashScript = (hash: Uint8Array): Uint8Array => Uint8Array.of(0x76, 0xa9, 20, ...hash, 0x88, 0xac)

const isKey = (key: Uint8Array, sizes: readonly number[]): boolean =>
  sizes.includes(key.length) && (key.length === 33 ? key[0] === 2 || key[0] === 3 : key[0] === 4)

// The last push is a script with this hash (BIP-16), possibly a witness program (BIP-141).
function verifyScriptHashSpend(
  spending: Bip322Spend,
  { program }: BitcoinAddress,
): BitcoinVerificationErrorCode | null {
  const { scriptSig, witness } = spending.toSign
  const pushes = parseScriptPushes(scriptSig)
  const script = pushes.at(-1)
  if (script === undefined || !isEqualBytes(hash160(script), program)) return 'other_script'
  const isWitness = script[0] === 0 && (script.length === 22 || script.length === 34) && script[1] === script.length - 2
  if (!isWitness) {
    if (witness.length > 0) return 'witness_surplus'
    return verifyScriptSpend(
      pushes.slice(0, -1),
      script,
      [33, 65],
      computeLegacySighash(spending, script),
      spending.toSign,
    )
  }
  if (pushes.length !== 1) return 'witness_surplus'
  const inner = script.subarray(2)
  return inner.length === 20
    ? verifyKeyHashSpend(spending, { program: inner }, witness, 'witness')
    : verifyWitnessScriptSpend(spending, inner)
}

// The last item of the witness is a script whose hash is the program (BIP-141 §P2WSH).
function verifyWitnessScriptSpend(spending: Bip322Spend, program: Uint8Array): BitcoinVerificationErrorCode | null {
  const { witness } = spending.toSign
  const script = witness.at(-1)
  if (script === undefined) return 'witness_surplus'
  if (!isEqualBytes(sha256(script), program)) return 'other_script'
  return verifyScriptSpend(
    witness.slice(0, -1),
    script,
    [33],
    computeWitnessV0Sighash(spending, script),
    spending.toSign,
  )
}

function verifyScriptSpend(
  pieces: readonly Uint8Array[],
  script: Uint8Array,
  keySizes: readonly number[],
  hash: Uint8Array,
  toSign: Bip322ToSignTransaction,
): BitcoinVerificationErrorCode | null {
  const read = parseBitcoinScript(script, keySizes)
  if (read === null) return 'script_unknown'
  const [first, ...rest] = pieces
  if (first === undefined) return 'witness_surplus'
  if (read.kind === 'single-key')
    return rest.length > 0 ? 'witness_surplus' : verifyEcdsaSignature(first, hash, read.key)
  if (read.kind === 'multisig') {
    // CHECKMULTISIG consumes one extra item, which must be empty (BIP-147).
    if (first.length > 0 || rest.length !== read.needed) return 'witness_surplus'
    return verifyMultisig(rest, read.keys, hash)
  }
  const [choice] = rest
  if (rest.length !== 1 || choice === undefined) return 'witness_surplus'
  // Only 1 counts as true (MINIMALIF, BIP-342 §Specification; a relay policy for older scripts).
  const isNow = choice.length === 1 && choice[0] === 1
  if (!isNow && (choice.length > 0 || !isRelativeTimelockSatisfied(toSign)(read.delay))) return 'timelock'
  return verifyEcdsaSignature(first, hash, isNow ? read.key : read.laterKey)
}

// Each signature must be by a different entry of the key list, in the order of the list (BIP-11).
function verifyMultisig(
  signatures: readonly Uint8Array[],
  keys: readonly Uint8Array[],
  hash: Uint8Array,
): BitcoinVerificationErrorCode | null {
  let at = 0
  for (const signature of signatures) {
    const read = parseEcdsaSignature(signature, hash)
    if (typeof read === 'string') return read
    while (at < keys.length && !read.isSignedBy(keys[at]!)) at += 1
    if (at === keys.length) return 'other_signer'
    at += 1
  }
  return null
}

// Sequence and delay must have the same unit, which is either blocks or 512 seconds (BIP-112).
const isRelativeTimelockSatisfied =
  ({ version, sequence }: Pick<Bip322ToSignTransaction, 'version' | 'sequence'>) =>
  (delay: number): boolean =>
    version >= 2 &&
    sequence < 0x8000_0000 &&
    (sequence & 0x40_0000) === (delay & 0x40_0000) &&
    (delay & 0xffff) <= (sequence & 0xffff)
