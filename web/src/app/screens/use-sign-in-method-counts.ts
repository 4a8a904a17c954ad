// How many ways in somebody has who is signed in here. The page does not wait for it: who is not signed in, or cannot be
// asked for now, reads it all the same.
import { useEffect, useState } from 'react'
import { callApi } from '../../api/api-client.ts'

export interface SignInMethodCounts {
  wallets: number
  passkeys: number
}

/** Null for nobody, and as long as it is not known. */
export function useSignInMethodCounts(): SignInMethodCounts | null {
  const [ways, setWays] = useState<SignInMethodCounts | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    void fetchSignInMethodCounts(leaving.signal).then((read) => leaving.signal.aborted || setWays(read))
    return () => leaving.abort()
  }, [])
  return ways
}

async function fetchSignInMethodCounts(signal: AbortSignal): Promise<SignInMethodCounts | null> {
  const session = await callApi('readSession', { signal })
  // Both lists are refused to who is not signed in; asking for them would only fill the log with refusals.
  if (!session.ok || session.answer.person === null) return null
  const [wallets, passkeys] = await Promise.all([
    callApi('listWallets', { signal }),
    callApi('listPasskeys', { signal }),
  ])
  return wallets.ok && passkeys.ok
    ? { wallets: wallets.answer.items.length, passkeys: passkeys.answer.items.length }
    : null
}
