// Asks the server what who has no wallet is offered here. Only such a person's page asks.
import { useEffect, useState } from 'react'
import { callFirst } from './call-first.ts'
import type { FirstWays } from './offered.ts'

/** Where the server does not say, nothing is offered: the operator may have taken everything out. */
const nothing: FirstWays = { namespaces: [], wallets: [], passkey: false }

/** @returns null as long as it is not known */
export function useFirstWays(): FirstWays | null {
  const [ways, setWays] = useState<FirstWays | null>(null)
  useEffect(() => {
    const over = new AbortController()
    const read = async () => {
      const result = await callFirst('readFirstWays', { signal: over.signal })
      if (!over.signal.aborted) setWays(result.ok ? result.answer : nothing)
    }
    void read()
    return () => over.abort()
  }, [])
  return ways
}
