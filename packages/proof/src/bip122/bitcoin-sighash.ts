// What a key signs of `to_sign` (the signature hash), for each kind of output. Only the whole transaction is ever signed (SIGHASH_ALL): a
// signature over less would be one for other messages as well.
import { concatBytes, encodeUint32LittleEndian, encodeWithCompactSize } from './bitcoin-byte-reader.ts'
import { doubleSha256, sha256, taggedHash } from './bitcoin-hashes.ts'
import { toSignOpReturnOutput, encodeToSpendOutpoint } from './bip322-transactions.ts'
import type { Bip322ToSignTransaction } from './bip322-transactions.ts'

/** SIGHASH_ALL, as its byte and as the number that is hashed. */
export const sighashAll = 1
const sighashAllBytes = encodeUint32LittleEndian(sighashAll)
const zeroAmount = new Uint8Array(8)

/** `to_sign` and the id of what it spends. */
export interface Bip322Spend {
  readonly toSign: Bip322ToSignTransaction
  readonly spentId: Uint8Array
}

/** The signature hash from before segregated witness, over the script that is spent. */
export function computeLegacySighash({ toSign, spentId }: Bip322Spend, script: Uint8Array): Uint8Array {
  const input = concatBytes(
    encodeToSpendOutpoint(spentId),
    encodeWithCompactSize(script),
    encodeUint32LittleEndian(toSign.sequence),
  )
  return doubleSha256(
    concatBytes(
      encodeUint32LittleEndian(toSign.version),
      Uint8Array.of(1),
      input,
      Uint8Array.of(1),
      toSignOpReturnOutput,
      encodeUint32LittleEndian(toSign.lockTime),
      sighashAllBytes,
    ),
  )
}

/** BIP-143 §Specification, over the script code. */
export function computeWitnessV0Sighash({ toSign, spentId }: Bip322Spend, scriptCode: Uint8Array): Uint8Array {
  const outpoint = encodeToSpendOutpoint(spentId)
  const sequence = encodeUint32LittleEndian(toSign.sequence)
  return doubleSha256(
    concatBytes(
      encodeUint32LittleEndian(toSign.version),
      doubleSha256(outpoint),
      doubleSha256(sequence),
      outpoint,
      encodeWithCompactSize(scriptCode),
      zeroAmount,
      sequence,
      doubleSha256(toSignOpReturnOutput),
      encodeUint32LittleEndian(toSign.lockTime),
      sighashAllBytes,
    ),
  )
}

/**
 * BIP-341 §Common signature message; with a leaf BIP-342 §Common Signature Message Extension.
 * @param hashType 0 (default) or 1: both sign all, and differ only in that they say so
 */
export function computeTaprootSighash(
  { toSign, spentId }: Bip322Spend,
  { script, hashType, leaf }: { script: Uint8Array; hashType: 0 | 1; leaf: Uint8Array | null },
): Uint8Array {
  // Of the leaf: its hash, the version of the key, and that no OP_CODESEPARATOR was run.
  const extension = leaf === null ? [] : [leaf, Uint8Array.of(0), new Uint8Array(4).fill(255)]
  return taggedHash(
    'TapSighash',
    Uint8Array.of(0, hashType),
    encodeUint32LittleEndian(toSign.version),
    encodeUint32LittleEndian(toSign.lockTime),
    sha256(encodeToSpendOutpoint(spentId)),
    sha256(zeroAmount),
    sha256(encodeWithCompactSize(script)),
    sha256(encodeUint32LittleEndian(toSign.sequence)),
    sha256(toSignOpReturnOutput),
    Uint8Array.of(leaf === null ? 0 : 2),
    encodeUint32LittleEndian(0),
    ...extension,
  )
}
