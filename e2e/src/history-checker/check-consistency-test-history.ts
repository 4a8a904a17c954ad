// The checker: a pure function of a history and of what is there at its end. It says nothing where everything that was answered can have been so.
import { auditLogConsistencyRules } from './audit-log-consistency-rules.ts'
import { createConsistencyTestHistoryModel } from './consistency-test-history-model.ts'
import type { ConsistencyTestHistory } from './consistency-test-operation-types.ts'
import type { ConsistencyTestFinalState } from './consistency-test-final-state-types.ts'
import { consistencyTestHistoryRules } from './consistency-test-history-rules.ts'
import type { ConsistencyRuleViolation } from './create-linearizable-register-rule.ts'

/** Every violation of every rule. */
export function checkConsistencyTestHistory(
  history: ConsistencyTestHistory,
  final: ConsistencyTestFinalState,
): ConsistencyRuleViolation[] {
  const model = createConsistencyTestHistoryModel(history, final)
  return [...consistencyTestHistoryRules, ...auditLogConsistencyRules].flatMap((rule) => rule(model))
}
