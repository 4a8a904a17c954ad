// Whether a user name could be had, asked a moment after the last letter. It is help, not a decision: the server decides when the name is
// taken, and somebody can be faster.
import { useEffect, useState } from 'react'
import type { ApiEndpointResponse } from '../../api/api-client.ts'
import { callApi } from '../../api/api-client.ts'
import { isUsername } from '@countersign/api/username-format'

type UsernameVerdict = ApiEndpointResponse<'checkUsername'>['verdict']

const debounceMs = 400

/**
 * @param isKnown whether nothing has to be asked: nothing was typed, or the name is one that was proposed
 * @returns null while it is not known, also where too many were asked for
 */
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
