// Sign-out requested by an application (OpenID Connect RP-Initiated Logout §2). The person decides.
import { useCallback, useEffect } from 'react'
import type { ApiApplication } from '@countersign/api/api-endpoints'
import { callApi } from '../../api/api-client.ts'
import { ApplicationAvatar } from '../applications/ApplicationAvatar.tsx'
import { SubmittedChoiceErrorNotice } from '../applications/SubmittedChoiceErrorNotice.tsx'
import { formatApplicationName } from '../applications/format-application-name.ts'
import { FullPageApiError } from '../applications/FullPageApiError.tsx'
import { useSubmitChoiceOnce } from '../applications/use-submit-choice-once.ts'
import { useApiQuery } from '../applications/use-api-query.ts'
import { redirectToSafeUrlOrHome, reloadOnBfcacheRestore } from '../../api/safe-redirect.ts'
import { frontEndPagePaths } from '../../api/front-end-page-paths.ts'
import { parseSignOutRequestId } from '../../api/parse-front-end-page-query.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { PublicPageLayout } from '../../ui/PublicPageLayout.tsx'
import { useTranslations } from 'use-intl'

export function ConfirmSignOutScreen() {
  const t = useTranslations()
  const id = parseSignOutRequestId(location.search) ?? '-'
  const [request, readAgain] = useApiQuery(
    useCallback((signal: AbortSignal) => callApi('readSignOutRequest', { params: { id }, signal }), [id]),
  )
  const [session] = useApiQuery(useCallback((signal: AbortSignal) => callApi('readSession', { signal }), []))
  useEffect(reloadOnBfcacheRestore, [])
  if (request.at === 'failed') {
    return (
      <FullPageApiError problem={request.problem} onRetry={readAgain}>
        <ButtonLink href={frontEndPagePaths.account}>{t('applications.unusable.account')}</ButtonLink>
        <ButtonLink look="bare" href={frontEndPagePaths.home}>
          {t('applications.unusable.front')}
        </ButtonLink>
      </FullPageApiError>
    )
  }
  return (
    <PublicPageLayout>
      <SignOutQuestion
        id={id}
        application={request.at === 'loaded' ? request.answer.application : null}
        isRead={request.at === 'loaded' && session.at !== 'loading'}
        isSignedOut={session.at === 'loaded' && session.answer.session === null}
      />
    </PublicPageLayout>
  )
}

interface SignOutQuestionProps {
  id: string
  application: ApiApplication | null
  isRead: boolean
  isSignedOut: boolean
}

function SignOutQuestion({ id, application, isRead, isSignedOut }: SignOutQuestionProps) {
  const t = useTranslations()
  const { busy, problem, decide } = useSubmitChoiceOnce<'confirm'>()
  const asks = application
    ? t('applications.signOut.asks', { application: formatApplicationName(application) })
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
        {application && <ApplicationAvatar application={application} size={48} />}
        <p className="min-w-0 text-lead text-soft [overflow-wrap:anywhere]">{isRead && asks}</p>
      </div>
      <p>{isSignedOut ? t('applications.signOut.alreadyText') : t('applications.signOut.everywhere')}</p>
      <SubmittedChoiceErrorNotice problem={problem} signIn={frontEndPagePaths.signIn()} />
      <div className="grid gap-2">
        <Button
          look="main"
          busyLabel={busy ? t('applications.signOut.confirming') : isRead ? undefined : t('ui.loading')}
          onClick={() =>
            decide(
              'confirm',
              () => callApi('confirmSignOut', { params: { id } }),
              ({ next }) => redirectToSafeUrlOrHome(next),
            )
          }
        >
          {isSignedOut ? t('applications.signOut.goOn') : t('applications.signOut.confirm')}
        </Button>
        {!isSignedOut && <ButtonLink href={frontEndPagePaths.account}>{t('applications.signOut.stay')}</ButtonLink>}
      </div>
    </div>
  )
}
