// The tokens of a test login are already revoked and never reach the browser.
import { translateKnownServerCode } from '../../../i18n/ui-translation-functions.ts'
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { formatApplicationName } from '../../applications/format-application-name.ts'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { InlineNotice } from '../../../ui/InlineNotice.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { formatDateTime } from '../../../ui/format-time.ts'
import { PageSection, Card } from '../../../ui/PageSection.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { DescriptionItem, DescriptionList } from '../DescriptionList.tsx'
import { useAdminQuery } from '../admin-query-hooks.ts'
import { useItemIdFromUrlPath } from '../master-detail/admin-url-state.ts'
import { ClaimsTable } from './ClaimsTable.tsx'

type TestLogin = AdminApiEndpointOutput<'readTestLogin'>

export function ApplicationTestLoginResultScreen() {
  const t = useTranslations()
  const id = useItemIdFromUrlPath()
  const tried = useAdminQuery('readTestLogin', { params: { id } })
  const { data } = tried
  const application = useAdminQuery(
    'readApplication',
    { params: { application: data?.application ?? '' } },
    { enabled: data !== undefined },
  )
  const name = application.data ? formatApplicationName(application.data) : (data?.application ?? '')
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="grid justify-items-start gap-2">
        <AdminPageLink href={data ? adminPagePaths.application(data.application) : adminPagePaths.applications()}>
          {t('adminTries.back', { application: name })}
        </AdminPageLink>
        <PageHeading
          className="min-w-0 text-title [overflow-wrap:anywhere]"
          title={data ? t('adminTries.title', { application: name }) : t('adminTries.heading')}
        />
      </div>
      {tried.error && <LoadErrorPanel problem={tried.error.problem} onRetry={() => void tried.refetch()} />}
      {data ? <TestLoginResult id={id} tried={data} /> : !tried.error && <SkeletonRows rows={6} />}
    </div>
  )
}

function TestLoginResult({ id, tried }: { id: string; tried: TestLogin }) {
  const t = useTranslations()
  const { state, idToken, accessToken, userinfo } = tried
  return (
    <>
      {state === 'waiting' && <WaitingForTestLogin id={id} />}
      {state === 'refused' && <TestLoginError tried={tried} />}
      {state === 'done' && (
        <InlineNotice tone="verified" title={t('adminTries.done.title')}>
          <p>{t('adminTries.done.text')}</p>
        </InlineNotice>
      )}
      <TestLoginRequest tried={tried} />
      {idToken && (
        <PageSection title={t('adminTries.idToken.title')}>
          <ClaimsTable label={t('adminTries.idToken.title')} claims={idToken.claims} descriptions="claims">
            <p className="max-w-[60ch] text-soft">{t('adminTries.idToken.text')}</p>
          </ClaimsTable>
          <ClaimsTable label={t('adminTries.idToken.header')} claims={idToken.header} descriptions="headers">
            <h3 className="font-semibold">{t('adminTries.idToken.header')}</h3>
          </ClaimsTable>
        </PageSection>
      )}
      {state === 'done' && (
        <PageSection title={t('adminTries.userinfo.title')}>
          {userinfo ? (
            <ClaimsTable label={t('adminTries.userinfo.title')} claims={userinfo} descriptions="claims">
              <p className="max-w-[60ch] text-soft">{t('adminTries.userinfo.text')}</p>
            </ClaimsTable>
          ) : (
            <p>{t('adminTries.userinfo.failed')}</p>
          )}
        </PageSection>
      )}
      {accessToken && (
        <PageSection title={t('adminTries.accessToken.title')}>
          <p className="max-w-[60ch] text-soft">
            {t('adminTries.accessToken.text', {
              minutes: t('adminTries.minutes', { count: Math.round(accessToken.expiresIn / 60) }),
            })}
          </p>
        </PageSection>
      )}
    </>
  )
}

function WaitingForTestLogin({ id }: { id: string }) {
  const t = useTranslations()
  useAdminQuery('readTestLogin', { params: { id } }, { everyMs: 2000 })
  return (
    <InlineNotice title={t('adminTries.waiting.title')}>
      <p>{t('adminTries.waiting.text')}</p>
    </InlineNotice>
  )
}

function TestLoginError({ tried: { error } }: { tried: TestLogin }) {
  const t = useTranslations()
  const code = error?.error ?? ''
  const say = (part: 'title' | 'text') =>
    translateKnownServerCode(t, 'adminTries.refusals', `${code}.${part}`) ?? t(`adminTries.otherRefusal.${part}`)
  return (
    <InlineNotice tone="failure" title={say('title')}>
      <p>{say('text')}</p>
      <p>
        {t('adminTries.told')}:{' '}
        <code className="font-mono [overflow-wrap:anywhere]">
          {error?.description == null ? code : `${code} – ${error.description}`}
        </code>
      </p>
    </InlineNotice>
  )
}

function TestLoginRequest({
  tried: { application, requestedScopes: asked, scopes, state, expiresAt },
}: {
  tried: TestLogin
}) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  const list = (names: readonly string[]) =>
    names.length === 0 ? t('adminTries.facts.none') : <code className="font-mono text-small">{names.join(' ')}</code>
  return (
    <PageSection title={t('adminTries.facts.title')}>
      <Card className="px-4 py-4 sm:px-5">
        <DescriptionList>
          <DescriptionItem label={t('adminTries.facts.application')}>
            <code className="font-mono text-small [overflow-wrap:anywhere] select-all">{application}</code>
          </DescriptionItem>
          <DescriptionItem label={t('adminTries.facts.asked')}>{list(asked)}</DescriptionItem>
          {state === 'done' && <DescriptionItem label={t('adminTries.facts.given')}>{list(scopes)}</DescriptionItem>}
          <DescriptionItem label={t('adminTries.facts.expires')}>
            <time dateTime={expiresAt}>{formatDateTime(Date.parse(expiresAt), locale)}</time>
            <span className="block text-caption text-soft">{t('adminTries.facts.expiresText')}</span>
          </DescriptionItem>
        </DescriptionList>
        <p className="mt-4">
          <AdminPageLink href={adminPagePaths.application(application, 'connect')}>
            {t('adminTries.again')}
          </AdminPageLink>
        </p>
      </Card>
    </PageSection>
  )
}
