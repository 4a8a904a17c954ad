// Mutation helper: updates the cached response and announces the result.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { redirectOnSessionError } from '../../api/query-client.ts'
import type { ApiCallError } from '../../api/query-client.ts'
import { useAnnounce } from '../../ui/ScreenReaderAnnouncer.tsx'

interface AccountMutationOptions<Answer, Input> {
  queryKey: string
  send: (input: Input) => Promise<Answer>
  successMessage: (answer: Answer) => string
}

export function useAccountMutation<Answer, Input = void>({
  queryKey,
  send,
  successMessage,
}: AccountMutationOptions<Answer, Input>) {
  const client = useQueryClient()
  const announce = useAnnounce()
  return useMutation<Answer, ApiCallError, Input>({
    mutationFn: send,
    onSuccess: (answer) => {
      client.setQueryData([queryKey], answer)
      announce(successMessage(answer))
    },
    onError: redirectOnSessionError,
  })
}
