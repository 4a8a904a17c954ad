// The address by which the browser inside a wallet goes on in place of this one. It is asked for once it is needed, because it works once.
import { useCallback, useEffect, useState } from 'react'
import { call } from '../../../api/api.ts'
import type { CallResult } from '../../../api/api.ts'
import { hearOver } from './hear-over.ts'
import { hidePassedOn } from './passed-on-code.ts'
import type { AnsweringPart } from './stage.ts'

export interface PassLink {
  /** Null as long as it is on its way, or cannot be had. */
  readonly link: string | null
  readonly problem: (CallResult<'passOnCrossDevice'> & { ok: false })['problem'] | null
  readonly again: () => void
}

/** @param isNeeded from when on it is asked for */
export function usePassLink({ asked: { code }, dispatch }: AnsweringPart, isNeeded: boolean): PassLink {
  const [result, setResult] = useState<CallResult<'passOnCrossDevice'> | null>(null)
  const take = useCallback(
    (answered: CallResult<'passOnCrossDevice'>) => {
      if (hearOver(answered, dispatch).ok) {
        hidePassedOn(code)
        dispatch({ type: 'passed-on' })
      }
      setResult(answered)
    },
    [code, dispatch],
  )
  const ask = useCallback(
    (signal?: AbortSignal) =>
      call('passOnCrossDevice', { body: { code } }).then((answered) => (signal?.aborted ? undefined : take(answered))),
    [code, take],
  )
  useEffect(() => {
    if (!isNeeded) return
    const leaving = new AbortController()
    void ask(leaving.signal)
    return () => leaving.abort()
  }, [isNeeded, ask])
  return {
    link: result?.ok ? result.answer.link : null,
    problem: result?.ok === false ? result.problem : null,
    again: () => void ask(),
  }
}
