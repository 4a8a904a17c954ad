// Records a history while it happens, a line of JSON for each invocation and each completion, so that what was under way when the recording
// ended is there as well: indeterminate, as everything is that was never answered.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import type {
  InjectedFault,
  OperationFacts,
  OperationHistory,
  OperationKind,
  HistoryOperation,
  OperationOutcome,
} from './history-operation.ts'

/** How an operation ended, as whoever carried it out sees it. */
export interface OperationCompletion {
  outcome: OperationOutcome
  code: string | null
  facts: OperationFacts
}

export interface HistoryRecorder {
  /** Records an operation around what carries it out, which is told its id; whatever that throws makes it indeterminate. */
  run: (
    process: number,
    kind: OperationKind,
    facts: OperationFacts,
    act: (id: number) => Promise<OperationCompletion>,
  ) => Promise<HistoryOperation>
  /** Records what the nemesis did. */
  recordFault: (what: string, of: string) => void
}

/** An invocation, a completion, or something that was done to the site. */
export type HistoryRecord =
  | { type: 'invoke'; id: number; process: number; at: number; kind: OperationKind; facts: OperationFacts }
  | { type: OperationOutcome; id: number; at: number; code: string | null; facts: OperationFacts }
  | ({ type: 'nemesis' } & InjectedFault)

/**
 * Writes a history into a file while it happens, and keeps nothing in memory until later: whoever records may die as well.
 * @param path of the file; what is there is of another run, and goes
 */
export function createHistoryWriter(path: string): (line: HistoryRecord) => void {
  writeFileSync(path, '')
  return (line) => appendFileSync(path, `${JSON.stringify(line)}\n`)
}

/**
 * @param write keeps a line
 * @param clock monotonic, in milliseconds
 */
export function createHistoryRecorder(write: (line: HistoryRecord) => void, clock: () => number): HistoryRecorder {
  let next = 1
  return {
    run: async (process, kind, facts, act) => {
      const id = next++
      const invokedAt = clock()
      write({ type: 'invoke', id, process, at: invokedAt, kind, facts })
      const done = await act(id).catch((error: unknown): OperationCompletion => ({
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

/** Reads a history from the file that it was recorded in. */
export function loadOperationHistory(path: string): OperationHistory {
  const texts = readFileSync(path, 'utf8').split('\n')
  return buildOperationHistory(texts.filter((text) => text !== '').map((text) => JSON.parse(text) as HistoryRecord))
}

/** The history that was recorded line by line. */
export function buildOperationHistory(lines: readonly HistoryRecord[]): OperationHistory {
  const operations = new Map<number, HistoryOperation>()
  const disturbances: InjectedFault[] = []
  for (const line of lines) {
    if (line.type === 'nemesis') disturbances.push({ at: line.at, what: line.what, of: line.of })
    else if (line.type === 'invoke') {
      const { id, process, kind, facts, at: invokedAt } = line
      operations.set(id, { id, process, kind, facts, invokedAt, completedAt: Infinity, outcome: 'info', code: null })
    } else {
      const invoked = operations.get(line.id)
      if (invoked === undefined) throw new Error(`Operation ${line.id} was completed and never invoked.`)
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
