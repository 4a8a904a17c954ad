// Virtual transactions: anyone who can spend `to_spend` with `to_sign` controls the address (BIP-322).
import { isEqualBytes } from '../is-equal-bytes.ts'
import {
  BitcoinByteReader,
  concatBytes,
  encodeUint32LittleEndian,
  BitcoinDecodeError,
  encodeWithCompactSize,
} from './bitcoin-byte-reader.ts'
import { doubleSha256, taggedHash } from './bitcoin-hashes.ts'

/** The parts of `to_sign` that the signer chooses. */
export interface Bip322ToSignTransaction {
  readonly version: number
  readonly lockTime: number
  readonly sequence: number
  readonly scriptSig: Uint8Array
  readonly witness: readonly Uint8Array[]
}

const encoder = new TextEncoder()
const emptyBytes = new Uint8Array(0)
const zero = new Uint8Array(4)
const zeroAmount = new Uint8Array(8)

export const hashBip322Message = (text: string): Uint8Array =>
  taggedHash('BIP0322-signed-message', encoder.encode(text))

/** Returns the ID of `to_spend` (BIP-322 §Full), in the byte order used within transactions. */
export function computeToSpendTxid(text: string, script: Uint8Array): Uint8Array {
  const scriptSig = concatBytes(Uint8Array.of(0, 32), hashBip322Message(text))
  const noOutput = concatBytes(new Uint8Array(32), new Uint8Array(4).fill(255))
  const input = concatBytes(noOutput, encodeWithCompactSize(scriptSig), zero)
  const output = concatBytes(zeroAmount, encodeWithCompactSize(script))
  return doubleSha256(concatBytes(zero, Uint8Array.of(1), input, Uint8Array.of(1), output, zero))
}

/** The output of `to_sign`, which cannot be spent (OP_RETURN, BIP-322 §Full). */
export const toSignOpReturnOutput = concatBytes(zeroAmount, encodeWithCompactSize(Uint8Array.of(0x6a)))

export const encodeToSpendOutpoint = (spentId: Uint8Array): Uint8Array => concatBytes(spentId, zero)

/** Returns the ID of `to_sign`, which does not cover the witness (BIP-141 §Transaction ID). */
export const computeToSignTxid = (
  { version, scriptSig, sequence, lockTime }: Bip322ToSignTransaction,
  spentId: Uint8Array,
): Uint8Array =>
  doubleSha256(
    concatBytes(
      encodeUint32LittleEndian(version),
      Uint8Array.of(1),
      encodeToSpendOutpoint(spentId),
      encodeWithCompactSize(scriptSig),
      encodeUint32LittleEndian(sequence),
      Uint8Array.of(1),
      toSignOpReturnOutput,
      encodeUint32LittleEndian(lockTime),
    ),
  )

/** Parses a simple signature, which consists only of a witness stack. @throws BitcoinDecodeError */
export function parseSimpleBip322Signature(bytes: Uint8Array): Bip322ToSignTransaction {
  const reader = new BitcoinByteReader(bytes)
  const witness = parseWitness(reader)
  reader.requireEnd()
  return { version: 0, lockTime: 0, sequence: 0, scriptSig: emptyBytes, witness }
}

/** Parses a `to_sign` in its canonical form (BIP-144 §Serialization). @throws BitcoinDecodeError */
export function parseFullBip322Signature(
  bytes: Uint8Array,
  spentId: Uint8Array,
): Bip322ToSignTransaction | 'other-outpoint' | 'unexpected-shape' {
  const reader = new BitcoinByteReader(bytes)
  const version = reader.readUint(4)
  const hasWitness = reader.peekByte() === 0
  if (hasWitness && (reader.readUint(1) !== 0 || reader.readUint(1) !== 1)) throw new BitcoinDecodeError()
  if (reader.readCompactSize() !== 1) return 'unexpected-shape'
  const outpoint = reader.readBytes(36)
  const scriptSig = reader.readSizedBytes()
  const sequence = reader.readUint(4)
  if (reader.readCompactSize() !== 1) return 'unexpected-shape'
  const output = concatBytes(reader.readBytes(8), encodeWithCompactSize(reader.readSizedBytes()))
  const witness = hasWitness ? parseWitness(reader) : []
  // A transaction with an empty witness must be encoded without a witness.
  if (hasWitness && witness.length === 0) throw new BitcoinDecodeError()
  const lockTime = reader.readUint(4)
  reader.requireEnd()
  if ((version !== 0 && version !== 2) || !isEqualBytes(output, toSignOpReturnOutput)) return 'unexpected-shape'
  if (!isEqualBytes(outpoint, encodeToSpendOutpoint(spentId))) return 'other-outpoint'
  return { version, lockTime, sequence, scriptSig, witness }
}

function parseWitness(reader: BitcoinByteReader): readonly Uint8Array[] {
  const count = reader.readCompactSize()
  const witness: Uint8Array[] = []
  for (let index = 0; index < count; index += 1) witness.push(reader.readSizedBytes())
  return witness
}
