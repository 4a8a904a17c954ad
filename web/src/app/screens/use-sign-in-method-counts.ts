import { useEffect, useState } from 'react'
import { callApi } from '../../api/api-client.ts'

export interface SignInMethodCounts {
  wallets: number
  passkeys: number
}

/** Null while loading, or if no one is signed in. */
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
  // Without a session, both calls would be refused and would only fill the log.
  if (!session.ok || session.answer.person === null) return null
  const [wallets, passkeys] = await Promise.all([
    callApi('listWallets', { signal }),
    callApi('listPasskeys', { signal }),
  ])
  return wallets.ok && passkeys.ok
    ? { wallets: wallets.answer.items.length, passkeys: passkeys.answer.items.length }
    : null
}
