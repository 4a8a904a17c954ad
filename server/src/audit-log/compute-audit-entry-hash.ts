// How the lines of the activity log (the audit log) are hashed, which makes it tamper-evident: those that are sealed by themselves, as leaves of a tree,
// and those of before as a hash chain, over the hash of the line before too. What identifies a person stands outside, joined by a salted hash, so
// that erasing it later leaves the log whole (THREATS N13).
import {
  formatChainedEntryHashInput,
  formatAuditEvidenceHashInput,
  formatTreeEntryHashInput,
  auditLogGenesisHash,
} from '@countersign/api/format-audit-entry-hash-input'
import type { HashChainedAuditEntry, HashedAuditEntryContent } from '@countersign/api/format-audit-entry-hash-input'
import { sha256Hex } from '@countersign/log/merkle-hash'

export { auditLogGenesisHash }
export {
  formatExpiredEntryHashInput,
  entryExpiredAuditEventType,
  initialExpiredAuditBatchHash,
} from '@countersign/api/expired-audit-entry-verifier'
export type { HashChainedAuditEntry, HashedAuditEntryContent }

/** The hash of a line that is sealed: 64 hexadecimal digits. */
export const computeSequencedAuditEntryHash = (event: HashedAuditEntryContent): string =>
  sha256Hex(formatTreeEntryHashInput(event))

/** The hash of a chained line, as they all were before there was a tree: 64 hexadecimal digits. */
export const computeChainedAuditEntryHash = (previousHash: string, event: HashChainedAuditEntry): string =>
  sha256Hex(formatChainedEntryHashInput(previousHash, event))

/** The hash by which a line holds on to its evidence. */
export const computeAuditEvidenceHash = (salt: string, personId: string | null, content: string): string =>
  sha256Hex(formatAuditEvidenceHashInput(salt, personId, content))
