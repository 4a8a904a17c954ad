import {
  canConsistencyTestOperationPrecede,
  isConsistencyTestOperationBefore,
} from './consistency-test-history-model.ts'
import type { ConsistencyTestHistoryModel } from './consistency-test-history-model.ts'
import type { AuditLogEntry } from './consistency-test-final-state-types.ts'
import type { ConsistencyTestOperation } from './consistency-test-operation-types.ts'

/** The entries of one type about one subject. */
export interface MatchedAuditLogEntries {
  what: string
  type: string
  /** Whose entries they are; null if unknown. */
  person: string | null
  lines: AuditLogEntry[]
  /** Operations that must each have created an entry. */
  must: ConsistencyTestOperation[]
  /** Operations that may each have created an entry. */
  may: ConsistencyTestOperation[]
}

/** Types with at most one entry per subject, regardless of the number of operations. */
const singleEntryTypes: ReadonlySet<string> = new Set([
  'session.started',
  'session.stepped_up',
  'session.ended',
  'person.created',
])

export const getMaxAuditLogEntryCount = ({ type, may }: MatchedAuditLogEntries): number =>
  singleEntryTypes.has(type) ? Math.min(1, may.length) : may.length

const isOk = ({ outcome }: ConsistencyTestOperation): boolean => outcome === 'ok'

/** The subject of an entry; null if it names none, and for types that are not matched. */
export function getAuditLogEntryKey({ type, person, application, details, evidence }: AuditLogEntry): string | null {
  switch (type) {
    case 'session.started':
    case 'session.stepped_up':
    case 'session.ended':
      return evidence['sessionId'] ?? null
    case 'wallet.linked':
    case 'wallet.unlinked':
      return evidence['address'] === undefined ? null : `${evidence['address'].toLowerCase()} of ${person}`
    case 'person.suspended':
    case 'person.reactivated':
    case 'person.created':
      return person
    case 'person.erased':
      return 'somebody'
    case 'role.granted':
    case 'role.revoked':
      return person === null ? null : `${details['role']} of ${person}`
    case 'application.authorized':
    case 'grant.revoked':
    case 'token.reuse_detected':
      return person === null ? null : `${application} of ${person}`
    default:
      return null
  }
}

const matchedEntryTypes: ReadonlySet<string> = new Set([
  'session.started',
  'session.stepped_up',
  'session.ended',
  'wallet.linked',
  'wallet.unlinked',
  'person.suspended',
  'person.reactivated',
  'person.created',
  'person.erased',
  'role.granted',
  'role.revoked',
  'application.authorized',
  'grant.revoked',
  'token.reuse_detected',
])

export function matchAuditLogEntriesToOperations(model: ConsistencyTestHistoryModel): {
  matches: MatchedAuditLogEntries[]
  hidden: Map<string, number>
} {
  const matches = new Map<string, MatchedAuditLogEntries>()
  const at = (type: string, key: string, person: string | null): MatchedAuditLogEntries => {
    const what = `${type} ${key}`
    const match = matches.get(what) ?? { what, type, person, lines: [], must: [], may: [] }
    matches.set(what, match)
    return match
  }
  const hidden = new Map<string, number>()
  for (const line of model.final.log) {
    if (!matchedEntryTypes.has(line.type)) continue
    const key = getAuditLogEntryKey(line)
    if (key === null) hidden.set(line.type, (hidden.get(line.type) ?? 0) + 1)
    else at(line.type, key, line.person).lines.push(line)
  }
  const enter = (
    operation: ConsistencyTestOperation,
    type: string,
    key: string,
    person: string | null,
    isDue = isOk(operation),
  ): void => {
    const match = at(type, key, person)
    match.may.push(operation)
    if (isDue) match.must.push(operation)
  }

  for (const session of model.sessions.values()) {
    const type = session.made.kind === 'step-up' ? 'session.stepped_up' : 'session.started'
    enter(session.made, type, session.id, session.person)
    const endings = model.endingsOfSession(session)
    for (const { operation } of endings) enter(operation, 'session.ended', session.id, session.person, false)
    // Ending a session several times creates only one entry.
    const certain = endings.find(({ isCertain }) => isCertain)
    if (certain !== undefined) at('session.ended', session.id, session.person).must.push(certain.operation)
    const created = at('person.created', session.person, session.person)
    if (session.made.kind === 'sign-in') created.may.push(session.made)
    if (isOk(session.made) && created.must.length === 0) created.must.push(session.made)
  }
  const personOf = (session: string | undefined): string | null => model.sessions.get(session ?? '')?.person ?? null
  for (const operation of model.history.operations) {
    const { kind, facts, outcome } = operation
    const person = facts.person ?? personOf(facts.session)
    if (kind === 'sign-in' && outcome !== 'fail') {
      const who = facts.person ?? [...model.sessions.values()].find(({ made }) => made === operation)?.person
      if (who !== undefined) enter(operation, 'wallet.linked', `${facts.wallet} of ${who}`, who, false)
    }
    if ((kind === 'redeem' || kind === 'refresh') && outcome !== 'ok')
      enter(operation, 'token.reuse_detected', `${facts.application} of ${person}`, person, false)
    if (outcome === 'fail' || person === null) continue
    if (kind === 'link') enter(operation, 'wallet.linked', `${facts.wallet} of ${person}`, person)
    if (kind === 'unlink') enter(operation, 'wallet.unlinked', `${facts.wallet} of ${person}`, person)
    if (kind === 'suspend') enter(operation, 'person.suspended', person, person)
    if (kind === 'restore') enter(operation, 'person.reactivated', person, person)
    if (kind === 'erase') enter(operation, 'person.erased', 'somebody', null)
    if (kind === 'authorize') enter(operation, 'application.authorized', `${facts.application} of ${person}`, person)
    if (kind === 'withdraw') enter(operation, 'grant.revoked', `${facts.application} of ${person}`, person)
    if (kind === 'grant-role' || kind === 'revoke-role')
      enter(
        operation,
        kind === 'grant-role' ? 'role.granted' : 'role.revoked',
        `${facts.role} of ${person}`,
        person,
        isOk(operation) && hasChangedRole(model, operation),
      )
  }
  return { matches: [...matches.values()], hidden }
}

/** Whether a role operation certainly changed something; a repeated grant creates no entry. */
function hasChangedRole(
  { effectiveOperations }: ConsistencyTestHistoryModel,
  operation: ConsistencyTestOperation,
): boolean {
  const others = effectiveOperations.filter(
    ({ id, kind, facts }) =>
      id !== operation.id &&
      (kind === 'grant-role' || kind === 'revoke-role') &&
      facts.person === operation.facts.person &&
      facts.role === operation.facts.role,
  )
  if (
    others.some(
      (other) =>
        !isConsistencyTestOperationBefore(other, operation) && canConsistencyTestOperationPrecede(other, operation),
    )
  )
    return false
  const last = others
    .filter((other) => isConsistencyTestOperationBefore(other, operation))
    .toSorted((one, other) => other.completedAt - one.completedAt)[0]
  return last === undefined ? operation.kind === 'grant-role' : last.kind !== operation.kind
}
