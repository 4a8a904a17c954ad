// The checker: a pure function of a history and of what is there at its end. It says nothing where everything that was answered can have been so.
import { auditLogConsistencyRules } from './audit-log-rules.ts'
import { createHistoryModel } from './history-model.ts'
import type { OperationHistory } from './history-operation.ts'
import type { FinalClusterState } from './final-cluster-state.ts'
import { consistencyRules } from './consistency-rules.ts'
import type { RuleViolation } from './register-rule.ts'

/** Every violation of every rule. */
export function checkHistory(history: OperationHistory, final: FinalClusterState): RuleViolation[] {
  const model = createHistoryModel(history, final)
  return [...consistencyRules, ...auditLogConsistencyRules].flatMap((rule) => rule(model))
}
