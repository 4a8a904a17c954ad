// Whether a user name could be had, asked a moment after the last letter. It is help, not a decision: the server decides when the name is
// taken, and somebody can be faster.
import { useEffect, useState } from 'react'
import type { Answered } from '../../api/api.ts'
import { call } from '../../api/api.ts'
import { isUserName } from '@countersign/api/user-names'

type Verdict = Answered<'checkUserName'>['verdict']

const pauseMs = 400

/**
 * @param isKnown whether nothing has to be asked: nothing was typed, or the name is one that was proposed
 * @returns null while it is not known, also where too many were asked for
 */
export function useVerdict(name: string, isKnown: boolean): Verdict | null {
  const [answered, setAnswered] = useState<{ name: string; verdict: Verdict } | null>(null)
  const isUsable = isUserName(name)
  useEffect(() => {
    if (isKnown || !isUsable) return undefined
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      void call('checkUserName', { body: { name }, signal: leaving.signal }).then((result) =>
        setAnswered((before) => (result.ok ? { name, verdict: result.answer.verdict } : before)),
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [name, isKnown, isUsable])
  if (!isUsable) return name === '' ? null : 'unusable'
  return answered?.name === name ? answered.verdict : null
}
