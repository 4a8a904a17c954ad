import { useState } from 'react'
import type { ApiSession } from '@countersign/api/api-endpoints'
import { getDisplayableApiProblem, unwrapApiResult, redirectOnSessionError } from '../../api/query-client.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { EmptyListPanel } from '../../ui/EmptyListPanel.tsx'
import { LoadErrorPanel } from '../../ui/LoadErrorPanel.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { useTranslations } from 'use-intl'
import { PagedCardList } from './PagedCardList.tsx'
import { useOwnSessions } from './account-query-hooks.ts'
import { OwnSessionListRow } from './OwnSessionListRow.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallApiWithStepUp } from '../sign-in/step-up/use-call-api-with-step-up.ts'
import { useAnnounce } from '../../ui/ScreenReaderAnnouncer.tsx'
import { focusPageHeading } from '../../ui/focus-page-heading.ts'
import { describeUserAgent } from '../../ui/describe-user-agent.ts'

export function OwnSessionsScreen() {
  const t = useTranslations()
  const sessions = useOwnSessions()
  const end = useEndSession()
  const problem = getDisplayableApiProblem(end.error)
  const items = sessions.data?.pages.flatMap((page) => page.items) ?? []
  const hasOthers = items.some((session) => !session.current)
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid gap-2">
        <PageHeading title={t('account.sessions.title')} />
        <p className="max-w-[60ch] text-soft">{t('sessionsScreen.intro')}</p>
      </div>
      {problem && <LoadErrorPanel problem={problem} />}
      {/* Above the list, because it can be long. */}
      {hasOthers && <EndOtherSessionsButton />}
      <PagedCardList
        label={t('account.sessions.title')}
        query={sessions}
        empty={<EmptyListPanel title={t('sessionsScreen.onlyThis')} />}
        renderRow={(session: ApiSession) => (
          <OwnSessionListRow
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

function EndOtherSessionsButton() {
  const t = useTranslations()
  const [asking, setAsking] = useState(false)
  const endOthers = useEndOtherSessions()
  const problem = getDisplayableApiProblem(endOthers.error)
  return (
    <div className="grid justify-items-start gap-4">
      {problem && <LoadErrorPanel problem={problem} />}
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

function useEndSession() {
  const t = useTranslations()
  const sensitiveCall = useCallApiWithStepUp()
  const finish = useRefreshAndAnnounce()
  return useMutation({
    mutationFn: async (session: ApiSession) => {
      const result = await sensitiveCall('endSession', { params: { id: session.id } })
      if (!result.ok && result.problem.code === 'session.not_found') return undefined
      return unwrapApiResult(result)
    },
    onSuccess: (_, session) => finish(t('sessionsScreen.ended', { device: describeUserAgent(t, session.userAgent) })),
    onError: redirectOnSessionError,
  })
}

function useEndOtherSessions() {
  const t = useTranslations()
  const sensitiveCall = useCallApiWithStepUp()
  const finish = useRefreshAndAnnounce()
  return useMutation({
    mutationFn: async () => unwrapApiResult(await sensitiveCall('endOtherSessions')),
    onSuccess: ({ ended }) => finish(t('sessionsScreen.othersEnded', { count: ended })),
    onError: redirectOnSessionError,
  })
}

function useRefreshAndAnnounce(): (sentence: string) => Promise<void> {
  const client = useQueryClient()
  const announce = useAnnounce()
  return async (sentence) => {
    await client.invalidateQueries({ queryKey: ['sessions'] })
    focusPageHeading()
    announce(sentence)
  }
}
