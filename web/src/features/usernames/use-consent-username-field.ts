// The user name of somebody who is asked to share it and may have none yet: it is chosen with the same press that shares it, and before
// that, so that what is shared is there.
import { useEffect, useState } from 'react'
import type { ApiEndpointResponse, ApiEndpointResult } from '../../api/api-client.ts'
import { callApi } from '../../api/api-client.ts'

type UsernameResponse = ApiEndpointResponse<'readUsernames'>

export interface ConsentUsernameFieldState {
  /** Whether it is being read: a name is for ever, and nobody takes one before they have seen it. */
  readonly isReading: boolean
  /** Undefined as long as it was not read. */
  readonly names: UsernameResponse | undefined
  readonly value: string
  readonly setValue: (name: string) => void
  /** Chooses the name where there is none yet. A refusal is one of the press that it belongs to. */
  readonly chooseIfMissing: () => Promise<ApiEndpointResult<'readUsernames'>>
}

/** @param isAsked whether it is asked for at all; only then it is read */
export function useConsentUsernameField(isAsked: boolean): ConsentUsernameFieldState {
  const [reading, setReading] = useState<ApiEndpointResult<'readUsernames'>>()
  const [typed, setTyped] = useState<string | null>(null)

  useEffect(() => {
    if (!isAsked || reading !== undefined) return undefined
    const leaving = new AbortController()
    const read = async () => {
      const result = await callApi('readUsernames', { signal: leaving.signal })
      if (!leaving.signal.aborted) setReading(result)
    }
    void read()
    return () => leaving.abort()
  }, [isAsked, reading])

  const names = reading?.ok === true ? reading.answer : undefined
  const value = typed ?? names?.suggestions[0]?.name ?? ''
  return {
    isReading: isAsked && reading === undefined,
    names,
    value,
    setValue: setTyped,
    chooseIfMissing: async () => {
      const known = reading ?? (await callApi('readUsernames'))
      if (!known.ok) {
        // It is said, and read anew: the next press finds it shown.
        setReading(undefined)
        return known
      }
      if (known.answer.name !== null) return known
      const chosen = await callApi('chooseUsername', { body: { name: value } })
      // Another tab may have chosen one since. The same one is shared; another is shown first, for the next press.
      const now = chosen.ok ? chosen : await callApi('readUsernames')
      if (!now.ok || now.answer.name === null) return chosen
      setReading(now)
      return now.answer.name === value ? now : chosen
    },
  }
}
