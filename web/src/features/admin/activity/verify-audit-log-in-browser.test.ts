import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  formatChainedEntryHashInput,
  formatTreeEntryHashInput,
  auditLogGenesisHash,
} from '@countersign/api/format-audit-entry-hash-input'
import {
  formatExpiredEntryHashInput,
  initialExpiredAuditBatchHash,
} from '@countersign/api/expired-audit-entry-verifier'
import { verifyAuditLogInBrowser, parsePastedAuditLogHead } from './verify-audit-log-in-browser.ts'
import type { AuditLogHashChainPage, PastedAuditLogHead } from './verify-audit-log-in-browser.ts'

type LogEntries = AuditLogHashChainPage['entries']
type LogEntry = LogEntries[number]

/** The first `base` entries form a hash chain; the rest are in a Merkle tree. */
interface Log {
  base: number
  lines: LogEntries
}

const sha256 = (...data: (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of data) hash.update(part)
  return hash.digest()
}

const hashOf = (line: LogEntry, previousHash: string): string => {
  const content = { ...line, outcome: line.outcome as 'success' | 'refused' }
  return sha256(
    previousHash === '' ? formatTreeEntryHashInput(content) : formatChainedEntryHashInput(previousHash, content),
  ).toString('hex')
}

/** Hashes with a second implementation, independent of the verifier. */
function writeLog(count: number, base: number): Log {
  const lines: LogEntries = []
  for (let sequence = 1; sequence <= count; sequence += 1) {
    const line = {
      sequence,
      at: 1000 + sequence,
      type: 'session.started',
      outcome: 'success' as const,
      details: `{"n":"ü${sequence}"}`,
      evidenceHash: null,
      expiredBy: null,
      previousHash: sequence > base ? '' : (lines.at(-1)?.hash ?? auditLogGenesisHash),
      hash: '',
    }
    lines.push({ ...line, hash: hashOf(line, line.previousHash) })
  }
  return { base, lines }
}

/** RFC 6962 §2.1. */
function rootOf(entries: readonly string[]): Buffer {
  if (entries.length === 1) return sha256(Buffer.of(0), entries[0] ?? '')
  let half = 1
  while (half * 2 < entries.length) half *= 2
  return sha256(Buffer.of(1), rootOf(entries.slice(0, half)), rootOf(entries.slice(half)))
}

function headOf({ base, lines }: Log, sequence = lines.length): { sequence: number; hash: string } {
  const upTo = lines.slice(0, sequence).map(({ hash }) => hash)
  const last = base === 0 ? auditLogGenesisHash : (upTo[base - 1] ?? auditLogGenesisHash)
  return { sequence, hash: rootOf([last, ...upTo.slice(base)]).toString('hex') }
}

interface VerifyOptions {
  head?: { sequence: number; hash: string }
  savedHead?: PastedAuditLogHead | null
  progress?: string[]
}

function verifyLog(
  { base, lines }: Log,
  { head = headOf({ base, lines }), savedHead = null, progress = [] }: VerifyOptions = {},
) {
  return verifyAuditLogInBrowser({
    readPage: async (after) => {
      const from = after === 0 ? 0 : lines.findIndex(({ sequence }) => sequence === after) + 1
      return { entries: lines.slice(from, from + 3), head, base }
    },
    onProgress: (checked, total) => progress.push(`${checked}/${total}`),
    savedHead,
  })
}

const entryAt = (lines: LogEntries, index: number): LogEntry => {
  const line = lines[index]
  if (!line) throw new Error('no such line')
  return line
}

const withChangedEntry = ({ base, lines }: Log, index: number, what: Partial<LogEntry>): Log => ({
  base,
  lines: lines.with(index, { ...entryAt(lines, index), ...what }),
})

function pruneEntries({ base, lines }: Log, places: readonly number[], batch: number): Log {
  let digest = initialExpiredAuditBatchHash
  const left = lines.map((line) => {
    if (!places.includes(line.sequence)) return line
    digest = sha256(formatExpiredEntryHashInput(digest, line)).toString('hex')
    return { ...line, type: 'entry.expired', details: '{}', evidenceHash: null, previousHash: '', expiredBy: batch }
  })
  const retentionDetails = { lines: places.length, first: Math.min(...places), last: Math.max(...places), digest }
  const sequence = lines.length + 1
  const note = {
    sequence,
    at: 5000,
    type: 'retention.applied',
    outcome: 'success' as const,
    details: JSON.stringify({ batch, ...retentionDetails }),
    evidenceHash: null,
    expiredBy: null,
    previousHash: sequence > base ? '' : entryAt(lines, lines.length - 1).hash,
    hash: '',
  }
  return { base, lines: [...left, { ...note, hash: hashOf(note, note.previousHash) }] }
}

describe.each([
  ['audit log as a hash chain', 8, 8],
  ['audit log as a Merkle tree', 8, 0],
  ['audit log as a hash chain followed by a Merkle tree', 8, 4],
])('%s', (_what, count, base) => {
  test('verifies when intact', async () => {
    const log = writeLog(count, base)
    const progress: string[] = []
    const { hash } = headOf(log)
    expect(await verifyLog(log, { progress })).toEqual({
      outcome: 'sound',
      entryCount: 8,
      expiredCount: 0,
      head: `8:${hash}`,
      savedHeadAt: null,
    })
    expect(progress).toEqual(['3/8', '6/8', '8/8'])
  })

  test('N13: detects a change to any field of an entry, at that entry', async () => {
    for (const change of [
      { at: 1 },
      { type: 'sign_in.refused' },
      { outcome: 'refused' },
      { details: '{}' },
      { evidenceHash: 'a'.repeat(64) },
      { hash: 'b'.repeat(64) },
    ])
      expect(await verifyLog(withChangedEntry(writeLog(count, base), 4, change))).toEqual({
        outcome: 'broken',
        at: 5,
        how: 'altered',
      })
  })

  test('N13: detects removed, inserted and reordered entries', async () => {
    const { lines } = writeLog(count, base)
    const head = headOf(writeLog(count, base))
    const isFound = async (left: LogEntries) => verifyLog({ base, lines: left }, { head })
    expect(await isFound(lines.toSpliced(3, 1))).toEqual({ outcome: 'broken', at: 4, how: 'missing' })
    expect(await isFound(lines.slice(1))).toEqual({ outcome: 'broken', at: 1, how: 'missing' })
    expect(await isFound(lines.toSpliced(1, 0, entryAt(lines, 0)))).toEqual({ outcome: 'broken', at: 1, how: 'order' })
    const [fifth, sixth] = [entryAt(lines, 4), entryAt(lines, 5)]
    const swapped = lines.with(4, { ...sixth, sequence: 5 }).with(5, { ...fifth, sequence: 6 })
    expect(await isFound(swapped)).toMatchObject({ outcome: 'broken' })
    const numberedAnew = [...lines.toSpliced(3, 1), entryAt(lines, 7)].map((line, index) => ({
      ...line,
      sequence: index + 1,
    }))
    expect(await isFound(numberedAnew)).toMatchObject({ outcome: 'broken' })
  })
})

test('an empty audit log verifies', async () => {
  const { hash } = headOf(writeLog(0, 0))
  expect(await verifyLog(writeLog(0, 0))).toEqual({
    outcome: 'sound',
    entryCount: 0,
    expiredCount: 0,
    head: `0:${hash}`,
    savedHeadAt: null,
  })
  expect(await verifyLog(writeLog(0, 0), { savedHead: { sequence: 0, hash } })).toMatchObject({ savedHeadAt: 0 })
})

test('N13: the head of the log reveals an entry that was altered together with its hash', async () => {
  for (const base of [4, 0]) {
    const log = writeLog(8, base)
    const line = { ...entryAt(log.lines, 5), details: '{}' }
    const anew = withChangedEntry(log, 5, { ...line, hash: hashOf(line, '') })
    expect(await verifyLog(anew, { head: headOf(log) })).toEqual({ outcome: 'broken', at: 8, how: 'head' })
    // If the head was also rewritten, only a head that was saved elsewhere reveals this.
    expect(await verifyLog(anew)).toMatchObject({ outcome: 'sound' })
    expect(await verifyLog(anew, { savedHead: headOf(log, 7) })).toMatchObject({ outcome: 'sound', savedHeadAt: null })
    expect(await verifyLog(anew, { savedHead: headOf(log, 5) })).toMatchObject({ outcome: 'sound', savedHeadAt: 5 })
  }
  const chain = writeLog(8, 8)
  const line = { ...entryAt(chain.lines, 4), details: '{}' }
  const anew = withChangedEntry(chain, 4, { ...line, hash: hashOf(line, line.previousHash) })
  expect(await verifyLog(anew)).toEqual({ outcome: 'broken', at: 6, how: 'unlinked' })
})

test('N13: the head from the server or a saved head reveals a truncated log', async () => {
  const log = writeLog(8, 3)
  const head = headOf(log)
  const short = { base: 3, lines: log.lines.slice(0, 6) }
  expect(await verifyLog(short, { head })).toEqual({ outcome: 'broken', at: 7, how: 'end' })
  expect(await verifyLog(log, { head: { ...head, hash: 'c'.repeat(64) } })).toEqual({
    outcome: 'broken',
    at: 8,
    how: 'head',
  })
  expect(await verifyLog(log, { head: headOf(log, 7) })).toEqual({ outcome: 'broken', at: 8, how: 'head' })
  expect(await verifyLog(short, { savedHead: head })).toMatchObject({ outcome: 'sound', savedHeadAt: null })
  expect(await verifyLog(log, { savedHead: headOf(log, 5) })).toMatchObject({ outcome: 'sound', savedHeadAt: 5 })
  for (const sequence of [2, null])
    expect(await verifyLog(log, { savedHead: { sequence, hash: entryAt(log.lines, 1).hash } })).toMatchObject({
      savedHeadAt: 2,
    })
  expect(await verifyLog(log, { savedHead: { sequence: 3, hash: entryAt(log.lines, 1).hash } })).toMatchObject({
    savedHeadAt: null,
  })
  expect(await verifyLog(log, { savedHead: { sequence: null, hash: entryAt(log.lines, 6).hash } })).toMatchObject({
    savedHeadAt: null,
  })
})

test.each([
  ['', null],
  ['A'.repeat(64), { sequence: null, hash: 'a'.repeat(64) }],
  [` 12:${'b'.repeat(64)} `, { sequence: 12, hash: 'b'.repeat(64) }],
  [`:${'b'.repeat(64)}`, null],
  [`12:${'g'.repeat(64)}`, null],
  ['12', null],
])('parses a pasted audit log head: %s', (text, read) => {
  expect(parsePastedAuditLogHead(text)).toEqual(read)
})

test('verifies a log with expired entries that a later retention entry records, and counts them', async () => {
  for (const base of [8, 0, 4]) {
    const log = pruneEntries(pruneEntries(writeLog(8, base), [2, 3, 6], 1), [1, 8], 2)
    expect(await verifyLog(log)).toMatchObject({ outcome: 'sound', entryCount: 10, expiredCount: 5 })
  }
  const log = pruneEntries(writeLog(8, 8), [2, 3, 6], 1)
  expect(await verifyLog(log, { savedHead: { sequence: null, hash: entryAt(log.lines, 2).hash } })).toMatchObject({
    savedHeadAt: 3,
  })
})

test('N13: detects entries falsely marked as expired, and alterations in a log with expired entries', async () => {
  const bare = { type: 'entry.expired', details: '{}', evidenceHash: null, previousHash: '' }
  for (const base of [9, 0]) {
    const log = pruneEntries(writeLog(8, base), [2, 3, 6], 1)
    const head = headOf(log)
    const isFound = (index: number, what: Partial<LogEntry>) => verifyLog(withChangedEntry(log, index, what), { head })
    expect(await isFound(3, { ...bare, expiredBy: 1 })).toEqual({ outcome: 'broken', at: 2, how: 'let-go' })
    expect(await isFound(3, { ...bare, expiredBy: 2 })).toEqual({ outcome: 'broken', at: 4, how: 'let-go' })
    expect(await isFound(3, { expiredBy: 1 })).toEqual({ outcome: 'broken', at: 4, how: 'let-go-form' })
    expect(await isFound(1, { at: 1 })).toEqual({ outcome: 'broken', at: 2, how: 'let-go' })
    expect(await isFound(1, { hash: 'a'.repeat(64) })).toEqual({ outcome: 'broken', at: 2, how: 'let-go' })
    const anew = { ...entryAt(log.lines, 0), at: 1 }
    expect(await isFound(0, { at: 1, hash: hashOf(anew, anew.previousHash) })).toEqual(
      base === 0 ? { outcome: 'broken', at: 9, how: 'head' } : { outcome: 'broken', at: 2, how: 'let-go' },
    )
  }
})
