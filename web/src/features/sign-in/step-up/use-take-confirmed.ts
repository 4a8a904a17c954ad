// What a page does once a person has confirmed that it is them, wherever they did.
import { useCallback } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { CallAnswer } from '@countersign/api/calls'

/** Takes the session of a step-up: it goes on under another id (THREATS P5). */
export function useTakeConfirmed(): (signedIn: CallAnswer<'stepUp'>) => void {
  const client = useQueryClient()
  return useCallback(
    (signedIn) => {
      client.setQueryData(['session'], signedIn)
      void client.invalidateQueries({ queryKey: ['sessions'] })
    },
    [client],
  )
}
