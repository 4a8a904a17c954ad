// Only SIGHASH_ALL is accepted: a signature that covers less is also valid for other messages.
import { concatBytes, encodeUint32LittleEndian, encodeWithCompactSize } from './bitcoin-byte-reader.ts'
import { doubleSha256, sha256, taggedHash } from './bitcoin-hashes.ts'
import { toSignOpReturnOutput, encodeToSpendOutpoint } from './bip322-transactions.ts'
import type { Bip322ToSignTransaction } from './bip322-transactions.ts'

export const sighashAll = 1
const sighashAllBytes = encodeUint32LittleEndian(sighashAll)
const zeroAmount = new Uint8Array(8)

export interface Bip322Spend {
  readonly toSign: Bip322ToSignTransaction
  readonly spentId: Uint8Array
}

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

/** Follows BIP-143 §Specification. */
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

/** BIP-341 §Common signature message; a leaf adds BIP-342 §Common Signature Message Extension. */
export function computeTaprootSighash(
  { toSign, spentId }: Bip322Spend,
  { script, hashType, leaf }: { script: Uint8Array; hashType: 0 | 1; leaf: Uint8Array | null },
): Uint8Array {
  // The leaf hash, the key version, and the value that means no OP_CODESEPARATOR was executed.
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
