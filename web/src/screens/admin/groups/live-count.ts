// Who would match a rule, while it is being written: asked a moment after the last key, once for each rule (debounce). What was answered last
// stays until the next answer is there, and an answer to what no longer stands there never comes to be seen.
import type { AdminAnswer } from '@countersign/api/admin-calls'
import type { Problem } from '@countersign/api/problem'
import type { ClientProblem, ResultOf } from '../../../exchange.ts'
import type { RuleObject } from './rule-draft.ts'

type Preview = AdminAnswer<'previewRule'>
export type Question = { rule: RuleObject; live: boolean }

/** What is known. */
export interface Counted {
  /** Of the rule that stands there, or, while that is counted, of the one before. */
  preview: Preview | null
  problem: Problem | ClientProblem | null
  isCounting: boolean
}

export interface LiveCount {
  /** Says what stands there now; null where it is no rule. */
  write: (rule: RuleObject | null) => void
  /** Asks about it again: now, and of as many people as can be asked about. */
  lookAtMore: () => void
  /** Asks nothing any more. */
  stop: () => void
  getSnapshot: () => Counted
  subscribe: (listener: () => void) => () => void
}

interface World {
  ask: (question: Question, signal: AbortSignal) => Promise<ResultOf<Preview>>
  /** Does something after a while, unless it is taken back. */
  wait: (ms: number, act: () => void) => () => void
}

export const pauseMs = 400

export function createLiveCount({ ask, wait }: World): LiveCount {
  const listeners = new Set<() => void>()
  let counted: Counted = { preview: null, problem: null, isCounting: false }
  let written = ''
  let takeBack = () => {}
  const tell = (change: Partial<Counted>) => {
    counted = { ...counted, ...change }
    for (const listener of listeners) listener()
  }
  async function count(question: Question): Promise<void> {
    const asked = new AbortController()
    takeBack = () => asked.abort()
    tell({ isCounting: true })
    const result = await ask(question, asked.signal)
    if (asked.signal.aborted) return
    tell({
      isCounting: false,
      problem: result.ok ? null : result.problem,
      preview: result.ok ? result.answer : counted.preview,
    })
  }
  return {
    write: (rule) => {
      const text = rule === null ? '' : JSON.stringify(rule)
      if (text === written) return
      written = text
      takeBack()
      if (rule === null) return tell({ preview: null, problem: null, isCounting: false })
      tell({ problem: null, isCounting: true })
      takeBack = wait(pauseMs, () => void count({ rule, live: true }))
    },
    lookAtMore: () => {
      takeBack()
      if (written !== '') void count({ rule: JSON.parse(written) as RuleObject, live: false })
    },
    stop: () => {
      takeBack()
      written = ''
    },
    getSnapshot: () => counted,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
