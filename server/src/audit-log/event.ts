// How the lines of the activity log (the audit log) are hashed, which makes it tamper-evident: those that are sealed by themselves, as leaves of a tree,
// and those of before as a hash chain, over the hash of the line before too. What identifies a person stands outside, joined by a salted hash, so
// that erasing it later leaves the log whole (THREATS N13).
import { eventText, evidenceText, sealedText, startOfChain } from '@countersign/api/event-text'
import type { ChainedEvent, EventContent } from '@countersign/api/event-text'
import { sha256Hex } from '@countersign/log/hash'

export { startOfChain }
export { letGoText, letGoType, startOfBatch } from '@countersign/api/let-go'
export type { ChainedEvent, EventContent }

/** The hash of a line that is sealed: 64 hexadecimal digits. */
export const hashSealed = (event: EventContent): string => sha256Hex(sealedText(event))

/** The hash of a chained line, as they all were before there was a tree: 64 hexadecimal digits. */
export const hashEvent = (previousHash: string, event: ChainedEvent): string =>
  sha256Hex(eventText(previousHash, event))

/** The hash by which a line holds on to its evidence. */
export const hashEvidence = (salt: string, personId: string | null, content: string): string =>
  sha256Hex(evidenceText(salt, personId, content))
