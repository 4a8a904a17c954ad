import { useCallback } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'

/** The session continues with a new id (THREATS P5). */
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
