// One act on many people, step by step: looking who can be meant, the question, doing it, and what came of it.
import { useCallback, useEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { callAdmin } from '../../../api/admin-api.ts'
import { CallRefused } from '../../../api/answers.ts'
import { useSensitiveAdminCall } from '../queries.ts'
import { lookAt, runAll } from './run-bulk.ts'
import type { Act, ActName, Choice, Looked, Outcome } from './run-bulk.ts'

export type BulkState =
  /** Which group is not said yet. */
  | { step: 'choosing' }
  | { step: 'looking'; people: number }
  | { step: 'asking'; looked: Looked }
  | { step: 'running'; people: number; of: number }
  | { step: 'over'; outcome: Outcome }
  | { step: 'failed'; problem: CallRefused['problem'] }

/** The questions whose answers such an act changes. */
const changed = [
  'listPeople',
  'readPerson',
  'listPersonSessions',
  'listLiveSessions',
  'listEvents',
  'listGroups',
  'readGroup',
  'listGroupMembers',
] as const

/** Has read again what may be otherwise by now. */
export function useRefreshPeople(): () => Promise<unknown> {
  const client = useQueryClient()
  return useCallback(() => Promise.all(changed.map((name) => client.invalidateQueries({ queryKey: [name] }))), [client])
}

export function useBulk(act: ActName, choice: Choice) {
  const [state, setState] = useState<BulkState>({ step: 'choosing' })
  const sensitiveCall = useSensitiveAdminCall()
  const refresh = useRefreshPeople()
  const isStopped = useRef(false)
  const looking = useRef(new AbortController())

  const look = useCallback(
    async (group?: string) => {
      looking.current.abort()
      const own = new AbortController()
      looking.current = own
      setState({ step: 'looking', people: 0 })
      try {
        const asked = { act, ...(group !== undefined && { group }) }
        const looked = await lookAt(
          callAdmin,
          asked,
          choice,
          (people) => setState({ step: 'looking', people }),
          own.signal,
        )
        setState({ step: 'asking', looked })
      } catch (error) {
        if (own.signal.aborted) return
        if (!(error instanceof CallRefused)) throw error
        setState({ step: 'failed', problem: error.problem })
      }
    },
    [act, choice],
  )

  // Who closes the question asks no further.
  useEffect(() => () => looking.current.abort(), [])

  const run = async (what: Act, ids: readonly string[], before?: Outcome): Promise<Outcome> => {
    const asked = state
    isStopped.current = false
    setState({ step: 'running', people: 0, of: ids.length })
    const now = await runAll(
      sensitiveCall,
      what,
      ids,
      (people) => setState({ step: 'running', people, of: ids.length }),
      () => isStopped.current,
    )
    const outcome = before === undefined ? now : addUp(before, now)
    // Who puts away the question whether it is them is back where they were.
    if (outcome.done.length === 0 && outcome.problem?.code === 'network.cancelled') {
      setState(asked)
      return outcome
    }
    void refresh()
    setState({ step: 'over', outcome })
    return outcome
  }

  return { state, look, run, stop: () => void (isStopped.current = true) }
}

const addUp = (before: Outcome, now: Outcome): Outcome => ({
  ...now,
  done: [...before.done, ...now.done],
  ended: before.ended + now.ended,
  failed: [...before.failed, ...now.failed],
})
