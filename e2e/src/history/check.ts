// The checker: a pure function of a history and of what is there at its end. It says nothing where everything that was answered can have been so.
import { logRules } from './log-rules.ts'
import { createModel } from './model.ts'
import type { History } from './operation.ts'
import type { FinalState } from './final-state.ts'
import { stateRules } from './rules.ts'
import type { Violation } from './rules.ts'

/** Every violation of every rule. */
export function check(history: History, final: FinalState): Violation[] {
  const model = createModel(history, final)
  return [...stateRules, ...logRules].flatMap((rule) => rule(model))
}
