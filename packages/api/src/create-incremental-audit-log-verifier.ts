// The last hash of the older hash chain is the first leaf of the tree (THREATS N13, decision 0058).
import {
  appendMerkleCompactRangeLeaves,
  createEmptyMerkleCompactRange,
  formatMerkleCompactRange,
  parseMerkleCompactRange,
  computeMerkleRoot,
} from '@countersign/log/merkle-compact-range'
import type { MerkleCompactRange } from '@countersign/log/merkle-compact-range'
import { hashMerkleLeaf, sha256Hex } from '@countersign/log/merkle-hash'
import {
  formatChainedEntryHashInput,
  formatTreeEntryHashInput,
  auditLogGenesisHash,
} from './format-audit-entry-hash-input.ts'
import {
  createExpiredAuditEntryVerifier,
  isExpiredAuditEntryEmpty,
  retentionAppliedAuditEventType,
} from './expired-audit-entry-verifier.ts'

export interface VerifiableAuditEntry {
  sequence: number
  /** Milliseconds since 1970. */
  at: number
  type: string
  outcome: string
  /** JSON. */
  details: string
  evidenceHash: string | null
  /** Empty for entries in the tree and for expired entries. */
  previousHash: string
  hash: string
  expiredBy: number | null
}

/** `hash` is the root of the tree, or the hash of the entry if it is older than the tree. */
export interface AuditLogHead {
  sequence: number
  hash: string
}

export type AuditLogVerificationErrorKind =
  | 'altered'
  | 'missing'
  | 'unlinked'
  | 'order'
  | 'end'
  | 'head'
  | 'let-go'
  | 'let-go-form'
  | 'noted'

export interface AuditLogVerificationError {
  at: number
  how: AuditLogVerificationErrorKind
}

export interface IncrementalAuditLogVerifierState extends AuditLogHead {
  /** Hash of the last verified entry. */
  last: string
  /** The tree so far as a serialized compact range; empty before the tree starts. */
  tree: string
  letGo: string
}

interface AuditLogVerifierOptions {
  /** The last entry that is older than the tree. */
  base: number
  /** The head before reading started. Entries after it may record what has expired since. */
  end: number
  /** Heads recorded elsewhere, which the log must reproduce. */
  recordedHeads?: readonly AuditLogHead[]
  from?: IncrementalAuditLogVerifierState | undefined
}

export interface IncrementalAuditLogVerifier {
  verifyEntry: (line: VerifiableAuditEntry) => AuditLogVerificationError | null
  getState: () => IncrementalAuditLogVerifierState
  countExpired: () => number
  /** Call this after the last entry. Returns null if every expired batch is recorded. */
  finish: () => AuditLogVerificationError | null
}

export function createIncrementalAuditLogVerifier({
  base,
  end,
  recordedHeads = [],
  from,
}: AuditLogVerifierOptions): IncrementalAuditLogVerifier {
  const first = from?.sequence ?? 0
  let [sequence, last] = [first, from?.last ?? auditLogGenesisHash]
  const startRange = (): MerkleCompactRange | null =>
    sequence < base ? null : appendMerkleCompactRangeLeaves(createEmptyMerkleCompactRange(), [hashAuditEntryLeaf(last)])
  let range = from === undefined || from.tree === '' ? startRange() : parseMerkleCompactRange(from.tree)
  const account = createExpiredAuditEntryVerifier(end, from?.letGo, first)
  const headHash = (): string => (range === null ? last : encodeHex(computeMerkleRoot(range)))
  const misses = (place: number): boolean =>
    recordedHeads.some(
      ({ sequence: at, hash }) =>
        // At `base`, the recorded head may predate the tree and be the last hash of the chain.
        at === place && hash !== headHash() && !(place === base && hash === last),
    )
  const isForged = misses(first)

  return {
    verifyEntry: (line) => {
      const at = Math.max(line.sequence, 1)
      if (line.sequence <= sequence) return { at, how: 'order' }
      if (line.sequence > sequence + 1) return { at: sequence + 1, how: 'missing' }
      const how = findEntryError(line, last, range !== null)
      if (how !== null) return { at, how }
      if (line.expiredBy !== null) {
        // In the tree, an entry is linked to its neighbors by its position and not by their hashes.
        const gone = { ...line, previousHash: range === null ? last : '', batch: line.expiredBy }
        account.addEntry(gone, sha256Hex(account.formatHashInput(gone)))
      } else if (line.type === retentionAppliedAuditEventType) {
        const wrong = account.verifyBatch(line)
        if (wrong !== null) return { at: wrong, how: 'let-go' }
      }
      ;[sequence, last] = [line.sequence, line.hash]
      range = range === null ? startRange() : appendMerkleCompactRangeLeaves(range, [hashAuditEntryLeaf(last)])
      return misses(sequence) ? { at: sequence, how: 'noted' } : null
    },
    getState: () => ({
      sequence,
      hash: headHash(),
      last,
      tree: range === null ? '' : formatMerkleCompactRange(range),
      letGo: account.serialize(),
    }),
    countExpired: account.countExpired,
    finish: () => {
      if (isForged) return { at: first, how: 'noted' }
      const short = recordedHeads.map((head) => head.sequence).filter((place) => place > sequence)
      if (short.length > 0) return { at: sequence + 1, how: 'end' }
      const open = account.findUnrecordedBatch()
      return open === null ? null : { at: open, how: 'let-go' }
    },
  }
}

function findEntryError(
  line: VerifiableAuditEntry,
  last: string,
  inTree: boolean,
): AuditLogVerificationErrorKind | null {
  if (line.expiredBy !== null) return isExpiredAuditEntryEmpty(line) ? null : 'let-go-form'
  const content = { ...line, outcome: line.outcome as 'success' | 'refused' }
  // Instances of the previous release append chained entries even after the tree has started.
  if (inTree && line.previousHash === '')
    return sha256Hex(formatTreeEntryHashInput(content)) === line.hash ? null : 'altered'
  if (line.previousHash !== last) return 'unlinked'
  return sha256Hex(formatChainedEntryHashInput(last, content)) === line.hash ? null : 'altered'
}

const encoder = new TextEncoder()

/** Hashes the entry's hash and not its content, so that the leaf remains valid after expiry. */
export const hashAuditEntryLeaf = (lineHash: string): Uint8Array => hashMerkleLeaf(encoder.encode(lineHash))

export const encodeHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
