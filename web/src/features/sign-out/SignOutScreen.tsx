// An application asks to sign the person out (OpenID Connect RP-Initiated Logout §2): only the person decides.
import { useCallback, useEffect } from 'react'
import type { Application } from '@countersign/api/calls'
import { call } from '../../api/api.ts'
import { LogoOrRosette } from '../applications/LogoOrRosette.tsx'
import { DecisionFailed } from '../applications/DecisionFailed.tsx'
import { shownName } from '../applications/shown-name.ts'
import { Unusable } from '../applications/Unusable.tsx'
import { useDecision } from '../applications/use-decision.ts'
import { useReading } from '../applications/use-reading.ts'
import { leaveFor, reloadWhenRestored } from '../../api/leave.ts'
import { paths } from '../../api/paths.ts'
import { readSignOutRequestId } from '../../api/read-address.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { PublicLayout } from '../../ui/PublicLayout.tsx'
import { useTranslations } from 'use-intl'

export function SignOutScreen() {
  const t = useTranslations()
  const id = readSignOutRequestId(location.search) ?? '-'
  const [request, readAgain] = useReading(
    useCallback((signal: AbortSignal) => call('readSignOutRequest', { params: { id }, signal }), [id]),
  )
  const [session] = useReading(useCallback((signal: AbortSignal) => call('readSession', { signal }), []))
  useEffect(reloadWhenRestored, [])
  if (request.at === 'refused') {
    return (
      <Unusable problem={request.problem} onRetry={readAgain}>
        <ButtonLink href={paths.account}>{t('applications.unusable.account')}</ButtonLink>
        <ButtonLink look="bare" href={paths.front}>
          {t('applications.unusable.front')}
        </ButtonLink>
      </Unusable>
    )
  }
  return (
    <PublicLayout>
      <Question
        id={id}
        application={request.at === 'read' ? request.answer.application : null}
        isRead={request.at === 'read' && session.at !== 'reading'}
        isSignedOut={session.at === 'read' && session.answer.session === null}
      />
    </PublicLayout>
  )
}

interface QuestionProps {
  id: string
  application: Application | null
  /** Whether it is known who asks and who is signed in. */
  isRead: boolean
  isSignedOut: boolean
}

function Question({ id, application, isRead, isSignedOut }: QuestionProps) {
  const t = useTranslations()
  const { busy, problem, decide } = useDecision<'confirm'>()
  const asks = application
    ? t('applications.signOut.asks', { application: shownName(application) })
    : t('applications.signOut.asksUnnamed')
  return (
    <div className="grid gap-6">
      <PageHeading
        title={
          isSignedOut
            ? t('applications.signOut.alreadyTitle')
            : t('applications.signOut.title', { site: location.host })
        }
        className="text-display [overflow-wrap:anywhere]"
      />
      <div className="flex min-h-12 items-center gap-4">
        {application && <LogoOrRosette application={application} size={48} />}
        <p className="min-w-0 text-lead text-soft [overflow-wrap:anywhere]">{isRead && asks}</p>
      </div>
      <p>{isSignedOut ? t('applications.signOut.alreadyText') : t('applications.signOut.everywhere')}</p>
      <DecisionFailed problem={problem} signIn={paths.signIn()} />
      <div className="grid gap-2">
        <Button
          look="main"
          busyLabel={busy ? t('applications.signOut.confirming') : isRead ? undefined : t('ui.loading')}
          onClick={() =>
            decide(
              'confirm',
              () => call('confirmSignOut', { params: { id } }),
              ({ next }) => leaveFor(next),
            )
          }
        >
          {isSignedOut ? t('applications.signOut.goOn') : t('applications.signOut.confirm')}
        </Button>
        {!isSignedOut && <ButtonLink href={paths.account}>{t('applications.signOut.stay')}</ButtonLink>}
      </div>
    </div>
  )
}
