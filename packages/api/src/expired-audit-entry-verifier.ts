// Lines of the activity log that were let go when their time was over, as whoever checks the chain takes account of them (THREATS N13).
// Such a line has left its place, its time and its hash. That it stood there, between the same lines as now, is said by a line further
// on: it names the batch and how many lines were in it, and holds all of them by one hash. So no line can be removed and passed off
// as let go, nor can one before it be altered, without that line altered as well.

/** What tells a line that was let go: nothing else is left in it. */
export const entryExpiredAuditEventType = 'entry.expired'

/** The kind of line that tells of a batch that was let go. */
export const retentionAppliedAuditEventType = 'retention.applied'

/** A line of which its place, time and hash are left. */
export interface ExpiredAuditEntry {
  sequence: number
  at: number
  /** Of the line before it, wherever that is read from; empty for one that has its place by the tree. */
  previousHash: string
  hash: string
  /** The batch in which it was let go. */
  batch: number
}

/** What the note of a batch says of it. */
export interface ExpiredAuditEntryBatch {
  lines: number
  first: number
  last: number
  digest: string
}

/** The hash of a batch before its first line. */
export const initialExpiredAuditBatchHash = '0'.repeat(64)

/**
 * What the hash of a batch is over, line after line: the hash up to here, and the line with the hash of the one before it.
 * @returns text, of whose UTF-8 bytes SHA-256 is taken, written as 64 hexadecimal digits
 */
export const formatExpiredEntryHashInput = (
  digest: string,
  { sequence, at, previousHash, hash }: Omit<ExpiredAuditEntry, 'batch'>,
): string => JSON.stringify([digest, sequence, at, previousHash, hash])

/** Whether the columns of a line that was let go have nothing in them that it could still say. */
export const isExpiredAuditEntryEmpty = (line: {
  type: string
  outcome: string
  details: string
  evidenceHash: string | null
  previousHash: string
}): boolean =>
  line.type === entryExpiredAuditEventType &&
  line.outcome === 'success' &&
  line.details === '{}' &&
  line.evidenceHash === null &&
  line.previousHash === ''

/** Takes account of lines that were let go, while a log is read from its first line on. */
export interface ExpiredAuditEntryVerifier {
  /** The text whose hash is to be given to `add`. */
  formatHashInput: (line: ExpiredAuditEntry) => string
  addEntry: (line: ExpiredAuditEntry, digest: string) => void
  /**
   * Compares what the note of a batch says with what was read.
   * @returns the first line of a batch that is not as its note says; null where it is
   */
  verifyBatch: (note: { sequence: number; details: string }) => number | null
  /** The first line of a batch that no note has told of; null where there is none. */
  findUnrecordedBatch: () => number | null
  /** How many lines were let go. */
  countExpired: () => number
  /** The account as text, to go on with another day. */
  serialize: () => string
}

/**
 * @param end the head of the log before it was read: what a later note tells of can have happened behind the reader
 * @param from what `format` wrote
 * @param readBefore the last line that an earlier reading read: lines up to it can have been let go since
 */
export function createExpiredAuditEntryVerifier(
  end: number,
  from = '{"batches":[],"count":0}',
  readBefore = 0,
): ExpiredAuditEntryVerifier {
  const earlier = JSON.parse(from) as { batches: [number, ExpiredAuditEntryBatch][]; count: number }
  const batches = new Map(earlier.batches)
  let { count } = earlier
  return {
    formatHashInput: (line) =>
      formatExpiredEntryHashInput(batches.get(line.batch)?.digest ?? initialExpiredAuditBatchHash, line),
    addEntry: ({ sequence, batch }, digest) => {
      count += 1
      const { lines = 0, first = sequence } = batches.get(batch) ?? {}
      batches.set(batch, { lines: lines + 1, first, last: sequence, digest })
    },
    verifyBatch: ({ sequence, details }) => {
      const told = parseRetentionEntry(details)
      if (told === null) return sequence
      const read = batches.get(told.batch)
      batches.delete(told.batch)
      if (
        read !== undefined &&
        read.lines === told.lines &&
        read.first === told.first &&
        read.last === told.last &&
        read.digest === told.digest
      )
        return null
      const isPart = read !== undefined && read.lines < told.lines && read.last === told.last
      const isWhileReading = sequence > end && (read === undefined || isPart)
      const isReadBefore = told.first <= readBefore && (isPart || (read === undefined && told.last <= readBefore))
      return isWhileReading || isReadBefore ? null : Math.min(read?.first ?? told.first, told.first)
    },
    findUnrecordedBatch: () =>
      [...batches.values()].reduce<number | null>(
        (least, { first }) => (least === null ? first : Math.min(least, first)),
        null,
      ),
    countExpired: () => count,
    serialize: () => JSON.stringify({ batches: [...batches], count }),
  }
}

function parseRetentionEntry(details: string): (ExpiredAuditEntryBatch & { batch: number }) | null {
  try {
    const { batch, lines, first, last, digest } = JSON.parse(details) as Record<string, unknown>
    const isComplete =
      [batch, lines, first, last].every((value) => Number.isSafeInteger(value)) && typeof digest === 'string'
    return isComplete ? ({ batch, lines, first, last, digest } as ExpiredAuditEntryBatch & { batch: number }) : null
  } catch {
    return null
  }
}
