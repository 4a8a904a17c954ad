// Changes what the server keeps of who is signed in, shows what it answered, and says what happened.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { leaveIfSignedOut } from '../../api/answers.ts'
import type { CallRefused } from '../../api/answers.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'

interface OwnChange<Answer, Input> {
  /** Where the answer is kept. */
  key: string
  send: (input: Input) => Promise<Answer>
  /** The sentence that is said once it is so. */
  tell: (answer: Answer) => string
}

export function useOwnChange<Answer, Input = void>({ key, send, tell }: OwnChange<Answer, Input>) {
  const client = useQueryClient()
  const announce = useAnnounce()
  return useMutation<Answer, CallRefused, Input>({
    mutationFn: send,
    onSuccess: (answer) => {
      client.setQueryData([key], answer)
      announce(tell(answer))
    },
    onError: leaveIfSignedOut,
  })
}
