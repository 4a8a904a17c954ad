// Different prefix bytes keep leaves and nodes apart (second-preimage attack, RFC 6962 §2.1).
import { sha256, sha256Hex } from '#sha256'

export { sha256, sha256Hex }

export const merkleHashByteLength = 32

/** Hashes a whole entry: SHA-256(0x00 ‖ entry), 32 bytes (RFC 9162 §2.1.1). */
export function hashMerkleLeaf(entry: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + entry.length)
  bytes.set(entry, 1)
  return sha256(bytes)
}

// Hashing is synchronous, so all calls can share this buffer.
const nodeBuffer = new Uint8Array(1 + 2 * merkleHashByteLength)
nodeBuffer[0] = 0x01

/** Returns SHA-256(0x01 ‖ left ‖ right). @throws RangeError if a node is not 32 bytes long */
export function hashMerkleNodes(left: Uint8Array, right: Uint8Array): Uint8Array {
  if (left.length !== merkleHashByteLength || right.length !== merkleHashByteLength)
    throw new RangeError('A hash must have 32 bytes.')
  nodeBuffer.set(left, 1)
  nodeBuffer.set(right, 1 + merkleHashByteLength)
  return sha256(nodeBuffer)
}

/** Returns the hash of no bytes (RFC 9162 §2.1.1). */
export const computeEmptyMerkleRoot = (): Uint8Array => sha256(new Uint8Array())

/** Compares two hashes. Constant time is not needed, because a log's hashes are public. */
export const isEqualHash = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at])
