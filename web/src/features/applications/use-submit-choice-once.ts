// Submits a decision once, however often its button is pressed. A refused decision can be retried.
import { useRef, useState } from 'react'
import type { ProblemDetails } from '@countersign/api/problem-details-schema'
import type { ApiEndpointName } from '@countersign/api/api-route-paths'
import type { ApiEndpointResponse, ApiEndpointResult, HttpConnectionProblem } from '../../api/api-client.ts'

interface DecisionState<Choice extends string> {
  readonly busy: Choice | null
  readonly problem: ProblemDetails | HttpConnectionProblem | null
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
      // A ref, because a second click can precede the next render.
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
