// The checker: a pure function of a history and of what is there at its end. It says nothing where everything that was answered can have been so.
import { auditLogConsistencyRules } from './audit-log-rules.ts'
import { createConsistencyTestHistoryModel } from './history-model.ts'
import type { ConsistencyTestHistory } from './history-operation.ts'
import type { ConsistencyTestFinalState } from './final-cluster-state.ts'
import { consistencyTestHistoryRules } from './consistency-rules.ts'
import type { ConsistencyRuleViolation } from './register-rule.ts'

/** Every violation of every rule. */
export function checkConsistencyTestHistory(history: ConsistencyTestHistory, final: ConsistencyTestFinalState): ConsistencyRuleViolation[] {
  const model = createConsistencyTestHistoryModel(history, final)
  return [...consistencyTestHistoryRules, ...auditLogConsistencyRules].flatMap((rule) => rule(model))
}
