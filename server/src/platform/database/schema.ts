// The tables as TypeScript sees them. Only text and whole numbers are stored, so that SQLite and PostgreSQL hold the
// same; times are milliseconds since 1970, truth values 0 or 1.

export interface PeopleTable {
  id: string
  display_name: string | null
  picture_url: string | null
  locale: string | null
  status: 'active' | 'suspended'
  created_at: number
  last_seen_at: number
}

export interface WalletsTable {
  id: string
  person_id: string
  namespace: 'eip155'
  kind: 'key'
  /** Null for a plain key, which is one identity on every chain of its namespace. */
  chain_reference: string | null
  /** Canonical: lower-case hexadecimal. Shown in the form of its namespace. */
  address: string
  label: string | null
  is_primary: number
  linked_at: number
  last_used_at: number
}

export interface ChallengesTable {
  id: string
  nonce: string
  purpose: 'sign-in' | 'link' | 'step-up'
  /** Hash of the secret in the cookie of the browser that asked. */
  browser_hash: string
  interaction_id: string | null
  /** The fields of the message as issued, as JSON. */
  issued: string
  expires_at: number
  consumed_at: number | null
}

export interface ProofsTable {
  id: string
  wallet_id: string
  message: string
  signature: string
  method: 'ecdsa'
  verified_at: number
}

export const sessionEndReasons = ['signed-out', 'idle', 'expired', 'revoked', 'replaced'] as const
export type SessionEndReason = (typeof sessionEndReasons)[number]

export interface SessionsTable {
  id: string
  token_hash: string
  person_id: string
  wallet_id: string
  proof_id: string
  created_at: number
  last_seen_at: number
  idle_expires_at: number
  expires_at: number
  ended_at: number | null
  end_reason: SessionEndReason | null
  user_agent: string
  network_prefix: string
}

export interface EventsTable {
  sequence: number
  at: number
  type: string
  outcome: 'success' | 'refused'
  /** JSON without anything that identifies a person. */
  details: string
  /** Hash of this event's row in event_evidence, where there is one. */
  evidence_hash: string | null
  previous_hash: string
  hash: string
}

export interface EventEvidenceTable {
  sequence: number
  person_id: string | null
  /** Random, so that the hash in the event tells nothing once this row is erased. */
  salt: string
  /** JSON: who, from where, and what was signed. */
  content: string
}

export interface EventHeadTable {
  id: 1
  sequence: number
  hash: string
}

export interface ReadinessTable {
  id: 1
  checked_at: number
}

export interface Schema {
  people: PeopleTable
  wallets: WalletsTable
  challenges: ChallengesTable
  proofs: ProofsTable
  sessions: SessionsTable
  events: EventsTable
  event_evidence: EventEvidenceTable
  event_head: EventHeadTable
  readiness: ReadinessTable
}
