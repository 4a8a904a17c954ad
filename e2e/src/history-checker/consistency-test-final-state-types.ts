// What is there when a history is over (final reads): rows as they stand, and the whole activity.

/** A line of the activity, as the administration exports it. */
export interface AuditLogEntry {
  sequence: number
  /** Milliseconds since 1970. */
  at: number
  type: string
  person: string | null
  application: string | null
  details: Readonly<Record<string, string | number>>
  /** Empty where it was erased with its person. */
  evidence: Readonly<Record<string, string>>
}

export interface ConsistencyTestFinalState {
  /** When it was read, by the clock of the history. */
  at: number
  sessions: readonly { id: string; isLive: boolean }[]
  /** Wallets that are linked, and to whom. */
  wallets: readonly { address: string; person: string }[]
  people: readonly { id: string; status: string }[]
  roles: readonly { person: string; role: string }[]
  /** What is allowed still. */
  grants: readonly { person: string; application: string }[]
  /** What lets in a group alone, and the wallets of which whoever belongs to it has one. */
  groupGatedApplications: readonly { application: string; wallets: readonly string[] }[]
  /** In the order of the log. */
  log: readonly AuditLogEntry[]
}
