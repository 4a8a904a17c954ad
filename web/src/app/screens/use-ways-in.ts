// How many ways in somebody has who is signed in here. The page does not wait for it: who is not signed in, or cannot be
// asked for now, reads it all the same.
import { useEffect, useState } from 'react'
import { call } from '../../api/api.ts'

export interface Ways {
  wallets: number
  passkeys: number
}

/** Null for nobody, and as long as it is not known. */
export function useWaysIn(): Ways | null {
  const [ways, setWays] = useState<Ways | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    void readWays(leaving.signal).then((read) => leaving.signal.aborted || setWays(read))
    return () => leaving.abort()
  }, [])
  return ways
}

async function readWays(signal: AbortSignal): Promise<Ways | null> {
  const session = await call('readSession', { signal })
  // Both lists are refused to who is not signed in; asking for them would only fill the log with refusals.
  if (!session.ok || session.answer.person === null) return null
  const [wallets, passkeys] = await Promise.all([call('listWallets', { signal }), call('listPasskeys', { signal })])
  return wallets.ok && passkeys.ok
    ? { wallets: wallets.answer.items.length, passkeys: passkeys.answer.items.length }
    : null
}
