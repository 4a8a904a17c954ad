// Every browser in which a person is signed in, and the ways to end a session: one, or all but this one.
import { useState } from 'react'
import type { Session } from '@countersign/api/calls'
import { problemToSay, answerOf, leaveIfSignedOut } from '../../api/answers.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { useTranslations } from 'use-intl'
import { PagedList } from './PagedList.tsx'
import { useSessions } from './queries.ts'
import { SessionRow } from './SessionRow.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSensitiveCall } from '../sign-in/step-up/use-sensitive-call.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { focusPageHeading } from '../../ui/focus-page-heading.ts'
import { deviceWords } from '../../ui/device-words.ts'

export function SessionsScreen() {
  const t = useTranslations()
  const sessions = useSessions()
  const end = useEndSession()
  const problem = problemToSay(end.error)
  const items = sessions.data?.pages.flatMap((page) => page.items) ?? []
  const hasOthers = items.some((session) => !session.current)
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid gap-2">
        <PageHeading title={t('account.sessions.title')} />
        <p className="max-w-[60ch] text-soft">{t('sessionsScreen.intro')}</p>
      </div>
      {problem && <ErrorState problem={problem} />}
      {/* Above the list, which can be long. */}
      {hasOthers && <EndOthers />}
      <PagedList
        label={t('account.sessions.title')}
        query={sessions}
        empty={<EmptyState title={t('sessionsScreen.onlyThis')} />}
        renderRow={(session: Session) => (
          <SessionRow
            key={session.id}
            session={session}
            ending={end.isPending && end.variables.id === session.id}
            onEnd={() => end.mutate(session)}
          />
        )}
      />
      {sessions.data && !hasOthers && <p className="text-small text-soft">{t('sessionsScreen.onlyThis')}</p>}
    </div>
  )
}

function EndOthers() {
  const t = useTranslations()
  const [asking, setAsking] = useState(false)
  const endOthers = useEndOtherSessions()
  const problem = problemToSay(endOthers.error)
  return (
    <div className="grid justify-items-start gap-4">
      {problem && <ErrorState problem={problem} />}
      <Button
        look="danger"
        busyLabel={endOthers.isPending ? t('sessionsScreen.ending') : undefined}
        onClick={() => setAsking(true)}
      >
        {t('sessionsScreen.endOthers')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('sessionsScreen.confirmTitle')}
          confirmLabel={t('sessionsScreen.confirm')}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            endOthers.mutate()
          }}
        >
          <p>{t('sessionsScreen.confirmText')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

/** Ends one session. One that has ended by itself meanwhile counts as ended. */
function useEndSession() {
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
function useEndOtherSessions() {
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
