// Older entries contain the previous hash; the tree orders the others (THREATS N13, decision 0058).

/** The part of an entry that is hashed. It contains nothing that identifies a person. */
export interface HashedAuditEntryContent {
  /** Milliseconds since 1970. */
  at: number
  type: string
  outcome: 'success' | 'refused'
  /** JSON. */
  details: string
  evidenceHash: string | null
}

export interface HashChainedAuditEntry extends HashedAuditEntryContent {
  sequence: number
}

/**
 * The evidence hash is salted, so no two inputs are equal.
 * @returns text whose UTF-8 bytes are hashed with SHA-256; the hash is 64 hexadecimal digits
 */
export const formatTreeEntryHashInput = ({
  at,
  type,
  outcome,
  details,
  evidenceHash,
}: HashedAuditEntryContent): string => JSON.stringify([at, type, outcome, details, evidenceHash])

/** The previous hash of the first entry. */
export const auditLogGenesisHash = '0'.repeat(64)

/**
 * Different entries never have the same input.
 * @returns text whose UTF-8 bytes are hashed with SHA-256; the hash is 64 hexadecimal digits
 */
export const formatChainedEntryHashInput = (previousHash: string, event: HashChainedAuditEntry): string =>
  JSON.stringify([previousHash, event.sequence, event.at, event.type, event.outcome, event.details, event.evidenceHash])

/** Formats the input of the hash that commits an entry to its evidence. */
export const formatAuditEvidenceHashInput = (salt: string, personId: string | null, content: string): string =>
  JSON.stringify([salt, personId, content])
