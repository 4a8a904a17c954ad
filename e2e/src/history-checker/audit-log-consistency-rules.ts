// The activity tells exactly what happened: each act that was acknowledged has its line, no line is there that nobody can have made, and the order of
// the lines is one in which it can have happened.
import {
  canConsistencyTestOperationPrecede,
  isConsistencyTestOperationBefore,
} from './consistency-test-history-model.ts'
import type { ConsistencyTestHistoryModel } from './consistency-test-history-model.ts'
import type { AuditLogEntry } from './consistency-test-final-state.ts'
import { rollingUpgradeLabel } from './consistency-test-operation-types.ts'
import type { ConsistencyTestOperation } from './consistency-test-operation-types.ts'
import type { ConsistencyRule, ConsistencyRuleViolation } from './linearizable-register-rule.ts'

/** Lines of one kind about one thing: how many there are, and how many there must and may be. */
interface EntryAccount {
  what: string
  type: string
  /** Whose lines they are; null where that is said nowhere. */
  person: string | null
  lines: AuditLogEntry[]
  /** Operations that must have left a line each. */
  must: ConsistencyTestOperation[]
  /** Operations that may have. */
  may: ConsistencyTestOperation[]
}

/** What happens to one thing once: one line is all that any number of operations can have left. */
const singleEntryTypes: ReadonlySet<string> = new Set([
  'session.started',
  'session.stepped_up',
  'session.ended',
  'person.created',
])

const maxEntries = ({ type, may }: EntryAccount): number =>
  singleEntryTypes.has(type) ? Math.min(1, may.length) : may.length

const isOk = ({ outcome }: ConsistencyTestOperation): boolean => outcome === 'ok'

/** What every line that is accounted for is about. */
function getEntryKey({ type, person, application, details, evidence }: AuditLogEntry): string | null {
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

const accountedTypes: ReadonlySet<string> = new Set([
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

/** Everything that is accounted for. */
function buildAccounts(model: ConsistencyTestHistoryModel): { accounts: EntryAccount[]; hidden: Map<string, number> } {
  const accounts = new Map<string, EntryAccount>()
  const at = (type: string, key: string, person: string | null): EntryAccount => {
    const what = `${type} ${key}`
    const account = accounts.get(what) ?? { what, type, person, lines: [], must: [], may: [] }
    accounts.set(what, account)
    return account
  }
  /** Lines of which nobody knows any more whose they were, by type. */
  const hidden = new Map<string, number>()
  for (const line of model.final.log) {
    if (!accountedTypes.has(line.type)) continue
    const key = getEntryKey(line)
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
    const account = at(type, key, person)
    account.may.push(operation)
    if (isDue) account.must.push(operation)
  }

  for (const session of model.sessions.values()) {
    const type = session.made.kind === 'step-up' ? 'session.stepped_up' : 'session.started'
    enter(session.made, type, session.id, session.person)
    const endings = model.endingsOfSession(session)
    for (const { operation } of endings) enter(operation, 'session.ended', session.id, session.person, false)
    // However many ended it, it has ended once.
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
  return { accounts: [...accounts.values()], hidden }
}

/** Whether giving or taking a role certainly changed something: to do it again is no act. */
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

const getOperationIds = (operations: readonly ConsistencyTestOperation[]): number[] => operations.map(({ id }) => id)

/** Whether its lines may have lost whose they are. */
const isErased = ({ erased }: ConsistencyTestHistoryModel, { person }: EntryAccount): boolean =>
  person !== null && erased.has(person)

/** Each acknowledged act has its line. */
const noMissingEntry: ConsistencyRule = (model) => {
  const { accounts, hidden } = buildAccounts(model)
  const missing = accounts.filter(({ lines, must }) => lines.length < must.length)
  const violations = missing
    .filter((account) => !isErased(model, account))
    .map(({ what, lines, must }): ConsistencyRuleViolation => {
      const text = `${must.length} acknowledged and ${lines.length} in the activity: ${what}`
      return { rule: 'line-missing', text, operations: getOperationIds(must) }
    })
  for (const [type, ofErased] of Map.groupBy(
    missing.filter((account) => isErased(model, account)),
    (account) => account.type,
  )) {
    const lacking = ofErased.reduce((sum, { lines, must }) => sum + must.length - lines.length, 0)
    if (lacking > (hidden.get(type) ?? 0))
      violations.push({
        rule: 'line-missing',
        text: `${lacking} acts of people who were erased, and ${hidden.get(type) ?? 0} lines without a name: ${type}`,
        operations: getOperationIds(ofErased.flatMap(({ must }) => must)),
      })
  }
  return violations
}

/** No line is there without an operation that can have made it. */
const noExtraEntry: ConsistencyRule = (model) => {
  const { accounts, hidden } = buildAccounts(model)
  const violations = accounts
    .filter((account) => account.lines.length > maxEntries(account))
    .map(({ what, lines, may }): ConsistencyRuleViolation => {
      const text = `${lines.length} in the activity and ${may.length} that can have made them: ${what}`
      return { rule: 'line-unexplained', text, operations: getOperationIds(may) }
    })
  // Lines without a name are of people who were erased; what was never answered may be of any of them.
  const unanswered = model.effectiveOperations.filter(
    ({ kind, outcome }) => outcome === 'info' && (kind === 'sign-in' || kind === 'step-up'),
  ).length
  for (const [type, count] of hidden) {
    const ofErased = accounts.filter((account) => account.type === type && isErased(model, account))
    const room = ofErased.reduce((sum, account) => sum + maxEntries(account) - account.lines.length, 0)
    if (count > room + (model.erased.size > 0 ? unanswered : 0))
      violations.push({
        rule: 'line-unexplained',
        text: `${count} without a name, and ${room} that can have been of people who were erased: ${type}`,
        operations: getOperationIds(ofErased.flatMap(({ may }) => may)),
      })
  }
  return violations
}

/** Of things that come and go, the lines say so by turns. */
const alternatingTypes: readonly (readonly [comes: string, goes: string])[] = [
  ['role.granted', 'role.revoked'],
  ['person.suspended', 'person.reactivated'],
  ['wallet.linked', 'wallet.unlinked'],
]

const alternatingEntries: ConsistencyRule = ({ final, operationOf }) =>
  alternatingTypes.flatMap(([comes, goes]) => {
    const lines = final.log.filter((line) => (line.type === comes || line.type === goes) && getEntryKey(line) !== null)
    // A wallet comes and goes, whosever it is.
    const thing = (line: AuditLogEntry): string => line.evidence['address']?.toLowerCase() ?? getEntryKey(line) ?? ''
    return [...Map.groupBy(lines, thing)].flatMap(([key, ofOne]) =>
      ofOne.flatMap((line, place): ConsistencyRuleViolation[] => {
        const expected = place % 2 === 0 ? comes : goes
        if (line.type === expected) return []
        const operation = operationOf(line)
        const text = `line ${line.sequence} says ${line.type} where only ${expected} can come: ${key}`
        return [{ rule: 'line-order', text, operations: operation === undefined ? [] : [operation.id] }]
      }),
    )
  })

/** Lines stand for a moment before they have their place: operations that are this close may stand in either order. */
const orderToleranceMs = 1000
/**
 * The release before this one gives a line its place with what it records. Beside it, lines of this one wait for theirs for as long as an instance that was
 * cut off while it seals keeps the others from it: two seconds (decision 0058), and what it takes to go on.
 */
const mixedReleaseToleranceMs = 4000

/** What was over before something else began stands above it. */
const entriesInOrder: ConsistencyRule = (model) => {
  const isMixed = model.history.disturbances.some(({ what }) => what === rollingUpgradeLabel)
  const settledMs = isMixed ? mixedReleaseToleranceMs : orderToleranceMs
  const placed = buildAccounts(model)
    .accounts.flatMap(({ lines: [line, more], must: [operation], may }) =>
      line === undefined || more !== undefined || operation === undefined || may.length !== 1
        ? []
        : [{ line, operation }],
    )
    .toSorted((one, other) => one.operation.invokedAt - other.operation.invokedAt)
  const byEnd = placed.toSorted((one, other) => one.operation.completedAt - other.operation.completedAt)
  const violations: ConsistencyRuleViolation[] = []
  let latest: (typeof placed)[number] | undefined
  let next = 0
  for (const current of placed) {
    for (; next < byEnd.length; next++) {
      const ended = byEnd[next] as (typeof placed)[number]
      if (ended.operation.completedAt + settledMs >= current.operation.invokedAt) break
      if (latest === undefined || ended.line.sequence > latest.line.sequence) latest = ended
    }
    if (latest !== undefined && latest.line.sequence > current.line.sequence)
      violations.push({
        rule: 'line-order',
        text: `line ${latest.line.sequence} tells of what was over before that began of which line ${current.line.sequence} tells`,
        operations: [latest.operation.id, current.operation.id],
      })
  }
  return violations
}

export const auditLogConsistencyRules: readonly ConsistencyRule[] = [
  noMissingEntry,
  noExtraEntry,
  alternatingEntries,
  entriesInOrder,
]
