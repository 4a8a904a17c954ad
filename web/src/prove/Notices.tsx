// What accompanies a state without standing in its way: no network, a clock that is wrong.
import { Notice } from '../ui/Notice.tsx'
import { useWords } from '../words/use-words.ts'
import type { State } from '../wallet/machine-state.ts'
import { ClockNotice } from './ClockNotice.tsx'

/** Messages tolerate this much; below it nothing is worth saying. */
const clockToleranceMilliseconds = 90_000

export function Notices({ state }: { state: State }) {
  const words = useWords()
  const ahead = state.clockAheadMilliseconds ?? 0
  const isWrong = Math.abs(ahead) > clockToleranceMilliseconds
  const isOffline = !state.isOnline && state.phase.at !== 'offline'
  if (!isWrong && !isOffline) return null
  return (
    <div className="grid gap-2">
      {isOffline && <Notice tone="attention" title={words.signIn.offlineNotice} />}
      {isWrong && <ClockNotice ahead={ahead} />}
    </div>
  )
}
