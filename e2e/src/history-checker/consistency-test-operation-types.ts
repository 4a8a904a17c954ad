// What a history is made of (Jepsen's model): operations, each an invocation and a completion by one process on one monotonic clock.

/** Everything that clients do to a site. */
export type ConsistencyTestOperationKind =
  | 'sign-in'
  | 'step-up'
  | 'link'
  | 'unlink'
  | 'sign-out'
  | 'end-session'
  | 'end-other-sessions'
  | 'read-session'
  | 'consent'
  | 'authorize'
  | 'redeem'
  | 'refresh'
  | 'userinfo'
  | 'withdraw'
  | 'grant-role'
  | 'revoke-role'
  | 'use-role'
  | 'suspend'
  | 'restore'
  | 'erase'
  /** A contract begins to stand behind what its owner signs, or no longer does. */
  | 'change-contract'

/** What an operation is about: what was known when it began, and what its answer added. */
export interface ConsistencyTestOperationDetails {
  /** The instance that was asked. */
  instance?: string
  /** The session that it was asked in. */
  session?: string
  /** Whom it is about. */
  person?: string
  wallet?: string
  /** The one-time thing that it presents: a challenge, a code, a refresh token. */
  spends?: string
  /** What a refresh token was answered with: a digest of the refresh token that came, or `kept` where it is the same one. */
  given?: string
  /** The session that it is to end. */
  target?: string
  /** The session that began with it. */
  made?: string
  application?: string
  /** The codes and tokens that come from one answer to an application: named by whoever asks. */
  chain?: string
  role?: string
  /** What a read found: an id, or null for nothing. */
  found?: string | null
}

/** Jepsen's three: it happened, it did not, or nobody knows (indeterminate). */
export type ConsistencyTestOperationOutcome = 'ok' | 'fail' | 'info'

/** One operation. Times are milliseconds of the clock of the process that recorded it. */
export interface ConsistencyTestOperation {
  id: number
  /** Who did it; each does one thing after the other, but for what it does twice at once. */
  process: number
  kind: ConsistencyTestOperationKind
  invokedAt: number
  /** Infinity for one that is indeterminate: it may happen at any time after its invocation. */
  completedAt: number
  outcome: ConsistencyTestOperationOutcome
  /** Why it failed, or is indeterminate. */
  code: string | null
  facts: ConsistencyTestOperationDetails
}

/** What the nemesis calls the moment from which on an instance is of the next release. */
export const rollingUpgradeFaultName = 'move on to the next release'

/** Something that the nemesis did. */
export interface InjectedFault {
  at: number
  what: string
  of: string
}

/** A history as it was recorded. */
export interface ConsistencyTestHistory {
  operations: readonly ConsistencyTestOperation[]
  disturbances: readonly InjectedFault[]
}

/** What an operation is sent with: the activity keeps it, and so tells of operations that were never answered. */
export const buildConsistencyTestUserAgent = (id: number): string => `operation ${id}`
