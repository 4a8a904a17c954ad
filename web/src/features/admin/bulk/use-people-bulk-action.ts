import { useCallback, useEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { callAdminApi } from '../../../api/admin-api-client.ts'
import { ApiCallError } from '../../../api/query-client.ts'
import { useCallAdminApiWithStepUp } from '../admin-query-hooks.ts'
import { previewPeopleBulkAction, runPeopleBulkAction } from './run-people-bulk-action.ts'
import type {
  PeopleBulkAction,
  PeopleBulkActionName,
  PeopleBulkActionTarget,
  PeopleBulkActionPreview,
  PeopleBulkActionResult,
} from './run-people-bulk-action.ts'

export type PeopleBulkActionState =
  | { step: 'choosing' }
  | { step: 'looking'; people: number }
  | { step: 'asking'; looked: PeopleBulkActionPreview }
  | { step: 'running'; people: number; of: number }
  | { step: 'over'; outcome: PeopleBulkActionResult }
  | { step: 'failed'; problem: ApiCallError['problem'] }

const affectedCalls = [
  'listPeople',
  'readPerson',
  'readPersonSignInProblems',
  'listPersonSessions',
  'listLiveSessions',
  'listEvents',
  'listGroups',
  'readGroup',
  'listGroupMembers',
] as const

export function useRefetchPeople(): () => Promise<unknown> {
  const client = useQueryClient()
  return useCallback(
    () => Promise.all(affectedCalls.map((name) => client.invalidateQueries({ queryKey: [name] }))),
    [client],
  )
}

export function usePeopleBulkAction(act: PeopleBulkActionName, choice: PeopleBulkActionTarget) {
  const [state, setState] = useState<PeopleBulkActionState>({ step: 'choosing' })
  const sensitiveCall = useCallAdminApiWithStepUp()
  const refresh = useRefetchPeople()
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
        const looked = await previewPeopleBulkAction(
          callAdminApi,
          asked,
          choice,
          (people) => setState({ step: 'looking', people }),
          own.signal,
        )
        setState({ step: 'asking', looked })
      } catch (error) {
        if (own.signal.aborted) return
        if (!(error instanceof ApiCallError)) throw error
        setState({ step: 'failed', problem: error.problem })
      }
    },
    [act, choice],
  )

  useEffect(() => () => looking.current.abort(), [])

  const run = async (
    what: PeopleBulkAction,
    ids: readonly string[],
    before?: PeopleBulkActionResult,
  ): Promise<PeopleBulkActionResult> => {
    const asked = state
    isStopped.current = false
    setState({ step: 'running', people: 0, of: ids.length })
    const now = await runPeopleBulkAction(
      sensitiveCall,
      what,
      ids,
      (people) => setState({ step: 'running', people, of: ids.length }),
      () => isStopped.current,
    )
    const outcome = before === undefined ? now : mergeBulkResults(before, now)
    // A cancelled step-up leads back to the confirmation.
    if (outcome.succeeded.length === 0 && outcome.problem?.code === 'network.cancelled') {
      setState(asked)
      return outcome
    }
    void refresh()
    setState({ step: 'over', outcome })
    return outcome
  }

  return { state, look, run, stop: () => void (isStopped.current = true) }
}

const mergeBulkResults = (before: PeopleBulkActionResult, now: PeopleBulkActionResult): PeopleBulkActionResult => ({
  ...now,
  succeeded: [...before.succeeded, ...now.succeeded],
  endedSessions: before.endedSessions + now.endedSessions,
  failed: [...before.failed, ...now.failed],
})
