// Watches for the person's coming back, as long as no wallet is there.
import { useEffect, useState } from 'react'
import { after } from '../prove/begin-proof.ts'
import type { RunningProof } from '../prove/begin-proof.ts'
import { createReturnWatch, holdForPasskey } from './look-again.ts'
import type { ReturnWatch } from './look-again.ts'

interface ReturnWatchProps extends Pick<RunningProof, 'discovery' | 'passkey'> {
  isPhone: boolean
  onReload: () => void
}

/** One for as long as no wallet is there: what is drawn anew meanwhile must not forget that a link was followed. */
export function useReturnWatch({ discovery, passkey, isPhone, onReload }: ReturnWatchProps): ReturnWatch {
  const [watch] = useState(() =>
    createReturnWatch({
      window,
      document,
      askAgain: discovery.askAgain,
      after,
      reload: onReload,
      takesExtensions: !isPhone,
    }),
  )
  useEffect(() => watch.start(), [watch])
  useEffect(() => passkey && holdForPasskey(watch, passkey), [watch, passkey])
  return watch
}
