// Rules of a history that are about registers: what was read of something must be the last that was written to it.
import { findStaleReads } from './linearizable-register.ts'
import type { RegisterRead, LinearizableRegister, RegisterWrite } from './linearizable-register.ts'
import type { EndingOperation, HistoryModel } from './history-model.ts'
import type { HistoryOperation } from './history-operation.ts'

/** Something that cannot have been so, were the server right. */
export interface RuleViolation {
  rule: string
  /** What happened, for people. */
  text: string
  /** The ids of the operations that show it. */
  operations: number[]
}

export type ConsistencyRule = (model: HistoryModel) => RuleViolation[]

const getTimeSpan = ({
  id,
  invokedAt,
  completedAt,
}: HistoryOperation): { from: number; to: number; operation: number } => ({
  from: invokedAt,
  to: completedAt,
  operation: id,
})
export const initialWrite = (value: string): RegisterWrite => ({
  from: -Infinity,
  to: -Infinity,
  operation: null,
  value,
  isCertain: true,
})
export const finalRead = ({ final }: HistoryModel, value: string): RegisterRead => ({
  from: final.at,
  to: final.at,
  operation: null,
  value,
})
export const toRegisterWrite = (operation: HistoryOperation, value: string, isCertain = true): RegisterWrite => ({
  ...getTimeSpan(operation),
  value,
  isCertain: isCertain && operation.outcome === 'ok',
})
export const toRegisterRead = (operation: HistoryOperation, value: string): RegisterRead => ({
  ...getTimeSpan(operation),
  value,
})
export const endingToWrite = ({ operation, isCertain }: EndingOperation, value: string): RegisterWrite => ({
  ...getTimeSpan(operation),
  value,
  isCertain,
})

/** The violations of a rule that is about registers. */
export const createRegisterRule =
  (rule: string, list: (model: HistoryModel) => Iterable<LinearizableRegister>): ConsistencyRule =>
  (model) =>
    [...list(model)].flatMap((register) =>
      findStaleReads(register).map(({ read, missed }) => ({
        rule,
        text: `${register.label} was ${read.value} ${read.operation === null ? 'at the end' : `for operation ${read.operation}`}, ${
          missed === null
            ? 'and nothing can have made it so'
            : `after operation ${missed.operation} had made it ${missed.value}`
        }`,
        operations: [missed?.operation, read.operation].filter((id) => typeof id === 'number'),
      })),
    )
