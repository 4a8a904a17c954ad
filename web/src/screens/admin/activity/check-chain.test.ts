import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { eventText, startOfChain } from '@countersign/api/event-text'
import { letGoText, startOfBatch } from '@countersign/api/let-go'
import { checkChain } from './check-chain.ts'
import type { ChainPage } from './check-chain.ts'

type Lines = ChainPage['lines']

/** A chain as the server writes it, hashed by another implementation than the one that checks. */
function write(count: number): Lines {
  const lines: Lines = []
  let previousHash = startOfChain
  for (let sequence = 1; sequence <= count; sequence += 1) {
    const line = {
      sequence,
      at: 1000 + sequence,
      type: 'session.started',
      outcome: 'success' as const,
      details: `{"n":"ü${sequence}"}`,
      evidenceHash: null,
    }
    const hash = createHash('sha256').update(eventText(previousHash, line)).digest('hex')
    lines.push({ ...line, letGoBy: null, previousHash, hash })
    previousHash = hash
  }
  return lines
}

const endOf = (lines: Lines) => ({ sequence: lines.at(-1)?.sequence ?? 0, hash: lines.at(-1)?.hash ?? startOfChain })

/** Checks in pages of three. */
function check(lines: Lines, { head = endOf(lines), noted = '', progress = [] as string[] } = {}) {
  return checkChain({
    readPage: async (after) => {
      const from = after === 0 ? 0 : lines.findIndex(({ sequence }) => sequence === after) + 1
      return { lines: lines.slice(from, from + 3), head }
    },
    onProgress: (checked, total) => progress.push(`${checked}/${total}`),
    noted,
  })
}

const lineAt = (lines: Lines, index: number): Lines[number] => {
  const line = lines[index]
  if (!line) throw new Error('no such line')
  return line
}

test('a chain that nobody touched is sound, however long, and an empty one as well', async () => {
  const lines = write(8)
  const progress: string[] = []
  expect(await check(lines, { progress })).toEqual({
    outcome: 'sound',
    lines: 8,
    letGo: 0,
    hash: lineAt(lines, 7).hash,
    notedAt: null,
  })
  expect(progress).toEqual(['3/8', '6/8', '8/8'])
  expect(await check([])).toEqual({ outcome: 'sound', lines: 0, letGo: 0, hash: startOfChain, notedAt: null })
})

test('N13 a line that was altered is found, whatever of it it was', async () => {
  for (const change of [
    { at: 1 },
    { type: 'sign-in.refused' },
    { outcome: 'refused' },
    { details: '{}' },
    { evidenceHash: 'a'.repeat(64) },
    { hash: 'b'.repeat(64) },
  ]) {
    const lines = write(8)
    lines[4] = { ...lineAt(lines, 4), ...change }
    expect(await check(lines)).toEqual({ outcome: 'broken', at: 5, how: 'altered' })
  }
})

test('N13 a line that was altered and hashed anew no longer fits the next one', async () => {
  const lines = write(8)
  const line = { ...lineAt(lines, 4), details: '{}' }
  lines[4] = {
    ...line,
    hash: createHash('sha256')
      .update(eventText(line.previousHash, { ...line, outcome: 'success' }))
      .digest('hex'),
  }
  expect(await check(lines)).toEqual({ outcome: 'broken', at: 6, how: 'unlinked' })
})

test('N13 a line that was removed, put in or moved is found where it was', async () => {
  const lines = write(8)
  expect(await check(lines.toSpliced(3, 1))).toEqual({ outcome: 'broken', at: 5, how: 'missing' })
  expect(await check(lines.slice(1))).toEqual({ outcome: 'broken', at: 2, how: 'missing' })
  expect(await check(lines.toSpliced(1, 0, lineAt(lines, 0)))).toEqual({ outcome: 'broken', at: 1, how: 'order' })
  expect(await check(lines.toSpliced(3, 1).map((line, index) => ({ ...line, sequence: index + 1 })))).toEqual({
    outcome: 'broken',
    at: 4,
    how: 'unlinked',
  })
})

test('N13 an end that was cut off is found by what the server holds to be the last line, or by a hash that was kept', async () => {
  const lines = write(8)
  const head = endOf(lines)
  expect(await check(lines.slice(0, 6), { head })).toEqual({ outcome: 'broken', at: 7, how: 'end' })
  expect(await check(lines, { head: { ...head, hash: 'c'.repeat(64) } })).toEqual({
    outcome: 'broken',
    at: 8,
    how: 'head',
  })
  expect(await check(lines, { head: endOf(lines.slice(0, 7)) })).toEqual({ outcome: 'broken', at: 8, how: 'head' })
  // Where the head was cut back as well, nothing in the database shows it.
  expect(await check(lines.slice(0, 6), { noted: head.hash })).toMatchObject({ outcome: 'sound', notedAt: null })
  expect(await check(lines, { noted: lineAt(lines, 4).hash })).toMatchObject({ outcome: 'sound', notedAt: 5 })
})

/** Lets lines go as the server does, and writes the line that tells of it. */
function letGo(lines: Lines, places: readonly number[], batch: number): Lines {
  let digest = startOfBatch
  const left = lines.map((line) => {
    if (!places.includes(line.sequence)) return line
    digest = createHash('sha256').update(letGoText(digest, line)).digest('hex')
    return { ...line, type: 'line.let_go', details: '{}', evidenceHash: null, previousHash: '', letGoBy: batch }
  })
  const { hash: previousHash } = lineAt(lines, lines.length - 1)
  const details = JSON.stringify({
    batch,
    lines: places.length,
    first: Math.min(...places),
    last: Math.max(...places),
    digest,
  })
  const note = {
    sequence: lines.length + 1,
    at: 5000,
    type: 'retention.applied',
    outcome: 'success' as const,
    details,
    evidenceHash: null,
  }
  return [
    ...left,
    {
      ...note,
      letGoBy: null,
      previousHash,
      hash: createHash('sha256').update(eventText(previousHash, note)).digest('hex'),
    },
  ]
}

test('lines that were let go, as a later line tells, are counted, and the chain is sound', async () => {
  const lines = letGo(letGo(write(8), [2, 3, 6], 1), [1, 8], 2)
  expect(await check(lines)).toEqual({
    outcome: 'sound',
    lines: 10,
    letGo: 5,
    hash: lineAt(lines, 9).hash,
    notedAt: null,
  })
  // A hash that was kept of one of them is still there.
  expect(await check(lines, { noted: lineAt(lines, 2).hash })).toMatchObject({ outcome: 'sound', notedAt: 3 })
})

test('N13 nobody passes off a line as let go, nor alters one beside those that were', async () => {
  const lines = letGo(write(8), [2, 3, 6], 1)
  const bare = { type: 'line.let_go', details: '{}', evidenceHash: null, previousHash: '' }
  const change = (index: number, what: Partial<Lines[number]>): Lines =>
    lines.with(index, { ...lineAt(lines, index), ...what })
  expect(await check(change(3, { ...bare, letGoBy: 1 }))).toEqual({ outcome: 'broken', at: 2, how: 'let-go' })
  expect(await check(change(3, { ...bare, letGoBy: 2 }))).toEqual({ outcome: 'broken', at: 4, how: 'let-go' })
  expect(await check(change(3, { letGoBy: 1 }))).toEqual({ outcome: 'broken', at: 4, how: 'altered' })
  expect(await check(change(1, { at: 1 }))).toEqual({ outcome: 'broken', at: 2, how: 'let-go' })
  expect(await check(change(1, { hash: 'a'.repeat(64) }))).toEqual({ outcome: 'broken', at: 2, how: 'let-go' })
  expect(await check(change(2, { hash: 'a'.repeat(64) }))).toEqual({ outcome: 'broken', at: 4, how: 'unlinked' })
  const anew = { ...lineAt(lines, 0), at: 1 }
  const hash = createHash('sha256')
    .update(eventText(anew.previousHash, { ...anew, outcome: 'success' }))
    .digest('hex')
  expect(await check(change(0, { at: 1, hash }))).toEqual({ outcome: 'broken', at: 2, how: 'let-go' })
})
