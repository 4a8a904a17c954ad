// What a person decides with a button: sent once, however often it is pressed, and shown on the button while it is under
// way. A refusal is shown and read out; the buttons can then be pressed again.
import { useRef, useState } from 'react'
import type { Problem } from '@countersign/api/problem'
import type { CallName } from '@countersign/api/routes'
import type { Answered, CallResult, ClientProblem } from '../../api/api.ts'

interface Decision<Choice extends string> {
  /** What was decided and is under way. */
  readonly busy: Choice | null
  readonly problem: Problem | ClientProblem | null
  /** Sends a decision. Where it succeeds the page goes on as it says, and the buttons stay as they are. */
  readonly decide: <Name extends CallName>(
    choice: Choice,
    send: () => Promise<CallResult<Name>>,
    goOn: (answer: Answered<Name>) => void,
  ) => Promise<void>
}

export function useDecision<Choice extends string>(): Decision<Choice> {
  const [busy, setBusy] = useState<Choice | null>(null)
  const [problem, setProblem] = useState<Problem | ClientProblem | null>(null)
  const isSent = useRef(false)
  return {
    busy,
    problem,
    async decide(choice, send, goOn) {
      // A reference and not the state: a second click can come before the page is drawn anew.
      if (isSent.current) return
      isSent.current = true
      setBusy(choice)
      setProblem(null)
      const result = await send()
      if (result.ok) return goOn(result.answer)
      isSent.current = false
      setBusy(null)
      setProblem(result.problem)
    },
  }
}
