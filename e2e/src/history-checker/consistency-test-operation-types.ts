// As in Jepsen: a process invokes and completes operations, on one monotonic clock.

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
  /** A contract starts or stops accepting its owner's signatures. */
  | 'change-contract'

/** What was known at invocation, and what the response added. */
export interface ConsistencyTestOperationDetails {
  instance?: string
  session?: string
  person?: string
  wallet?: string
  /** The one-time value that the operation presents: a challenge, code or refresh token. */
  spends?: string
  /** Digest of the refresh token in the response, or `kept` if the token is unchanged. */
  given?: string
  /** The session to end. */
  target?: string
  /** The session that the operation created. */
  made?: string
  application?: string
  /** The token chain of one authorization, named by the client. */
  chain?: string
  role?: string
  /** What a read found: an ID, or null for nothing. */
  found?: string | null
}

/** As in Jepsen: the operation happened, it did not, or its outcome is unknown (indeterminate). */
export type ConsistencyTestOperationOutcome = 'ok' | 'fail' | 'info'

/** Times are in milliseconds by the recording process's clock. */
export interface ConsistencyTestOperation {
  id: number
  /** A process runs one operation at a time, except for concurrent duplicates. */
  process: number
  kind: ConsistencyTestOperationKind
  invokedAt: number
  /** Infinity if indeterminate: the operation may happen at any time after its invocation. */
  completedAt: number
  outcome: ConsistencyTestOperationOutcome
  /** Why the operation failed or is indeterminate. */
  code: string | null
  facts: ConsistencyTestOperationDetails
}

/** Name of the fault after which an instance runs the next release. */
export const rollingUpgradeFaultName = 'move on to the next release'

export interface InjectedFault {
  at: number
  what: string
  of: string
}

export interface ConsistencyTestHistory {
  operations: readonly ConsistencyTestOperation[]
  disturbances: readonly InjectedFault[]
}

/** Entries contain the user agent, so each entry names its operation, even without a response. */
export const buildConsistencyTestUserAgent = (id: number): string => `operation ${id}`
