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
  const wanted = new Map(noted.map((head) => [head.sequence, head.hash]))
  const broken = (at: number, reason: string): Verification => ({ outcome: 'broken', sequence: at, reason })

  for (;;) {
    const lines = await readBatch(queries, sequence)
    if (lines.length === 0) break
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
      const expected = wanted.get(sequence)
      if (expected !== undefined && expected !== hash) return broken(sequence, 'The line is not the one that was noted earlier.')
      wanted.delete(sequence)
      previousHash = hash
    }
  }
  const head = await queries.selectFrom('event_head').select(['sequence', 'hash']).executeTakeFirstOrThrow()
  if (head.sequence !== sequence || head.hash !== previousHash) {
    return broken(sequence + 1, `The log ends at line ${sequence}, but its head says ${head.sequence}.`)
  }
  const missing = [...wanted.keys()].sort((a, b) => a - b)[0]
  if (missing !== undefined) return broken(missing, 'The line was noted earlier and is gone.')
  return { outcome: 'whole', lines: sequence, erased, head: { sequence, hash: previousHash } }
}

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
