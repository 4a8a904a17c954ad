// Verifies BIP-322, version 2.0.0, and BIP-137; the caller decides about lock times and sequences.
import { parseBitcoinAddress } from '@countersign/message'
import type { BitcoinAddress } from '@countersign/message'
import { decodeBase64 } from '../decode-base64.ts'
import { isEqualBytes } from '../is-equal-bytes.ts'
import { maxSignatureLength } from '../max-signature-length.ts'
import { BitcoinDecodeError } from './bitcoin-byte-reader.ts'
import { verifyEcdsaSignature, verifyEcdsaSignaturesInOrder } from './bitcoin-ecdsa.ts'
import { hash160, sha256 } from './bitcoin-hashes.ts'
import { createP2pkhScript, createP2wpkhScript } from './bitcoin-output-scripts.ts'
import { bip137SignatureByteLength, hasBip137Signatures, verifyBip137Signature } from './verify-bip137-signature.ts'
import type { BitcoinVerificationErrorCode } from './bitcoin-verification-errors.ts'
import { keySizesByScriptContext } from './parse-bitcoin-script.ts'
import type { BitcoinScriptContext } from './parse-bitcoin-script.ts'
import { parseScriptPushes } from './parse-script-pushes.ts'
import { computeLegacySighash, computeWitnessV0Sighash } from './bitcoin-sighash.ts'
import type { Bip322Spend } from './bitcoin-sighash.ts'
import { isPublicKey, verifyScriptSpend } from './verify-script-spend.ts'
import { verifyTaprootSpend } from './verify-taproot-spend.ts'
import { parseFullBip322Signature, parseSimpleBip322Signature, computeToSpendTxid } from './bip322-transactions.ts'
import type { Bip322ToSignTransaction } from './bip322-transactions.ts'

export type Bip322Result =
  | {
      readonly outcome: 'verified'
      readonly method: 'bip322' | 'bip137'
      readonly lockTime: number
      readonly sequence: number
    }
  | { readonly outcome: 'refused'; readonly reason: BitcoinVerificationErrorCode }

const refused = (reason: BitcoinVerificationErrorCode): Bip322Result => ({ outcome: 'refused', reason })

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
  // A PSBT without the prefix is a proof of funds too.
  if (prefix === undefined && base64.startsWith(psbtStart)) return refused('proof_of_funds')
  const form = detectSignatureFormat(prefix, read, bytes)
  if (form === 'bip137') {
    const fault = verifyBip137Signature(text, bytes, read)
    return fault === null ? { outcome: 'verified', method: 'bip137', lockTime: 0, sequence: 0 } : refused(fault)
  }
  return form === 'simple' || form === 'full' ? verifyToSignTransaction(text, read, form, bytes) : refused(form)
}

// Base64 of `psbt` and the byte 0xff (BIP-174).
const psbtStart = 'cHNidP8'

type Prefix = 'smp' | 'ful' | 'pof'

const isSegwit = ({ type }: BitcoinAddress): boolean => type !== 'p2pkh' && type !== 'p2sh'

// Without a prefix, the format must be unambiguous (BIP-322 §Signature encoding).
function detectSignatureFormat(
  prefix: Prefix | undefined,
  address: BitcoinAddress,
  bytes: Uint8Array,
): 'simple' | 'full' | 'bip137' | BitcoinVerificationErrorCode {
  if (prefix === 'ful') return 'full'
  if (prefix === 'smp') return isSegwit(address) ? 'simple' : 'simple_not_allowed'
  if (bytes.length === bip137SignatureByteLength) return hasBip137Signatures(address) ? 'bip137' : 'legacy_for_segwit'
  if (startsLikeTransaction(bytes)) return 'full'
  // Some wallets write only a witness for nested SegWit, although BIP-322 requires a full signature.
  return isSegwit(address) || address.type === 'p2sh' ? 'simple' : 'form_unclear'
}

// The version is 0 or 2. No witness that satisfies a known script starts with these four bytes.
const startsLikeTransaction = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0 || bytes[0] === 2) && bytes[1] === 0 && bytes[2] === 0 && bytes[3] === 0

function verifyToSignTransaction(
  text: string,
  address: BitcoinAddress,
  form: 'simple' | 'full',
  bytes: Uint8Array,
): Bip322Result {
  const spentId = computeToSpendTxid(text, address.script)
  let toSign
  try {
    toSign =
      form === 'full'
        ? parseFullBip322Signature(bytes, spentId)
        : addNestedSegwitScript(parseSimpleBip322Signature(bytes), address)
  } catch (error) {
    if (error instanceof BitcoinDecodeError)
      return refused(form === 'simple' ? 'witness_malformed' : 'transaction_malformed')
    throw error
  }
  if (toSign === 'form_unclear' || toSign === 'other_signer') return refused(toSign)
  if (toSign === 'unexpected-shape') return refused('transaction_shape')
  if (toSign === 'other-outpoint') return refused('other_signer')
  try {
    const fault = verifySpend({ toSign, spentId }, address)
    const { lockTime, sequence } = toSign
    return fault === null ? { outcome: 'verified', method: 'bip322', lockTime, sequence } : refused(fault)
  } catch (error) {
    if (error instanceof BitcoinDecodeError)
      return refused(address.type === 'p2pkh' ? 'signature_encoding' : 'script_unknown')
    throw error
  }
}

// The key in the witness determines the script that a P2SH-P2WPKH input needs (BIP-141).
function addNestedSegwitScript(
  toSign: Bip322ToSignTransaction,
  { type, program }: BitcoinAddress,
): Bip322ToSignTransaction | 'form_unclear' | 'other_signer' {
  if (type !== 'p2sh') return toSign
  const [, key, ...more] = toSign.witness
  if (key === undefined || more.length > 0 || !isPublicKey(key, keySizesByScriptContext.p2wsh)) return 'form_unclear'
  const script = createP2wpkhScript(hash160(key))
  return isEqualBytes(hash160(script), program)
    ? { ...toSign, scriptSig: Uint8Array.of(script.length, ...script) }
    : 'other_signer'
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
  const keySizes = keySizesByScriptContext[hashing === 'witness' ? 'p2wsh' : 'p2sh']
  if (!isPublicKey(key, keySizes) || !isEqualBytes(hash160(key), program)) return 'other_signer'
  const script = createP2pkhScript(program)
  const hash = hashing === 'legacy' ? computeLegacySighash(spending, script) : computeWitnessV0Sighash(spending, script)
  return verifyEcdsaSignature(signature, hash, key)
}

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
    return verifyEcdsaScriptSpend(spending, 'p2sh', pushes, computeLegacySighash(spending, script))
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
  return verifyEcdsaScriptSpend(spending, 'p2wsh', witness, computeWitnessV0Sighash(spending, script))
}

// The last element is the script.
const verifyEcdsaScriptSpend = (
  { toSign }: Bip322Spend,
  context: BitcoinScriptContext,
  elements: readonly Uint8Array[],
  hash: Uint8Array,
): BitcoinVerificationErrorCode | null =>
  verifyScriptSpend(elements.at(-1)!, context, elements.slice(0, -1), {
    verifySignature: (signature, key) => verifyEcdsaSignature(signature, hash, key),
    verifySignaturesInOrder: (signatures, keys) => verifyEcdsaSignaturesInOrder(signatures, keys, hash),
    isDelaySatisfied: isRelativeTimelockSatisfied(toSign),
  })

// Sequence and delay must have the same unit, which is either blocks or 512 seconds (BIP-112).
const isRelativeTimelockSatisfied =
  ({ version, sequence }: Pick<Bip322ToSignTransaction, 'version' | 'sequence'>) =>
  (delay: number): boolean =>
    version >= 2 &&
    sequence < 0x8000_0000 &&
    (sequence & 0x40_0000) === (delay & 0x40_0000) &&
    (delay & 0xffff) <= (sequence & 0xffff)
