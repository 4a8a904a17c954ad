// Sequenced entries are leaves of a Merkle tree, and older ones form a hash chain. Personal data is
// bound by a salted hash, so that it can be erased (THREATS N13).
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

export const computeSequencedAuditEntryHash = (event: HashedAuditEntryContent): string =>
  sha256Hex(formatTreeEntryHashInput(event))

/** Hash of an entry that was chained before the log had a tree, as 64 hexadecimal digits. */
export const computeChainedAuditEntryHash = (previousHash: string, event: HashChainedAuditEntry): string =>
  sha256Hex(formatChainedEntryHashInput(previousHash, event))

export const computeAuditEvidenceHash = (salt: string, personId: string | null, content: string): string =>
  sha256Hex(formatAuditEvidenceHashInput(salt, personId, content))
