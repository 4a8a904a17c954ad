// The user name of somebody who is asked to share it and may have none yet: it is chosen with the same press that shares it, and before
// that, so that what is shared is there.
import { useEffect, useRef, useState } from 'react'
import type { Answered, CallResult } from '../api.ts'
import { call } from '../api.ts'

type Names = Answered<'readUserNames'>

export interface FirstUserName {
  /** Undefined while it is being read. */
  readonly names: Names | undefined
  readonly value: string
  readonly setValue: (name: string) => void
  /** Chooses the name where there is none yet. A refusal is one of the press that it belongs to. */
  readonly ensure: () => Promise<CallResult<'readUserNames'>>
}

/** @param isAsked whether it is asked for at all; only then it is read */
export function useFirstUserName(isAsked: boolean): FirstUserName {
  // A press can come before the answer, and waits for it then.
  const reading = useRef<Promise<CallResult<'readUserNames'>> | null>(null)
  const [names, setNames] = useState<Names>()
  const [typed, setTyped] = useState<string | null>(null)

  useEffect(() => {
    if (!isAsked) return undefined
    const leaving = new AbortController()
    const asked = call('readUserNames', { signal: leaving.signal })
    reading.current = asked
    void asked.then((result) => setNames((before) => (result.ok && !leaving.signal.aborted ? result.answer : before)))
    return () => leaving.abort()
  }, [isAsked])

  const nameOf = (known: Names | undefined): string => typed ?? known?.proposals[0]?.name ?? ''
  return {
    names,
    value: nameOf(names),
    setValue: setTyped,
    ensure: async () => {
      const known = await (reading.current ??= call('readUserNames'))
      const result =
        known.ok && known.answer.name === null
          ? await call('chooseUserName', { body: { name: nameOf(known.answer) } })
          : known
      // What was chosen is not chosen again; what could not be read is read anew by the next press.
      if (result.ok) reading.current = Promise.resolve(result)
      else if (!known.ok) reading.current = null
      if (result.ok) setNames(result.answer)
      return result
    },
  }
}
