// What a person decides with a button: sent once, however often it is pressed, and shown on the button while it is under
// way. A refusal is shown and read out; the buttons can then be pressed again.
import { useRef, useState } from 'react'
import type { ProblemDetails } from '@countersign/api/problem-details-schema'
import type { ApiEndpointName } from '@countersign/api/api-route-paths'
import type { ApiEndpointResponse, ApiEndpointResult, HttpConnectionProblem } from '../../api/api-client.ts'

interface DecisionState<Choice extends string> {
  /** What was decided and is under way. */
  readonly busy: Choice | null
  readonly problem: ProblemDetails | HttpConnectionProblem | null
  /** Sends a decision. Where it succeeds the page goes on as it says, and the buttons stay as they are. */
  readonly decide: <Name extends ApiEndpointName>(
    choice: Choice,
    send: () => Promise<ApiEndpointResult<Name>>,
    onSuccess: (answer: ApiEndpointResponse<Name>) => void,
  ) => Promise<void>
}

export function useSubmitChoiceOnce<Choice extends string>(): DecisionState<Choice> {
  const [busy, setBusy] = useState<Choice | null>(null)
  const [problem, setProblem] = useState<ProblemDetails | HttpConnectionProblem | null>(null)
  const isSent = useRef(false)
  return {
    busy,
    problem,
    async decide(choice, send, onSuccess) {
      // A reference and not the state: a second click can come before the page is drawn anew.
      if (isSent.current) return
      isSent.current = true
      setBusy(choice)
      setProblem(null)
      const result = await send()
      if (result.ok) return onSuccess(result.answer)
      isSent.current = false
      setBusy(null)
      setProblem(result.problem)
    },
  }
}
