export interface AuditLogEntry {
  sequence: number
  /** Milliseconds since 1970. */
  at: number
  type: string
  person: string | null
  application: string | null
  details: Readonly<Record<string, string | number>>
  /** Empty if the evidence was erased together with the person. */
  evidence: Readonly<Record<string, string>>
}

export interface ConsistencyTestFinalState {
  /** The time of the read, by the history's clock. */
  at: number
  sessions: readonly { id: string; isLive: boolean }[]
  wallets: readonly { address: string; person: string }[]
  people: readonly { id: string; status: string }[]
  roles: readonly { person: string; role: string }[]
  grants: readonly { person: string; application: string }[]
  /** Applications that require a group, and the wallets that make someone a member. */
  groupGatedApplications: readonly { application: string; wallets: readonly string[] }[]
  log: readonly AuditLogEntry[]
}
