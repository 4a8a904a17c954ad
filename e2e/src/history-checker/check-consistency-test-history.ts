// Finds impossible responses. It is a pure function of a history and its final state.
import { auditLogConsistencyRules } from './audit-log-consistency-rules.ts'
import { createConsistencyTestHistoryModel } from './consistency-test-history-model.ts'
import type { ConsistencyTestHistory } from './consistency-test-operation-types.ts'
import type { ConsistencyTestFinalState } from './consistency-test-final-state-types.ts'
import { consistencyTestHistoryRules } from './consistency-test-history-rules.ts'
import type { ConsistencyRuleViolation } from './create-linearizable-register-rule.ts'

export function checkConsistencyTestHistory(
  history: ConsistencyTestHistory,
  final: ConsistencyTestFinalState,
): ConsistencyRuleViolation[] {
  const model = createConsistencyTestHistoryModel(history, final)
  return [...consistencyTestHistoryRules, ...auditLogConsistencyRules].flatMap((rule) => rule(model))
}
