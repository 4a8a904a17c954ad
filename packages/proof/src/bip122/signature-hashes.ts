// What a key signs of `to_sign` (the signature hash), for each kind of output. Only the whole transaction is ever signed (SIGHASH_ALL): a
// signature over less would be one for other messages as well.
import { concat, littleEndian, withSize } from './byte-reader.ts'
import { doubleSha256, sha256, taggedHash } from './hashes.ts'
import { onlyOutput, outpointOf } from './to-sign.ts'
import type { ToSign } from './to-sign.ts'

/** SIGHASH_ALL, as its byte and as the number that is hashed. */
export const signsAll = 1
const signsAllBytes = littleEndian(signsAll)
const noAmount = new Uint8Array(8)

/** `to_sign` and the id of what it spends. */
export interface Spending {
  readonly toSign: ToSign
  readonly spentId: Uint8Array
}

/** The signature hash from before segregated witness, over the script that is spent. */
export function hashForLegacy({ toSign, spentId }: Spending, script: Uint8Array): Uint8Array {
  const input = concat(outpointOf(spentId), withSize(script), littleEndian(toSign.sequence))
  return doubleSha256(
    concat(
      littleEndian(toSign.version),
      Uint8Array.of(1),
      input,
      Uint8Array.of(1),
      onlyOutput,
      littleEndian(toSign.lockTime),
      signsAllBytes,
    ),
  )
}

/** BIP-143 §Specification, over the script code. */
export function hashForWitness({ toSign, spentId }: Spending, scriptCode: Uint8Array): Uint8Array {
  const outpoint = outpointOf(spentId)
  const sequence = littleEndian(toSign.sequence)
  return doubleSha256(
    concat(
      littleEndian(toSign.version),
      doubleSha256(outpoint),
      doubleSha256(sequence),
      outpoint,
      withSize(scriptCode),
      noAmount,
      sequence,
      doubleSha256(onlyOutput),
      littleEndian(toSign.lockTime),
      signsAllBytes,
    ),
  )
}

/**
 * BIP-341 §Common signature message; with a leaf BIP-342 §Common Signature Message Extension.
 * @param hashType 0 (default) or 1: both sign all, and differ only in that they say so
 */
export function hashForTaproot(
  { toSign, spentId }: Spending,
  { script, hashType, leaf }: { script: Uint8Array; hashType: 0 | 1; leaf: Uint8Array | null },
): Uint8Array {
  // Of the leaf: its hash, the version of the key, and that no OP_CODESEPARATOR was run.
  const extension = leaf === null ? [] : [leaf, Uint8Array.of(0), new Uint8Array(4).fill(255)]
  return taggedHash(
    'TapSighash',
    Uint8Array.of(0, hashType),
    littleEndian(toSign.version),
    littleEndian(toSign.lockTime),
    sha256(outpointOf(spentId)),
    sha256(noAmount),
    sha256(withSize(script)),
    sha256(littleEndian(toSign.sequence)),
    sha256(onlyOutput),
    Uint8Array.of(leaf === null ? 0 : 2),
    littleEndian(0),
    ...extension,
  )
}
