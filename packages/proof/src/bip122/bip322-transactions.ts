// BIP-322's two virtual transactions: `to_spend` commits to message and address and can never be mined; `to_sign` spends it, and whoever can
// make its witness controls the address.
import {
  BitcoinByteReader,
  isEqualBytes,
  concatBytes,
  encodeUint32LittleEndian,
  BitcoinDecodeError,
  encodeWithCompactSize,
} from './bitcoin-byte-reader.ts'
import { doubleSha256, taggedHash } from './bitcoin-hashes.ts'

/** What of `to_sign` is the signer's to choose; all else follows from message and address. */
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
/** An amount of nothing, in eight bytes. */
const zeroAmount = new Uint8Array(8)

/** BIP-322 §Full: the message by its tagged hash. */
export const hashBip322Message = (text: string): Uint8Array =>
  taggedHash('BIP0322-signed-message', encoder.encode(text))

/** BIP-322 §Full: the id of `to_spend`, as transactions refer to it. */
export function computeToSpendTxid(text: string, script: Uint8Array): Uint8Array {
  const scriptSig = concatBytes(Uint8Array.of(0, 32), hashBip322Message(text))
  const noOutput = concatBytes(new Uint8Array(32), new Uint8Array(4).fill(255))
  const input = concatBytes(noOutput, encodeWithCompactSize(scriptSig), zero)
  const output = concatBytes(zeroAmount, encodeWithCompactSize(script))
  return doubleSha256(concatBytes(zero, Uint8Array.of(1), input, Uint8Array.of(1), output, zero))
}

/** BIP-322 §Full: the one output of `to_sign`, which nobody can spend (OP_RETURN). */
export const toSignOpReturnOutput = concatBytes(zeroAmount, encodeWithCompactSize(Uint8Array.of(0x6a)))

/** The output of `to_spend` that is spent: the first. */
export const encodeToSpendOutpoint = (spentId: Uint8Array): Uint8Array => concatBytes(spentId, zero)

/** The id of `to_sign`, without what proves it (BIP-141 §Transaction ID). */
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

/** A witness stack alone, which is what a simple signature is. All else of `to_sign` is then fixed. @throws BitcoinDecodeError */
export function parseSimpleBip322Signature(bytes: Uint8Array): Bip322ToSignTransaction {
  const reader = new BitcoinByteReader(bytes)
  const witness = parseWitness(reader)
  reader.requireEnd()
  return { version: 0, lockTime: 0, sequence: 0, scriptSig: emptyBytes, witness }
}

/**
 * The whole of `to_sign` (BIP-144 §Serialization), in the one form that it has. More inputs are proofs of funds; other outputs are none.
 * @returns `other` where it spends another output, which is that of another message or address; `shape` where it is a transaction, and none that
 * BIP-322 makes
 * @throws BitcoinDecodeError
 */
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
  // An empty one is left out.
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
