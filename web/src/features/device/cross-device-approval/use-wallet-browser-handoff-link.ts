// A handoff link works only once, so it is requested on demand.
import { useCallback, useEffect, useState } from 'react'
import { callApi } from '../../../api/api-client.ts'
import type { ApiEndpointResult } from '../../../api/api-client.ts'
import { dispatchIfCrossDeviceCodeEnded } from './dispatch-if-cross-device-code-ended.ts'
import { moveCrossDeviceCodeToHistory } from './cross-device-code-history-state.ts'
import type { CrossDeviceApprovalStepProps } from './cross-device-approval-reducer.ts'

export interface WalletBrowserHandoffLinkState {
  /** Null while loading or unavailable. */
  readonly link: string | null
  readonly problem: (ApiEndpointResult<'handOverCrossDevice'> & { ok: false })['problem'] | null
  readonly again: () => void
}

export function useWalletBrowserHandoffLink(
  { asked: { code }, dispatch }: CrossDeviceApprovalStepProps,
  isNeeded: boolean,
): WalletBrowserHandoffLinkState {
  const [result, setResult] = useState<ApiEndpointResult<'handOverCrossDevice'> | null>(null)
  const take = useCallback(
    (answered: ApiEndpointResult<'handOverCrossDevice'>) => {
      if (dispatchIfCrossDeviceCodeEnded(answered, dispatch).ok) {
        moveCrossDeviceCodeToHistory(code)
        dispatch({ type: 'passed-on' })
      }
      setResult(answered)
    },
    [code, dispatch],
  )
  const ask = useCallback(
    (signal?: AbortSignal) =>
      callApi('handOverCrossDevice', { body: { code } }).then((answered) =>
        signal?.aborted ? undefined : take(answered),
      ),
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
