// What the activity log (the audit log) records, and how one line is bound to the line before it, which makes it tamper-evident: a hash
// chain. A line is hashed over everything in it and over the hash of the line before; what identifies a person stands outside, joined by a
// salted hash, so that erasing it later leaves the chain whole (THREATS N13).
import { eventText, evidenceText, startOfChain } from '@countersign/api/event-text'
import type { ChainedEvent } from '@countersign/api/event-text'
import { hash } from 'node:crypto'

export { startOfChain }
export {
  createLetGoAccount,
  isLetGoForm,
  letGoNoteType,
  letGoText,
  letGoType,
  startOfBatch,
} from '@countersign/api/let-go'
export type { ChainedEvent }

export const sha256 = (text: string): string => hash('sha256', text, 'hex')

/** The hash of a line: 64 hexadecimal digits. */
export const hashEvent = (previousHash: string, event: ChainedEvent): string => sha256(eventText(previousHash, event))

/** The hash by which a line holds on to its evidence. */
export const hashEvidence = (salt: string, personId: string | null, content: string): string =>
  sha256(evidenceText(salt, personId, content))
