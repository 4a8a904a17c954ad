// How a line of the activity log is bound to the line before it, as text: what the server hashes when it writes, and what anybody
// hashes who checks the log by themselves, in a browser or by a program of their own (THREATS N13).

/** One line of the log as it is chained: nothing in it identifies a person. */
export interface ChainedEvent {
  sequence: number
  /** Milliseconds since 1970. */
  at: number
  type: string
  outcome: 'success' | 'refused'
  /** JSON text. */
  details: string
  evidenceHash: string | null
}

/** The hash before the first line. */
export const startOfChain = '0'.repeat(64)

/**
 * What the hash of a line is over: the JSON array of the previous hash and the line's members in their fixed order. JSON text cannot
 * run from one member into the next, so that two different lines never hash the same text.
 * @returns text, of whose UTF-8 bytes SHA-256 is taken, written as 64 hexadecimal digits
 */
export const eventText = (previousHash: string, event: ChainedEvent): string =>
  JSON.stringify([previousHash, event.sequence, event.at, event.type, event.outcome, event.details, event.evidenceHash])

/** The same for the hash by which a line holds on to its evidence. */
export const evidenceText = (salt: string, personId: string | null, content: string): string =>
  JSON.stringify([salt, personId, content])
