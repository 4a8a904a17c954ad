// Ending sessions: asks the server, looks at the list again, says what happened, and puts the focus where it is not
// lost with the row that goes. In a new browser the server wants a proof first (THREATS M17).
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Session } from '@countersign/api/calls'
import { answerOf, leaveIfSignedOut } from '../../answers.ts'
import { useSensitiveCall } from '../../step-up/use-sensitive-call.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { focusPageHeading } from '../../ui/focus-page-heading.ts'
import { useTranslations } from 'use-intl'
import { deviceWords } from '../../ui/device-words.ts'

/** Ends one session. One that has ended by itself meanwhile counts as ended. */
export function useEndSession() {
  const t = useTranslations()
  const sensitiveCall = useSensitiveCall()
  const finish = useFinish()
  return useMutation({
    mutationFn: async (session: Session) => {
      const result = await sensitiveCall('endSession', { params: { id: session.id } })
      if (!result.ok && result.problem.code === 'session.not_found') return undefined
      return answerOf(result)
    },
    onSuccess: (_, session) => finish(t('sessionsScreen.ended', { device: deviceWords(t, session.userAgent) })),
    onError: leaveIfSignedOut,
  })
}

/** Ends every session but this one. */
export function useEndOtherSessions() {
  const t = useTranslations()
  const sensitiveCall = useSensitiveCall()
  const finish = useFinish()
  return useMutation({
    mutationFn: async () => answerOf(await sensitiveCall('endOtherSessions')),
    onSuccess: ({ ended }) => finish(t('sessionsScreen.othersEnded', { count: ended })),
    onError: leaveIfSignedOut,
  })
}

function useFinish(): (sentence: string) => Promise<void> {
  const client = useQueryClient()
  const announce = useAnnounce()
  return async (sentence) => {
    await client.invalidateQueries({ queryKey: ['sessions'] })
    focusPageHeading()
    announce(sentence)
  }
}
