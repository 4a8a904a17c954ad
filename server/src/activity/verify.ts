// Reads the whole activity log and finds the first line that was altered, removed, inserted or moved (THREATS N13).
// Needs nothing but the database: it can be run on a copy, offline.
import type { Queries } from '../platform/database/open-database.ts'
import { hashEvent, hashEvidence, startOfChain } from './event.ts'

/** A place noted earlier, outside this database: the log must still run through it. */
export interface NotedHead {
  sequence: number
  hash: string
}

/** What reading the log found. */
export type Verification =
  | { outcome: 'whole'; lines: number; erased: number; head: NotedHead }
  | { outcome: 'broken'; sequence: number; reason: string }

const batchSize = 1000

/**
 * Verifies the chain from its first line to its head.
 * @param noted heads noted earlier; without one, a log that was rewritten from some line on, with all its hashes, cannot
 * be told from a true one
 */
export async function verifyActivity(queries: Queries, noted: readonly NotedHead[] = []): Promise<Verification> {
  let previousHash = startOfChain
  let sequence = 0
  let erased = 0
  const before = await readHead(queries)
  const wanted = [...noted, before].filter((head) => head.sequence > 0)
  const forged = noted.find((head) => head.sequence === 0 && head.hash !== startOfChain)
  const broken = (at: number, reason: string): Verification => ({ outcome: 'broken', sequence: at, reason })

  for (;;) {
    const lines = await readBatch(queries, sequence)
    for (const line of lines) {
      sequence += 1
      if (line.sequence !== sequence) return broken(sequence, `The line is missing: after ${sequence - 1} comes ${line.sequence}.`)
      if (line.previous_hash !== previousHash) return broken(sequence, 'The line does not follow the one before it.')
      const { at, type, outcome, details } = line
      const hash = hashEvent(previousHash, { sequence, at, type, outcome, details, evidenceHash: line.evidence_hash })
      if (hash !== line.hash) return broken(sequence, 'The line was altered.')
      if (line.salt === null || line.content === null) erased += 1
      else if (hashEvidence(line.salt, line.person_id, line.content) !== line.evidence_hash) {
        return broken(sequence, 'The evidence of the line was altered.')
      }
      if (wanted.some((head) => head.sequence === sequence && head.hash !== hash)) {
        return broken(sequence, 'The line is not the one that was noted earlier.')
      }
      previousHash = hash
    }
    // A short batch reached the end. To read on until nothing is left would never end beside a busy server.
    if (lines.length < batchSize) break
  }
  if (forged !== undefined) return broken(0, 'The start of the log is not the one that was noted earlier.')
  // A server may be writing meanwhile: the last line read lies between the heads of before and after.
  const after = await readHead(queries)
  const missing = wanted.map((head) => head.sequence).filter((place) => place > sequence)
  if (missing.length > 0) return broken(sequence + 1, `The log ends at line ${sequence}; line ${Math.max(...missing)} was there before.`)
  if (sequence > after.sequence) return broken(after.sequence + 1, 'The line was added past the head of the log.')
  return { outcome: 'whole', lines: sequence, erased, head: { sequence, hash: previousHash } }
}

const readHead = (queries: Queries): Promise<NotedHead> =>
  queries.selectFrom('event_head').select(['sequence', 'hash']).executeTakeFirstOrThrow()

const readBatch = (queries: Queries, after: number) =>
  queries
    .selectFrom('events')
    .leftJoin('event_evidence', 'event_evidence.sequence', 'events.sequence')
    .select([
      'events.sequence',
      'events.at',
      'events.type',
      'events.outcome',
      'events.details',
      'events.evidence_hash',
      'events.previous_hash',
      'events.hash',
      'event_evidence.salt',
      'event_evidence.person_id',
      'event_evidence.content',
    ])
    .where('events.sequence', '>', after)
    .orderBy('events.sequence')
    .limit(batchSize)
    .execute()
