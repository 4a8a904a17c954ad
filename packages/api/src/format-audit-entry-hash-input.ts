// What the hash of a line of the activity log is over, as text: what the server hashes when it writes, and what anybody hashes who checks the
// log by themselves, in a browser or by a program of their own (THREATS N13). A line that was sealed has its place by the tree (decision 0058); one
// of before, and one that an instance of the release before wrote, by the hash of the line before it, which its own is over.

/** What a line says: nothing in it identifies a person. */
export interface HashedAuditEntryContent {
  /** Milliseconds since 1970. */
  at: number
  type: string
  outcome: 'success' | 'refused'
  /** JSON text. */
  details: string
  evidenceHash: string | null
}

/** A line with its place in the log. */
export interface HashChainedAuditEntry extends HashedAuditEntryContent {
  sequence: number
}

/**
 * What the hash of a sealed line is over: the JSON array of its members in their fixed order. Its evidence hash is salted, so that no two lines
 * are the same.
 * @returns text, of whose UTF-8 bytes SHA-256 is taken, written as 64 hexadecimal digits
 */
export const formatTreeEntryHashInput = ({
  at,
  type,
  outcome,
  details,
  evidenceHash,
}: HashedAuditEntryContent): string => JSON.stringify([at, type, outcome, details, evidenceHash])

/** The hash before the first line. */
export const auditLogGenesisHash = '0'.repeat(64)

/**
 * What the hash of a chained line is over: the JSON array of the previous hash and the line's members in their fixed order. JSON text cannot
 * run from one member into the next, so that two different lines never hash the same text.
 * @returns text, of whose UTF-8 bytes SHA-256 is taken, written as 64 hexadecimal digits
 */
export const formatChainedEntryHashInput = (previousHash: string, event: HashChainedAuditEntry): string =>
  JSON.stringify([previousHash, event.sequence, event.at, event.type, event.outcome, event.details, event.evidenceHash])

/** The same for the hash by which a line holds on to its evidence. */
export const formatAuditEvidenceHashInput = (salt: string, personId: string | null, content: string): string =>
  JSON.stringify([salt, personId, content])
