// How the lines of the activity log (the audit log) are hashed, which makes it tamper-evident: those that are sealed by themselves, as leaves of a tree,
// and those of before as a hash chain, over the hash of the line before too. What identifies a person stands outside, joined by a salted hash, so
// that erasing it later leaves the log whole (THREATS N13).
import {
  formatChainedEventHashInput,
  formatEvidenceHashInput,
  formatTreeEventHashInput,
  genesisHash,
} from '@countersign/api/audit-event-hash-input'
import type { HashChainedEvent, AuditEventContent } from '@countersign/api/audit-event-hash-input'
import { sha256Hex } from '@countersign/log/merkle-hash'

export { genesisHash }
export { formatExpiredEntryHashInput, expiredEntryType, emptyBatchHash } from '@countersign/api/expired-entries'
export type { HashChainedEvent, AuditEventContent }

/** The hash of a line that is sealed: 64 hexadecimal digits. */
export const hashSequencedEntry = (event: AuditEventContent): string => sha256Hex(formatTreeEventHashInput(event))

/** The hash of a chained line, as they all were before there was a tree: 64 hexadecimal digits. */
export const hashChainedEntry = (previousHash: string, event: HashChainedEvent): string =>
  sha256Hex(formatChainedEventHashInput(previousHash, event))

/** The hash by which a line holds on to its evidence. */
export const hashEvidence = (salt: string, personId: string | null, content: string): string =>
  sha256Hex(formatEvidenceHashInput(salt, personId, content))
