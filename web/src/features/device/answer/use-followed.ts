// Follows, as long as anything can still change elsewhere, how far the other browser is.
import { useEffect, useState } from 'react'
import type { Problem } from '@countersign/api/problem'
import { callCrossDevice } from '../../sign-in/cross-device/cross-device-api.ts'
import type { ClientProblem } from '../../../api/api.ts'
import { follow } from './follow.ts'
import { isLive } from './stage.ts'
import type { Asked, Event, Stage } from './stage.ts'

/** @returns what keeps this page from knowing; null where nothing does */
export function useFollowed(
  { code, state }: Asked,
  stage: Stage,
  dispatch: (event: Event) => void,
): Problem | ClientProblem | null {
  const [trouble, setTrouble] = useState<Problem | ClientProblem | null>(null)
  const isFollowing = isLive(stage)
  useEffect(() => {
    if (!isFollowing) return
    const leaving = new AbortController()
    const { signal } = leaving
    // Whoever comes back to what is done already asks until when that lasts.
    void follow(state === 'taken' ? undefined : state, {
      now: () => Date.now(),
      wait: (milliseconds) => waitFor(milliseconds, signal),
      ask: (known) => callCrossDevice('followCrossDevice', { body: { code, ...(known && { state: known }) }, signal }),
      onTold: (followed) => dispatch({ type: 'told', ...followed }),
      onOver: () => dispatch({ type: 'over' }),
      onTrouble: setTrouble,
      signal,
    })
    return () => leaving.abort()
  }, [isFollowing, code, state, dispatch])
  return trouble
}

/** Resolves after a time, once there is a network again, or once the signal ends it. */
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
