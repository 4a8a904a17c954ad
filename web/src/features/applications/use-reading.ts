// What a page reads from the server before it can ask anything: under way, there, or refused.
import { useCallback, useEffect, useState } from 'react'
import type { Problem } from '@countersign/api/problem'
import type { CallName } from '@countersign/api/routes'
import type { Answered, CallResult, ClientProblem } from '../../api/api.ts'

export type Reading<Answer> =
  | { readonly at: 'reading' }
  | { readonly at: 'read'; readonly answer: Answer }
  | { readonly at: 'refused'; readonly problem: Problem | ClientProblem }

/**
 * Reads once, and again when asked to.
 * @param read the call. It must stay the same function from one drawing to the next.
 */
export function useReading<Name extends CallName>(
  read: (signal: AbortSignal) => Promise<CallResult<Name>>,
): [reading: Reading<Answered<Name>>, again: () => void] {
  const [reading, setReading] = useState<Reading<Answered<Name>>>({ at: 'reading' })
  useEffect(() => {
    const leaving = new AbortController()
    void read(leaving.signal).then((result) => setReading((now) => (leaving.signal.aborted ? now : toReading(result))))
    return () => leaving.abort()
  }, [read])
  const again = useCallback(() => {
    setReading({ at: 'reading' })
    void read(new AbortController().signal).then((result) => setReading(toReading(result)))
  }, [read])
  return [reading, again]
}

function toReading<Name extends CallName>(result: CallResult<Name>): Reading<Answered<Name>> {
  return result.ok ? { at: 'read', answer: result.answer } : { at: 'refused', problem: result.problem }
}
