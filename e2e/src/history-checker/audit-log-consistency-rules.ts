// Every acknowledged operation has its entry, and every entry has a possible cause and position.
import type { ConsistencyTestHistoryModel } from './consistency-test-history-model.ts'
import type { AuditLogEntry } from './consistency-test-final-state-types.ts'
import {
  getAuditLogEntryKey,
  getMaxAuditLogEntryCount,
  matchAuditLogEntriesToOperations,
} from './match-audit-log-entries-to-operations.ts'
import type { MatchedAuditLogEntries } from './match-audit-log-entries-to-operations.ts'
import { rollingUpgradeFaultName } from './consistency-test-operation-types.ts'
import type { ConsistencyTestOperation } from './consistency-test-operation-types.ts'
import type { ConsistencyRule, ConsistencyRuleViolation } from './create-linearizable-register-rule.ts'

const getOperationIds = (operations: readonly ConsistencyTestOperation[]): number[] => operations.map(({ id }) => id)

const isErased = ({ erased }: ConsistencyTestHistoryModel, { person }: MatchedAuditLogEntries): boolean =>
  person !== null && erased.has(person)

const noMissingEntry: ConsistencyRule = (model) => {
  const { matches, hidden } = matchAuditLogEntriesToOperations(model)
  const missing = matches.filter(({ lines, must }) => lines.length < must.length)
  const violations = missing
    .filter((match) => !isErased(model, match))
    .map(({ what, lines, must }): ConsistencyRuleViolation => {
      const text = `${must.length} acknowledged and ${lines.length} in the activity: ${what}`
      return { rule: 'line-missing', text, operations: getOperationIds(must) }
    })
  for (const [type, ofErased] of Map.groupBy(
    missing.filter((match) => isErased(model, match)),
    (match) => match.type,
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

const noExtraEntry: ConsistencyRule = (model) => {
  const { matches, hidden } = matchAuditLogEntriesToOperations(model)
  const violations = matches
    .filter((match) => match.lines.length > getMaxAuditLogEntryCount(match))
    .map(({ what, lines, may }): ConsistencyRuleViolation => {
      const text = `${lines.length} in the activity and ${may.length} that can have made them: ${what}`
      return { rule: 'line-unexplained', text, operations: getOperationIds(may) }
    })
  // Entries without a person belong to erased people. An indeterminate operation may be by any
  // erased person.
  const unanswered = model.effectiveOperations.filter(
    ({ kind, outcome }) => outcome === 'info' && (kind === 'sign-in' || kind === 'step-up'),
  ).length
  for (const [type, count] of hidden) {
    const ofErased = matches.filter((match) => match.type === type && isErased(model, match))
    const room = ofErased.reduce((sum, match) => sum + getMaxAuditLogEntryCount(match) - match.lines.length, 0)
    if (count > room + (model.erased.size > 0 ? unanswered : 0))
      violations.push({
        rule: 'line-unexplained',
        text: `${count} without a name, and ${room} that can have been of people who were erased: ${type}`,
        operations: getOperationIds(ofErased.flatMap(({ may }) => may)),
      })
  }
  return violations
}

/** Entries of these types must alternate. */
const alternatingTypes: readonly (readonly [comes: string, goes: string])[] = [
  ['role.granted', 'role.revoked'],
  ['person.suspended', 'person.reactivated'],
  ['wallet.linked', 'wallet.unlinked'],
]

const alternatingEntries: ConsistencyRule = ({ final, operationOf }) =>
  alternatingTypes.flatMap(([comes, goes]) => {
    const lines = final.log.filter(
      (line) => (line.type === comes || line.type === goes) && getAuditLogEntryKey(line) !== null,
    )
    // A wallet is identified by its address, regardless of its owner.
    const thing = (line: AuditLogEntry): string =>
      line.evidence['address']?.toLowerCase() ?? getAuditLogEntryKey(line) ?? ''
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

/** Entries wait to be sequenced, so operations closer together than this may be in either order. */
const orderToleranceMs = 1000
/**
 * The previous release sequences entries immediately. In a mixed cluster, this release's entries
 * wait up to two seconds if a sequencing instance is cut off (decision 0058), plus recovery.
 */
const mixedReleaseToleranceMs = 4000

/** If an operation completed before another started, its entry comes first. */
const entriesInOrder: ConsistencyRule = (model) => {
  const isMixed = model.history.disturbances.some(({ what }) => what === rollingUpgradeFaultName)
  const settledMs = isMixed ? mixedReleaseToleranceMs : orderToleranceMs
  const placed = matchAuditLogEntriesToOperations(model)
    .matches.flatMap(({ lines: [line, more], must: [operation], may }) =>
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
