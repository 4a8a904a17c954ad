// The hashes of a Merkle tree (Merkle Tree Hash, RFC 6962 §2.1 and RFC 9162 §2.1.1): of an entry, of two nodes, of nothing. A leaf and a node
// begin with different bytes, so that neither can be passed off as the other (second preimage).
import { sha256, sha256Hex } from '#sha256'

export { sha256, sha256Hex }

/** Bytes of a hash: SHA-256. */
export const merkleHashByteLength = 32

/**
 * The hash of a leaf: SHA-256(0x00 ‖ entry), 32 bytes (RFC 9162 §2.1.1).
 * @param entry the log's entry, whole, of any length
 */
export function hashMerkleLeaf(entry: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + entry.length)
  bytes.set(entry, 1)
  return sha256(bytes)
}

// Hashing neither waits nor calls anybody, so that all nodes can be put together in the same place.
const nodeBuffer = new Uint8Array(1 + 2 * merkleHashByteLength)
nodeBuffer[0] = 0x01

/**
 * The hash of a node above two others: SHA-256(0x01 ‖ left ‖ right), 32 bytes (RFC 9162 §2.1.1).
 * @throws RangeError where one of them is not 32 bytes long
 */
export function hashMerkleNodes(left: Uint8Array, right: Uint8Array): Uint8Array {
  if (left.length !== merkleHashByteLength || right.length !== merkleHashByteLength)
    throw new RangeError('A hash has 32 bytes.')
  nodeBuffer.set(left, 1)
  nodeBuffer.set(right, 1 + merkleHashByteLength)
  return sha256(nodeBuffer)
}

/** The root of a tree without leaves: SHA-256 of nothing, 32 bytes (RFC 9162 §2.1.1). */
export const computeEmptyMerkleRoot = (): Uint8Array => sha256(new Uint8Array())

/** Whether two hashes are the same. Not in constant time: what a log says is public. */
export const isEqualHash = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at])
