import { checkConsistencyTestHistory } from './check-consistency-test-history.ts'
import type { ConsistencyTestFinalState, AuditLogEntry } from './consistency-test-final-state-types.ts'
import { buildConsistencyTestUserAgent } from './consistency-test-operation-types.ts'
import type {
  ConsistencyTestOperationDetails,
  ConsistencyTestOperationKind,
  ConsistencyTestOperation,
  ConsistencyTestOperationOutcome,
} from './consistency-test-operation-types.ts'

/** Kind, invocation time, completion time, and known details of an operation. */
export type ConsistencyTestOperationTuple = [
  kind: ConsistencyTestOperationKind,
  from: number,
  to: number,
  facts: ConsistencyTestOperationDetails,
  outcome?: ConsistencyTestOperationOutcome,
  code?: string,
]

const toOperations = (written: readonly ConsistencyTestOperationTuple[]): ConsistencyTestOperation[] =>
  written.map(([kind, invokedAt, to, facts, outcome = 'ok', code = null], index) => ({
    id: index + 1,
    process: 1,
    kind,
    invokedAt,
    completedAt: outcome === 'info' ? Infinity : to,
    outcome,
    code: code as string | null,
    facts,
  }))

interface TestHistory {
  written: readonly ConsistencyTestOperationTuple[]
  /** Overrides the final state that the operations would have on a correct server. */
  final?: Partial<ConsistencyTestFinalState>
  lines?: readonly Partial<AuditLogEntry>[]
}

export const consistencyTestPersonId = 'alice'
export const consistencyTestWalletAddress = '0xa'

export function listBrokenConsistencyRules({
  written,
  final = {},
  lines = [],
}: TestHistory): [rule: string, operations: number[]][] {
  const has = (kind: ConsistencyTestOperationKind): boolean => written.some(([one]) => one === kind)
  const state: ConsistencyTestFinalState = {
    at: 10_000,
    sessions: [{ id: 's1', isLive: true }],
    wallets: [{ address: consistencyTestWalletAddress, person: consistencyTestPersonId }],
    people: [{ id: consistencyTestPersonId, status: 'active' }],
    roles: [],
    groupGatedApplications: [],
    grants: has('consent') && !has('withdraw') ? [{ person: consistencyTestPersonId, application: 'app' }] : [],
    ...final,
    log: lines.map((line, index) => ({
      sequence: index + 1,
      at: 0,
      type: '',
      person: consistencyTestPersonId,
      application: null,
      details: {},
      evidence: {},
      ...line,
    })),
  }
  return checkConsistencyTestHistory({ operations: toOperations(written), disturbances: [] }, state).map(
    ({ rule, operations }) => [rule, operations],
  )
}

export const signInHistoryOperationFixture: ConsistencyTestOperationTuple = [
  'sign-in',
  0,
  10,
  { person: consistencyTestPersonId, wallet: consistencyTestWalletAddress, spends: 'n1', made: 's1' },
]
export const createSessionStartedAuditLogEntryFixtures = (id = 's1', operation = 1): Partial<AuditLogEntry>[] => [
  { type: 'session.started', evidence: { sessionId: id, userAgent: buildConsistencyTestUserAgent(operation) } },
]
export const firstSignInAuditLogEntryFixtures: Partial<AuditLogEntry>[] = [
  { type: 'person.created' },
  {
    type: 'wallet.linked',
    evidence: { address: consistencyTestWalletAddress, userAgent: buildConsistencyTestUserAgent(1) },
  },
  ...createSessionStartedAuditLogEntryFixtures(),
]
export const createSessionEndedAuditLogEntryFixture = (id = 's1'): Partial<AuditLogEntry> => ({
  type: 'session.ended',
  evidence: { sessionId: id },
})
export const endedSessionFinalStateFixture = { sessions: [{ id: 's1', isLive: false }] }

export const createSignOutHistoryOperationFixture = (
  from: number,
  to: number,
  outcome: ConsistencyTestOperationOutcome = 'ok',
): ConsistencyTestOperationTuple => ['sign-out', from, to, { session: 's1', person: consistencyTestPersonId }, outcome]
