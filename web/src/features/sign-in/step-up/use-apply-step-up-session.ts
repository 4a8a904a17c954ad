// What a page does once a person has confirmed that it is them, wherever they did.
import { useCallback } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'

/** Takes the session of a step-up: it goes on under another id (THREATS P5). */
export function useApplyStepUpSession(): (signedIn: ApiEndpointOutput<'stepUp'>) => void {
  const client = useQueryClient()
  return useCallback(
    (signedIn) => {
      client.setQueryData(['session'], signedIn)
      void client.invalidateQueries({ queryKey: ['sessions'] })
    },
    [client],
  )
}
