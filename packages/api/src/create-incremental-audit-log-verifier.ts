// Walks the activity log line by line, from its first on, and computes every hash anew: the one check that the command line, the browser and the copy
// of an operator all make (THREATS N13, decision 0058). What was written before there was a tree is a chain; what came after hangs under the
// root of the tree, whose first leaf is the end of that chain.
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

/** A line as it is kept, with all that its hash is over. */
export interface VerifiableAuditEntry {
  sequence: number
  /** Milliseconds since 1970. */
  at: number
  type: string
  outcome: string
  /** JSON text. */
  details: string
  evidenceHash: string | null
  /** Empty for a line that has its place by the tree, and for one that was let go. */
  previousHash: string
  hash: string
  expiredBy: number | null
}

/** What the log came to with a line: the root of its tree, and of what was written before there was one the hash of the line. */
export interface AuditLogHead {
  sequence: number
  hash: string
}

/** How a log can be broken. */
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
  /** The line. */
  at: number
  how: AuditLogVerificationErrorKind
}

/** Where a walk is, to go on from another day. */
export interface IncrementalAuditLogVerifierState extends AuditLogHead {
  /** The hash of the last line. */
  last: string
  /** The right edge of the tree, as text; empty before it begins. */
  tree: string
  letGo: string
}

interface AuditLogVerifierOptions {
  /** The line behind which the tree begins. */
  base: number
  /** The head before the log was read: what happens behind the reader is told by lines further on. */
  end: number
  /** What was noted elsewhere: the log must come to it. */
  recordedHeads?: readonly AuditLogHead[]
  /** Where an earlier walk stopped. */
  from?: IncrementalAuditLogVerifierState | undefined
}

export interface IncrementalAuditLogVerifier {
  /** The next line. @returns what is wrong, or null */
  verifyEntry: (line: VerifiableAuditEntry) => AuditLogVerificationError | null
  /** Where it is. */
  getState: () => IncrementalAuditLogVerifierState
  /** How many lines were let go. */
  countExpired: () => number
  /** When the last line was taken. @returns the first line of a batch of which nothing tells that it was let go; null where all is told */
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
  const begin = (): MerkleCompactRange | null =>
    sequence < base ? null : appendMerkleCompactRangeLeaves(createEmptyMerkleCompactRange(), [hashAuditEntryLeaf(last)])
  let range = from === undefined || from.tree === '' ? begin() : parseMerkleCompactRange(from.tree)
  const account = createExpiredAuditEntryVerifier(end, from?.letGo, first)
  const headHash = (): string => (range === null ? last : encodeHex(computeMerkleRoot(range)))
  const misses = (place: number): boolean =>
    recordedHeads.some(
      ({ sequence: at, hash }) =>
        // A chain was noted at its end by its last line, before the tree began there.
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
        // In the tree a line has its neighbours by its place.
        const gone = { ...line, previousHash: range === null ? last : '', batch: line.expiredBy }
        account.addEntry(gone, sha256Hex(account.formatHashInput(gone)))
      } else if (line.type === retentionAppliedAuditEventType) {
        const wrong = account.verifyBatch(line)
        if (wrong !== null) return { at: wrong, how: 'let-go' }
      }
      ;[sequence, last] = [line.sequence, line.hash]
      range = range === null ? begin() : appendMerkleCompactRangeLeaves(range, [hashAuditEntryLeaf(last)])
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
  // An instance of the release before goes on with the chain, also where there is a tree already.
  if (inTree && line.previousHash === '')
    return sha256Hex(formatTreeEntryHashInput(content)) === line.hash ? null : 'altered'
  if (line.previousHash !== last) return 'unlinked'
  return sha256Hex(formatChainedEntryHashInput(last, content)) === line.hash ? null : 'altered'
}

const encoder = new TextEncoder()

/** The leaf of a line: its entry in the tree is its hash, as text, so that it stays where the line is let go. */
export const hashAuditEntryLeaf = (lineHash: string): Uint8Array => hashMerkleLeaf(encoder.encode(lineHash))

/** Bytes as lower-case hexadecimal digits. */
export const encodeHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
