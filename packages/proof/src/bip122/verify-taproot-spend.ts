// Version 1 outputs are spent with a key (BIP-341) or a script that the key commits to (BIP-342).
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { isEqualBytes } from '../is-equal-bytes.ts'
import { encodeWithCompactSize } from './bitcoin-byte-reader.ts'
import { taggedHash } from './bitcoin-hashes.ts'
import type { BitcoinVerificationErrorCode } from './bitcoin-verification-errors.ts'
import { computeTaprootSighash } from './bitcoin-sighash.ts'
import type { Bip322Spend } from './bitcoin-sighash.ts'
import { verifyScriptSpend } from './verify-script-spend.ts'

// The first byte of an annex (BIP-341 §Script validation rules).
const annexMark = 0x50
// BIP-342 §Specification.
const leafVersion = 0xc0

/** Returns null if the witness may spend the output. */
export function verifyTaprootSpend(
  spending: Bip322Spend,
  { key, script }: { key: Uint8Array; script: Uint8Array },
  satisfies: (delay: number) => boolean,
): BitcoinVerificationErrorCode | null {
  const { witness } = spending.toSign
  if (witness.length >= 2 && witness.at(-1)?.[0] === annexMark) return 'annex'
  const [signature] = witness
  if (signature === undefined) return 'witness_surplus'
  if (witness.length === 1) return verifySchnorrSignature(spending, script, { signature, key, leaf: null })
  return verifyScriptPath(spending, { key, script }, satisfies)
}

// 64 bytes imply SIGHASH_ALL, and 65 bytes state it (BIP-341 §Common signature message).
function verifySchnorrSignature(
  spending: Bip322Spend,
  script: Uint8Array,
  { signature, key, leaf }: { signature: Uint8Array; key: Uint8Array; leaf: Uint8Array | null },
): BitcoinVerificationErrorCode | null {
  if (signature.length !== 64 && signature.length !== 65) return 'signature_encoding'
  const hashType = signature.length === 64 ? 0 : signature[64]
  if (hashType !== 0 && hashType !== 1) return 'sighash'
  // BIP-341 does not allow stating the default hash type explicitly.
  if (signature.length === 65 && hashType === 0) return 'sighash'
  const hash = computeTaprootSighash(spending, { script, hashType, leaf })
  try {
    return schnorr.verify(signature.subarray(0, 64), hash, key) ? null : 'other_signer'
  } catch {
    return 'other_signer'
  }
}

// The witness ends with the script and the path from it to the output key.
function verifyScriptPath(
  spending: Bip322Spend,
  { key, script }: { key: Uint8Array; script: Uint8Array },
  satisfies: (delay: number) => boolean,
): BitcoinVerificationErrorCode | null {
  const elements = spending.toSign.witness.slice(0, -2)
  const [leafScript, control] = spending.toSign.witness.slice(-2) as [Uint8Array, Uint8Array]
  const isControl = control.length >= 33 && control.length <= 33 + 32 * 128 && (control.length - 33) % 32 === 0
  if (!isControl || (control[0]! & 0xfe) !== leafVersion) return 'script_unknown'
  const leaf = taggedHash('TapLeaf', Uint8Array.of(leafVersion), encodeWithCompactSize(leafScript))
  if (!isCommittedTo(key, control, leaf)) return 'other_script'
  return verifyScriptSpend(leafScript, 'tapscript', elements, {
    verifySignature: (signature, leafKey) =>
      verifySchnorrSignature(spending, script, { signature, key: leafKey, leaf }),
    // CHECKMULTISIG does not exist in tapscript (BIP-342).
    verifySignaturesInOrder: () => 'script_unknown',
    isDelaySatisfied: satisfies,
  })
}

// Whether the output key is the internal key tweaked by the root of a tree that contains this leaf.
function isCommittedTo(key: Uint8Array, control: Uint8Array, leaf: Uint8Array): boolean {
  const inner = control.subarray(1, 33)
  let hash = leaf
  for (let at = 33; at < control.length; at += 32) {
    const other = control.subarray(at, at + 32)
    hash = taggedHash('TapBranch', ...(isBefore(hash, other) ? [hash, other] : [other, hash]))
  }
  const { Point } = secp256k1
  try {
    const move = BigInt('0x' + hexOf(taggedHash('TapTweak', inner, hash)))
    if (move >= Point.Fn.ORDER) return false
    const moved = schnorr.utils.lift_x(BigInt('0x' + hexOf(inner))).add(Point.BASE.multiplyUnsafe(move))
    const [parity, ...x] = moved.toBytes(true)
    return isEqualBytes(Uint8Array.from(x), key) && parity === 2 + (control[0]! & 1)
  } catch {
    return false
  }
}

const isBefore = (one: Uint8Array, other: Uint8Array): boolean => hexOf(one) < hexOf(other)

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
