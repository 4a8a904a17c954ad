import { useCallback } from 'react'
import { callApi } from '../../api/api-client.ts'
import { formatApplicationName } from '../applications/format-application-name.ts'
import { useApiQuery } from '../applications/use-api-query.ts'
import { isSafeRedirectUrl } from '../../api/safe-redirect.ts'
import { frontEndPagePaths } from '../../api/front-end-page-paths.ts'
import { parseSignedOutApplicationId, parseSignedOutReason } from '../../api/parse-front-end-page-query.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { FullPageNotice } from '../../ui/FullPageNotice.tsx'
import { PublicPageLayout } from '../../ui/PublicPageLayout.tsx'
import { useTranslations } from 'use-intl'

export function SignedOutScreen() {
  const t = useTranslations()
  const reason = parseSignedOutReason(location.search)
  const application = parseSignedOutApplicationId(location.search)
  return (
    <PublicPageLayout>
      <FullPageNotice title={t(`entrance.signedOut.${reason}.title`)} text={t(`entrance.signedOut.${reason}.text`)}>
        {application !== null && <BackToApplication id={application} />}
        <ButtonLink look={application === null ? 'main' : 'quiet'} href={frontEndPagePaths.signIn()}>
          {reason === 'erased' ? t('entrance.signedOut.signInNew') : t('entrance.signedOut.signIn')}
        </ButtonLink>
        <ButtonLink look="bare" href={frontEndPagePaths.home}>
          {t('entrance.signedOut.front')}
        </ButtonLink>
      </FullPageNotice>
    </PublicPageLayout>
  )
}

/** The URL comes from the server, never from this page's query. */
function BackToApplication({ id }: { id: string }) {
  const t = useTranslations()
  const [home] = useApiQuery(
    useCallback((signal: AbortSignal) => callApi('readApplicationHome', { query: { application: id }, signal }), [id]),
  )
  const application = home.at === 'loaded' ? home.answer.application : null
  if (!application?.uri || !isSafeRedirectUrl(application.uri, location.origin)) return null
  return (
    <ButtonLink look="main" href={application.uri} rel="noreferrer">
      {t('entrance.signedOut.back', { name: formatApplicationName(application) })}
    </ButtonLink>
  )
}
