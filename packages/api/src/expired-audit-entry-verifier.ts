// Expired batches are recorded, so that no one can say that a removed entry expired (THREATS N13).

export const entryExpiredAuditEventType = 'entry.expired'

export const retentionAppliedAuditEventType = 'retention.applied'

export interface ExpiredAuditEntry {
  sequence: number
  at: number
  /** Hash of the previous entry, as read from the log; empty for entries in the tree. */
  previousHash: string
  hash: string
  batch: number
}

export interface ExpiredAuditEntryBatch {
  lines: number
  first: number
  last: number
  digest: string
}

export const initialExpiredAuditBatchHash = '0'.repeat(64)

/**
 * @param digest the batch's hash so far
 * @returns text whose UTF-8 bytes are hashed with SHA-256; the hash is 64 hexadecimal digits
 */
export const formatExpiredEntryHashInput = (
  digest: string,
  { sequence, at, previousHash, hash }: Omit<ExpiredAuditEntry, 'batch'>,
): string => JSON.stringify([digest, sequence, at, previousHash, hash])

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

/** Tracks expired entries while a log is read from the start. */
export interface ExpiredAuditEntryVerifier {
  /** Formats the input of the hash that `addEntry` takes. */
  formatHashInput: (line: ExpiredAuditEntry) => string
  addEntry: (line: ExpiredAuditEntry, digest: string) => void
  /** Returns the first entry that does not match the record of its batch, or null. */
  verifyBatch: (note: { sequence: number; details: string }) => number | null
  /** Returns the first entry of an unrecorded batch, or null if every batch is recorded. */
  findUnrecordedBatch: () => number | null
  countExpired: () => number
  serialize: () => string
}

/**
 * @param end the head before reading started; later records may cover what has expired since
 * @param from the serialized state of an earlier run
 * @param readBefore the last entry of the earlier run; entries up to it may have expired since then
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
      const retentionEntry = parseRetentionEntry(details)
      if (retentionEntry === null) return sequence
      const read = batches.get(retentionEntry.batch)
      batches.delete(retentionEntry.batch)
      if (
        read !== undefined &&
        read.lines === retentionEntry.lines &&
        read.first === retentionEntry.first &&
        read.last === retentionEntry.last &&
        read.digest === retentionEntry.digest
      )
        return null
      const isPart = read !== undefined && read.lines < retentionEntry.lines && read.last === retentionEntry.last
      const isWhileReading = sequence > end && (read === undefined || isPart)
      const isReadBefore =
        retentionEntry.first <= readBefore && (isPart || (read === undefined && retentionEntry.last <= readBefore))
      return isWhileReading || isReadBefore ? null : Math.min(read?.first ?? retentionEntry.first, retentionEntry.first)
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
