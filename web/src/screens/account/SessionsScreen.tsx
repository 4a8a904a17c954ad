// Every browser in which a person is signed in, and the ways to end a session: one, or all but this one.
import { useState } from 'react'
import type { Session } from '@countersign/api/calls'
import { problemToSay } from '../../answers.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { useTranslations } from 'use-intl'
import { PagedList } from './PagedList.tsx'
import { useSessions } from './queries.ts'
import { SessionRow } from './SessionRow.tsx'
import { useEndOtherSessions, useEndSession } from './end-sessions.ts'

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
