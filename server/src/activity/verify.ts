// Reads the whole activity log and finds the first line that was altered, removed, inserted or moved (THREATS N13).
// Needs nothing but the database: it can be run on a copy, offline.
import type { Queries } from '../platform/database/open-database.ts'
import {
  createLetGoAccount,
  hashEvent,
  hashEvidence,
  isLetGoForm,
  letGoNoteType,
  sha256,
  startOfChain,
} from './event.ts'

/** A place noted earlier, outside this database: the log must still run through it. */
export interface NotedHead {
  sequence: number
  hash: string
}

/** What reading the log found. */
export type Verification =
  /**
   * @property erased lines whose evidence was erased with a person
   * @property letGo lines that were let go when their time was over: that and where they stood is verified, what they said cannot be
   */
  | { outcome: 'whole'; lines: number; erased: number; letGo: number; head: NotedHead }
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
  const account = createLetGoAccount(before.sequence)

  for (;;) {
    const lines = await readBatch(queries, sequence)
    for (const line of lines) {
      sequence += 1
      if (line.sequence !== sequence)
        return broken(sequence, `The line is missing: after ${sequence - 1} comes ${line.sequence}.`)
      const { at, type, outcome, details, hash, let_go_by: batch } = line
      if (batch === null) {
        if (line.previous_hash !== previousHash) return broken(sequence, 'The line does not follow the one before it.')
        if (
          hashEvent(previousHash, { sequence, at, type, outcome, details, evidenceHash: line.evidence_hash }) !== hash
        )
          return broken(sequence, 'The line was altered.')
        if (line.salt === null || line.content === null) erased += 1
        else if (hashEvidence(line.salt, line.person_id, line.content) !== line.evidence_hash) {
          return broken(sequence, 'The evidence of the line was altered.')
        }
        const wrong = type === letGoNoteType ? account.settle({ sequence, details }) : null
        if (wrong !== null)
          return broken(
            wrong,
            `Here begin lines that were let go, but not those that line ${sequence} tells of; or a line beside them was altered.`,
          )
      } else {
        const isBare =
          isLetGoForm({ type, outcome, details, evidenceHash: line.evidence_hash, previousHash: line.previous_hash }) &&
          line.salt === null
        if (!isBare) return broken(sequence, 'The line says that it was let go, and has still something in it.')
        const letGo = { sequence, at, previousHash, hash, batch }
        account.add(letGo, sha256(account.textOf(letGo)))
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
  if (missing.length > 0)
    return broken(sequence + 1, `The log ends at line ${sequence}; line ${Math.max(...missing)} was there before.`)
  if (sequence > after.sequence) return broken(after.sequence + 1, 'The line was added past the head of the log.')
  const open = account.findOpen()
  if (open !== null) return broken(open, 'The line was removed: no line of the log tells that it was let go.')
  return { outcome: 'whole', lines: sequence, erased, letGo: account.count(), head: { sequence, hash: previousHash } }
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
      'events.let_go_by',
      'event_evidence.salt',
      'event_evidence.person_id',
      'event_evidence.content',
    ])
    .where('events.sequence', '>', after)
    .orderBy('events.sequence')
    .limit(batchSize)
    .execute()
