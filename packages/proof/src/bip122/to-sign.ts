// BIP-322's two virtual transactions: `to_spend` commits to message and address and can never be mined; `to_sign` spends it, and whoever can
// make its witness controls the address.
import { ByteReader, areSame, concat, littleEndian, Unreadable, withSize } from './byte-reader.ts'
import { doubleSha256, taggedHash } from './hashes.ts'

/** What of `to_sign` is the signer's to choose; all else follows from message and address. */
export interface ToSign {
  readonly version: number
  readonly lockTime: number
  readonly sequence: number
  readonly scriptSig: Uint8Array
  readonly witness: readonly Uint8Array[]
}

const encoder = new TextEncoder()
const none = new Uint8Array(0)
const zero = new Uint8Array(4)
/** An amount of nothing, in eight bytes. */
const noAmount = new Uint8Array(8)

/** BIP-322 §Full: the message by its tagged hash. */
export const hashMessage = (text: string): Uint8Array => taggedHash('BIP0322-signed-message', encoder.encode(text))

/** BIP-322 §Full: the id of `to_spend`, as transactions refer to it. */
export function toSpendId(text: string, script: Uint8Array): Uint8Array {
  const scriptSig = concat(Uint8Array.of(0, 32), hashMessage(text))
  const noOutput = concat(new Uint8Array(32), new Uint8Array(4).fill(255))
  const input = concat(noOutput, withSize(scriptSig), zero)
  const output = concat(noAmount, withSize(script))
  return doubleSha256(concat(zero, Uint8Array.of(1), input, Uint8Array.of(1), output, zero))
}

/** BIP-322 §Full: the one output of `to_sign`, which nobody can spend (OP_RETURN). */
export const onlyOutput = concat(noAmount, withSize(Uint8Array.of(0x6a)))

/** The output of `to_spend` that is spent: the first. */
export const outpointOf = (spentId: Uint8Array): Uint8Array => concat(spentId, zero)

/** The id of `to_sign`, without what proves it (BIP-141 §Transaction ID). */
export const toSignId = ({ version, scriptSig, sequence, lockTime }: ToSign, spentId: Uint8Array): Uint8Array =>
  doubleSha256(
    concat(
      littleEndian(version),
      Uint8Array.of(1),
      outpointOf(spentId),
      withSize(scriptSig),
      littleEndian(sequence),
      Uint8Array.of(1),
      onlyOutput,
      littleEndian(lockTime),
    ),
  )

/** A witness stack alone, which is what a simple signature is. All else of `to_sign` is then fixed. @throws Unreadable */
export function readSimple(bytes: Uint8Array): ToSign {
  const reader = new ByteReader(bytes)
  const witness = readWitness(reader)
  reader.end()
  return { version: 0, lockTime: 0, sequence: 0, scriptSig: none, witness }
}

/**
 * The whole of `to_sign` (BIP-144 §Serialization), in the one form that it has. More inputs are proofs of funds; other outputs are none.
 * @returns `other` where it spends another output, which is that of another message or address; `shape` where it is a transaction, and none that
 * BIP-322 makes
 * @throws Unreadable
 */
export function readFull(bytes: Uint8Array, spentId: Uint8Array): ToSign | 'other' | 'shape' {
  const reader = new ByteReader(bytes)
  const version = reader.number(4)
  const hasWitness = reader.peek() === 0
  if (hasWitness && (reader.number(1) !== 0 || reader.number(1) !== 1)) throw new Unreadable()
  if (reader.size() !== 1) return 'shape'
  const outpoint = reader.take(36)
  const scriptSig = reader.sized()
  const sequence = reader.number(4)
  if (reader.size() !== 1) return 'shape'
  const output = concat(reader.take(8), withSize(reader.sized()))
  const witness = hasWitness ? readWitness(reader) : []
  // An empty one is left out.
  if (hasWitness && witness.length === 0) throw new Unreadable()
  const lockTime = reader.number(4)
  reader.end()
  if ((version !== 0 && version !== 2) || !areSame(output, onlyOutput)) return 'shape'
  if (!areSame(outpoint, outpointOf(spentId))) return 'other'
  return { version, lockTime, sequence, scriptSig, witness }
}

function readWitness(reader: ByteReader): readonly Uint8Array[] {
  const count = reader.size()
  const witness: Uint8Array[] = []
  for (let index = 0; index < count; index += 1) witness.push(reader.sized())
  return witness
}
