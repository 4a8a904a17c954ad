// Availability is only a hint, because the server decides when the name is chosen.
import { useEffect, useState } from 'react'
import type { ApiEndpointResponse } from '../../api/api-client.ts'
import { callApi } from '../../api/api-client.ts'
import { isUsername } from '@countersign/api/username-format'

type UsernameVerdict = ApiEndpointResponse<'checkUsername'>['verdict']

const debounceMs = 400

/** Null while unknown or rate-limited. `isKnown` means that there is nothing to check. */
export function useUsernameAvailability(name: string, isKnown: boolean): UsernameVerdict | null {
  const [answered, setAnswered] = useState<{ name: string; verdict: UsernameVerdict } | null>(null)
  const isUsable = isUsername(name)
  useEffect(() => {
    if (isKnown || !isUsable) return undefined
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      void callApi('checkUsername', { body: { name }, signal: leaving.signal }).then((result) =>
        setAnswered((before) => (result.ok ? { name, verdict: result.answer.verdict } : before)),
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [name, isKnown, isUsable])
  if (!isUsable) return name === '' ? null : 'unusable'
  return answered?.name === name ? answered.verdict : null
}
