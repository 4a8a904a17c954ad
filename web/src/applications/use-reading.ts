// What a page reads from the server before it can ask anything: under way, there, or refused.
import { useCallback, useEffect, useState } from 'react'
import type { CallAnswer } from '@countersign/api/calls'
import type { Problem } from '@countersign/api/problem'
import type { CallName } from '@countersign/api/routes'
import type { CallResult, ClientProblem } from '../api.ts'

export type Reading<Answer> =
  | { readonly at: 'reading' }
  | { readonly at: 'read'; readonly answer: Answer }
  | { readonly at: 'refused'; readonly problem: Problem | ClientProblem }

/**
 * Reads once, and again when asked to.
 * @param read the call; null where there is nothing to be read yet. It must stay the same function from one drawing to the next.
 */
export function useReading<Name extends CallName>(
  read: ((signal: AbortSignal) => Promise<CallResult<Name>>) | null,
): [reading: Reading<CallAnswer<Name>>, again: () => void] {
  const [reading, setReading] = useState<Reading<CallAnswer<Name>>>({ at: 'reading' })
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (read === null) return
    const leaving = new AbortController()
    read(leaving.signal).then((result) => {
      if (leaving.signal.aborted) return
      setReading(result.ok ? { at: 'read', answer: result.answer } : { at: 'refused', problem: result.problem })
    })
    return () => leaving.abort()
  }, [read, turn])
  const again = useCallback(() => {
    setReading({ at: 'reading' })
    setTurn((now) => now + 1)
  }, [])
  return [reading, again]
}
