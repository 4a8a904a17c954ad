// Short histories, written as tuples, and which rules they break.
import { checkHistory } from './check-history.ts'
import type { FinalClusterState, AuditLogEntry } from './final-cluster-state.ts'
import { buildOperationUserAgent } from './history-operation.ts'
import type { OperationFacts, OperationKind, HistoryOperation, OperationOutcome } from './history-operation.ts'

/** An operation of a history that is written by hand: what it is, when it was invoked and completed, and what is known of it. */
export type OperationTuple = [
  kind: OperationKind,
  from: number,
  to: number,
  facts: OperationFacts,
  outcome?: OperationOutcome,
  code?: string,
]

const toOperations = (written: readonly OperationTuple[]): HistoryOperation[] =>
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
  written: readonly OperationTuple[]
  /** What is there at the end, beside what follows from nothing having gone wrong. */
  final?: Partial<FinalClusterState>
  lines?: readonly Partial<AuditLogEntry>[]
}

export const examplePerson = 'alice'
export const exampleWallet = '0xa'

/** The rules that are broken, with the operations that show it. */
export function listBrokenRules({
  written,
  final = {},
  lines = [],
}: TestHistory): [rule: string, operations: number[]][] {
  const has = (kind: OperationKind): boolean => written.some(([one]) => one === kind)
  const state: FinalClusterState = {
    at: 10_000,
    sessions: [{ id: 's1', isLive: true }],
    wallets: [{ address: exampleWallet, person: examplePerson }],
    people: [{ id: examplePerson, status: 'active' }],
    roles: [],
    groupGatedApplications: [],
    grants: has('consent') && !has('withdraw') ? [{ person: examplePerson, application: 'app' }] : [],
    ...final,
    log: lines.map((line, index) => ({
      sequence: index + 1,
      at: 0,
      type: '',
      person: examplePerson,
      application: null,
      details: {},
      evidence: {},
      ...line,
    })),
  }
  return checkHistory({ operations: toOperations(written), disturbances: [] }, state).map(({ rule, operations }) => [
    rule,
    operations,
  ])
}

export const signInTuple: OperationTuple = [
  'sign-in',
  0,
  10,
  { person: examplePerson, wallet: exampleWallet, spends: 'n1', made: 's1' },
]
export const sessionStartedEntry = (id = 's1', operation = 1): Partial<AuditLogEntry>[] => [
  { type: 'session.started', evidence: { sessionId: id, userAgent: buildOperationUserAgent(operation) } },
]
export const firstSignInEntries: Partial<AuditLogEntry>[] = [
  { type: 'person.created' },
  { type: 'wallet.linked', evidence: { address: exampleWallet, userAgent: buildOperationUserAgent(1) } },
  ...sessionStartedEntry(),
]
export const sessionEndedEntry = (id = 's1'): Partial<AuditLogEntry> => ({
  type: 'session.ended',
  evidence: { sessionId: id },
})
export const endedFinalState = { sessions: [{ id: 's1', isLive: false }] }

export const createSignOutTuple = (from: number, to: number, outcome: OperationOutcome = 'ok'): OperationTuple => [
  'sign-out',
  from,
  to,
  { session: 's1', person: examplePerson },
  outcome,
]
