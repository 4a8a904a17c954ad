import { useCallback, useEffect, useState } from 'react'
import type { ProblemDetails } from '@countersign/api/problem-details-schema'
import type { ApiEndpointName } from '@countersign/api/api-route-paths'
import type { ApiEndpointResponse, ApiEndpointResult, HttpConnectionProblem } from '../../api/api-client.ts'

export type ApiQueryState<Answer> =
  | { readonly at: 'loading' }
  | { readonly at: 'loaded'; readonly answer: Answer }
  | { readonly at: 'failed'; readonly problem: ProblemDetails | HttpConnectionProblem }

/** @param read must be the same function on every render */
export function useApiQuery<Name extends ApiEndpointName>(
  read: (signal: AbortSignal) => Promise<ApiEndpointResult<Name>>,
): [reading: ApiQueryState<ApiEndpointResponse<Name>>, again: () => void] {
  const [reading, setReading] = useState<ApiQueryState<ApiEndpointResponse<Name>>>({ at: 'loading' })
  useEffect(() => {
    const leaving = new AbortController()
    void read(leaving.signal).then((result) =>
      setReading((now) => (leaving.signal.aborted ? now : toApiQueryState(result))),
    )
    return () => leaving.abort()
  }, [read])
  const again = useCallback(() => {
    setReading({ at: 'loading' })
    void read(new AbortController().signal).then((result) => setReading(toApiQueryState(result)))
  }, [read])
  return [reading, again]
}

function toApiQueryState<Name extends ApiEndpointName>(
  result: ApiEndpointResult<Name>,
): ApiQueryState<ApiEndpointResponse<Name>> {
  return result.ok ? { at: 'loaded', answer: result.answer } : { at: 'failed', problem: result.problem }
}
