// Writes one JSON line per invocation and completion, so unfinished operations are indeterminate.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import type {
  InjectedFault,
  ConsistencyTestOperationDetails,
  ConsistencyTestHistory,
  ConsistencyTestOperationKind,
  ConsistencyTestOperation,
  ConsistencyTestOperationOutcome,
} from './consistency-test-operation-types.ts'

export interface ConsistencyTestOperationCompletion {
  outcome: ConsistencyTestOperationOutcome
  code: string | null
  facts: ConsistencyTestOperationDetails
}

export interface ConsistencyTestHistoryRecorder {
  /** `act` receives the operation's ID. If it throws, the operation is indeterminate. */
  run: (
    process: number,
    kind: ConsistencyTestOperationKind,
    facts: ConsistencyTestOperationDetails,
    act: (id: number) => Promise<ConsistencyTestOperationCompletion>,
  ) => Promise<ConsistencyTestOperation>
  recordFault: (what: string, of: string) => void
}

export type ConsistencyTestHistoryRecord =
  | {
      type: 'invoke'
      id: number
      process: number
      at: number
      kind: ConsistencyTestOperationKind
      facts: ConsistencyTestOperationDetails
    }
  | {
      type: ConsistencyTestOperationOutcome
      id: number
      at: number
      code: string | null
      facts: ConsistencyTestOperationDetails
    }
  | ({ type: 'nemesis' } & InjectedFault)

/** Writes each record immediately, because the recording process may die too. */
export function createConsistencyTestHistoryWriter(path: string): (line: ConsistencyTestHistoryRecord) => void {
  writeFileSync(path, '')
  return (line) => appendFileSync(path, `${JSON.stringify(line)}\n`)
}

/** `clock` is monotonic, in milliseconds. */
export function createConsistencyTestHistoryRecorder(
  write: (line: ConsistencyTestHistoryRecord) => void,
  clock: () => number,
): ConsistencyTestHistoryRecorder {
  let next = 1
  return {
    run: async (process, kind, facts, act) => {
      const id = next++
      const invokedAt = clock()
      write({ type: 'invoke', id, process, at: invokedAt, kind, facts })
      const done = await act(id).catch((error: unknown): ConsistencyTestOperationCompletion => ({
        outcome: 'info',
        code: String(error),
        facts: {},
      }))
      const at = clock()
      write({ type: done.outcome, id, at, code: done.code, facts: done.facts })
      return {
        id,
        process,
        kind,
        invokedAt,
        completedAt: done.outcome === 'info' ? Infinity : at,
        outcome: done.outcome,
        code: done.code,
        facts: { ...facts, ...done.facts },
      }
    },
    recordFault: (what, of) => write({ type: 'nemesis', at: clock(), what, of }),
  }
}

export function readConsistencyTestHistoryFile(path: string): ConsistencyTestHistory {
  const texts = readFileSync(path, 'utf8').split('\n')
  return buildConsistencyTestHistory(
    texts.filter((text) => text !== '').map((text) => JSON.parse(text) as ConsistencyTestHistoryRecord),
  )
}

export function buildConsistencyTestHistory(lines: readonly ConsistencyTestHistoryRecord[]): ConsistencyTestHistory {
  const operations = new Map<number, ConsistencyTestOperation>()
  const disturbances: InjectedFault[] = []
  for (const line of lines) {
    if (line.type === 'nemesis') disturbances.push({ at: line.at, what: line.what, of: line.of })
    else if (line.type === 'invoke') {
      const { id, process, kind, facts, at: invokedAt } = line
      operations.set(id, { id, process, kind, facts, invokedAt, completedAt: Infinity, outcome: 'info', code: null })
    } else {
      const invoked = operations.get(line.id)
      if (invoked === undefined) throw new Error(`Operation ${line.id} was completed but never invoked.`)
      operations.set(line.id, {
        ...invoked,
        outcome: line.type,
        code: line.code,
        completedAt: line.type === 'info' ? Infinity : line.at,
        facts: { ...invoked.facts, ...line.facts },
      })
    }
  }
  return { operations: [...operations.values()], disturbances }
}
