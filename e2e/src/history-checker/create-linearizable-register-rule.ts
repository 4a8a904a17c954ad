import { findStaleRegisterReads } from './linearizable-register.ts'
import type {
  LinearizableRegisterRead,
  LinearizableRegister,
  LinearizableRegisterWrite,
} from './linearizable-register.ts'
import type { SessionOrTokenEndingOperation, ConsistencyTestHistoryModel } from './consistency-test-history-model.ts'
import type { ConsistencyTestOperation } from './consistency-test-operation-types.ts'

export interface ConsistencyRuleViolation {
  rule: string
  text: string
  operations: number[]
}

export type ConsistencyRule = (model: ConsistencyTestHistoryModel) => ConsistencyRuleViolation[]

const getTimeSpan = ({
  id,
  invokedAt,
  completedAt,
}: ConsistencyTestOperation): { from: number; to: number; operation: number } => ({
  from: invokedAt,
  to: completedAt,
  operation: id,
})
export const createInitialRegisterWrite = (value: string): LinearizableRegisterWrite => ({
  from: -Infinity,
  to: -Infinity,
  operation: null,
  value,
  isCertain: true,
})
export const createFinalRegisterRead = (
  { final }: ConsistencyTestHistoryModel,
  value: string,
): LinearizableRegisterRead => ({
  from: final.at,
  to: final.at,
  operation: null,
  value,
})
export const toLinearizableRegisterWrite = (
  operation: ConsistencyTestOperation,
  value: string,
  isCertain = true,
): LinearizableRegisterWrite => ({
  ...getTimeSpan(operation),
  value,
  isCertain: isCertain && operation.outcome === 'ok',
})
export const toLinearizableRegisterRead = (
  operation: ConsistencyTestOperation,
  value: string,
): LinearizableRegisterRead => ({
  ...getTimeSpan(operation),
  value,
})
export const toLinearizableEndingWrite = (
  { operation, isCertain }: SessionOrTokenEndingOperation,
  value: string,
): LinearizableRegisterWrite => ({
  ...getTimeSpan(operation),
  value,
  isCertain,
})

export const createLinearizableRegisterRule =
  (rule: string, list: (model: ConsistencyTestHistoryModel) => Iterable<LinearizableRegister>): ConsistencyRule =>
  (model) =>
    [...list(model)].flatMap((register) =>
      findStaleRegisterReads(register).map(({ read, missed }) => ({
        rule,
        text: `${register.label} was ${read.value} ${read.operation === null ? 'at the end' : `for operation ${read.operation}`}, ${
          missed === null
            ? 'and nothing can have made it so'
            : `after operation ${missed.operation} had made it ${missed.value}`
        }`,
        operations: [missed?.operation, read.operation].filter((id) => typeof id === 'number'),
      })),
    )
