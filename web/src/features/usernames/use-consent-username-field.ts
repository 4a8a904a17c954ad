// The button that shares the username first saves the choice, if the person has no username yet.
import { useEffect, useState } from 'react'
import type { ApiEndpointResponse, ApiEndpointResult } from '../../api/api-client.ts'
import { callApi } from '../../api/api-client.ts'

type UsernameResponse = ApiEndpointResponse<'readUsernames'>

export interface ConsentUsernameFieldState {
  /** While the current username is loading, none can be chosen, because the choice is permanent. */
  readonly isReading: boolean
  readonly names: UsernameResponse | undefined
  readonly value: string
  readonly setValue: (name: string) => void
  /** Chooses the username if there is none. A refusal is shown like a refusal of the consent. */
  readonly chooseIfMissing: () => Promise<ApiEndpointResult<'readUsernames'>>
}

/** @param isAsked whether the username is requested and therefore needs to be loaded */
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
        setReading(undefined)
        return known
      }
      if (known.answer.name !== null) return known
      const chosen = await callApi('chooseUsername', { body: { name: value } })
      // Another tab may have chosen a different username, which must be shown first.
      const now = chosen.ok ? chosen : await callApi('readUsernames')
      if (!now.ok || now.answer.name === null) return chosen
      setReading(now)
      return now.answer.name === value ? now : chosen
    },
  }
}
