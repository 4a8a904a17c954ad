import { useEffect, useState } from 'react'
import type { ProblemDetails } from '@countersign/api/problem-details-schema'
import { callCrossDeviceApi } from '../../sign-in/cross-device/cross-device-api-client.ts'
import type { HttpConnectionProblem } from '../../../api/api-client.ts'
import { pollCrossDeviceRequest } from './poll-cross-device-request.ts'
import { isUnfinishedCrossDeviceApproval } from './cross-device-approval-reducer.ts'
import type {
  OpenedCrossDeviceRequest,
  CrossDeviceApprovalEvent,
  CrossDeviceApprovalPhase,
} from './cross-device-approval-reducer.ts'

export function usePollCrossDeviceRequest(
  { code, state }: OpenedCrossDeviceRequest,
  stage: CrossDeviceApprovalPhase,
  dispatch: (event: CrossDeviceApprovalEvent) => void,
): ProblemDetails | HttpConnectionProblem | null {
  const [trouble, setTrouble] = useState<ProblemDetails | HttpConnectionProblem | null>(null)
  const isFollowing = isUnfinishedCrossDeviceApproval(stage)
  useEffect(() => {
    if (!isFollowing) return
    const leaving = new AbortController()
    const { signal } = leaving
    // After a reload in `taken`, the time when the session ends must be fetched.
    void pollCrossDeviceRequest(state === 'taken' ? undefined : state, {
      now: () => Date.now(),
      wait: (milliseconds) => waitFor(milliseconds, signal),
      fetchStatus: (known) =>
        callCrossDeviceApi('followCrossDevice', { body: { code, ...(known && { state: known }) }, signal }),
      onStatus: (followed) => dispatch({ type: 'state-received', ...followed }),
      onEnded: () => dispatch({ type: 'code-ended' }),
      onError: setTrouble,
      signal,
    })
    return () => leaving.abort()
  }, [isFollowing, code, state, dispatch])
  return trouble
}

const waitFor = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const over = new AbortController()
    const end = () => {
      clearTimeout(timer)
      over.abort()
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    addEventListener('online', end, { signal: over.signal })
    signal.addEventListener('abort', end, { signal: over.signal })
  })
