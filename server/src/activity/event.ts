// What the activity log records, and how one line is bound to the line before it. A line is hashed over everything in
// it and over the hash of the line before; what identifies a person stands outside, joined by a salted hash, so that
// erasing it later leaves the chain whole (THREATS N13).
import { createHash } from 'node:crypto'

/** One line of the log as it is chained: nothing in it identifies a person. */
export interface ChainedEvent {
  sequence: number
  at: number
  type: string
  outcome: 'success' | 'refused'
  /** JSON text. */
  details: string
  evidenceHash: string | null
}

/** The hash before the first line. */
export const startOfChain = '0'.repeat(64)

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

/**
 * The hash of a line: SHA-256 over the JSON array of the previous hash and the line's members in their fixed order.
 * JSON text cannot run from one member into the next, so that two different lines never hash the same text.
 * @returns 64 hexadecimal digits
 */
export const hashEvent = (previousHash: string, event: ChainedEvent): string =>
  sha256(JSON.stringify([previousHash, event.sequence, event.at, event.type, event.outcome, event.details, event.evidenceHash]))

/** The hash by which a line holds on to its evidence. */
export const hashEvidence = (salt: string, personId: string | null, content: string): string =>
  sha256(JSON.stringify([salt, personId, content]))
