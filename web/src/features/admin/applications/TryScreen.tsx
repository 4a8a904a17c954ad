// What a test login came to: what the application asked for, and what it would have been told, each claim with a word on it. The tokens
// themselves have ended by the time that this page is shown, and never were in the browser.
import { translateKnown } from '../../../i18n/translate.ts'
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { useLanguage } from '../../../i18n/use-language.ts'
import { adminPaths } from '../../../api/admin-paths.ts'
import { shownName } from '../../applications/shown-name.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { dayAndTime } from '../../../ui/relative-time.ts'
import { Section, Sheet } from '../../../ui/Section.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { useTranslations } from 'use-intl'
import { AdminLink } from '../workbench/AdminLink.tsx'
import { Fact, Facts } from '../Facts.tsx'
import { useAdminQuery } from '../queries.ts'
import { usePathId } from '../workbench/use-address.ts'
import { Claims } from './Claims.tsx'

type Tried = AdminAnswer<'readTry'>

export function TryScreen() {
  const t = useTranslations()
  const id = usePathId()
  const tried = useAdminQuery('readTry', { params: { id } })
  const { data } = tried
  const application = useAdminQuery(
    'readApplication',
    { params: { application: data?.application ?? '' } },
    { enabled: data !== undefined },
  )
  const name = application.data ? shownName(application.data) : (data?.application ?? '')
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="grid justify-items-start gap-2">
        <AdminLink href={data ? adminPaths.application(data.application) : adminPaths.applications()}>
          {t('adminTries.back', { application: name })}
        </AdminLink>
        <PageHeading
          className="min-w-0 text-title [overflow-wrap:anywhere]"
          title={data ? t('adminTries.title', { application: name }) : t('adminTries.heading')}
        />
      </div>
      {tried.error && <ErrorState problem={tried.error.problem} onRetry={() => void tried.refetch()} />}
      {data ? <Outcome id={id} tried={data} /> : !tried.error && <SkeletonRows rows={6} />}
    </div>
  )
}

function Outcome({ id, tried }: { id: string; tried: Tried }) {
  const t = useTranslations()
  const { state, idToken, accessToken, userinfo } = tried
  return (
    <>
      {state === 'waiting' && <Waiting id={id} />}
      {state === 'refused' && <Refused tried={tried} />}
      {state === 'done' && (
        <Notice tone="verified" title={t('adminTries.done.title')}>
          <p>{t('adminTries.done.text')}</p>
        </Notice>
      )}
      <Request tried={tried} />
      {idToken && (
        <Section title={t('adminTries.idToken.title')}>
          <Claims label={t('adminTries.idToken.title')} claims={idToken.claims} meanings="claims">
            <p className="max-w-[60ch] text-soft">{t('adminTries.idToken.text')}</p>
          </Claims>
          <Claims label={t('adminTries.idToken.header')} claims={idToken.header} meanings="headers">
            <h3 className="font-semibold">{t('adminTries.idToken.header')}</h3>
          </Claims>
        </Section>
      )}
      {state === 'done' && (
        <Section title={t('adminTries.userinfo.title')}>
          {userinfo ? (
            <Claims label={t('adminTries.userinfo.title')} claims={userinfo} meanings="claims">
              <p className="max-w-[60ch] text-soft">{t('adminTries.userinfo.text')}</p>
            </Claims>
          ) : (
            <p>{t('adminTries.userinfo.failed')}</p>
          )}
        </Section>
      )}
      {accessToken && (
        <Section title={t('adminTries.accessToken.title')}>
          <p className="max-w-[60ch] text-soft">
            {t('adminTries.accessToken.text', {
              minutes: t('adminTries.minutes', { count: Math.round(accessToken.expiresIn / 60) }),
            })}
          </p>
        </Section>
      )}
    </>
  )
}

/** Looks again and again: the sign-in goes on in another tab. */
function Waiting({ id }: { id: string }) {
  const t = useTranslations()
  useAdminQuery('readTry', { params: { id } }, { everyMs: 2000 })
  return (
    <Notice title={t('adminTries.waiting.title')}>
      <p>{t('adminTries.waiting.text')}</p>
    </Notice>
  )
}

function Refused({ tried: { error } }: { tried: Tried }) {
  const t = useTranslations()
  const code = error?.error ?? ''
  const say = (part: 'title' | 'text') =>
    translateKnown(t, 'adminTries.refusals', `${code}.${part}`) ?? t(`adminTries.otherRefusal.${part}`)
  return (
    <Notice tone="failure" title={say('title')}>
      <p>{say('text')}</p>
      <p>
        {t('adminTries.told')}:{' '}
        <code className="font-mono [overflow-wrap:anywhere]">
          {error?.description == null ? code : `${code} – ${error.description}`}
        </code>
      </p>
    </Notice>
  )
}

function Request({ tried: { application, asked, scopes, state, expiresAt } }: { tried: Tried }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const list = (names: readonly string[]) =>
    names.length === 0 ? t('adminTries.facts.none') : <code className="font-mono text-small">{names.join(' ')}</code>
  return (
    <Section title={t('adminTries.facts.title')}>
      <Sheet className="px-4 py-4 sm:px-5">
        <Facts>
          <Fact label={t('adminTries.facts.application')}>
            <code className="font-mono text-small [overflow-wrap:anywhere] select-all">{application}</code>
          </Fact>
          <Fact label={t('adminTries.facts.asked')}>{list(asked)}</Fact>
          {state === 'done' && <Fact label={t('adminTries.facts.given')}>{list(scopes)}</Fact>}
          <Fact label={t('adminTries.facts.expires')}>
            <time dateTime={expiresAt}>{dayAndTime(Date.parse(expiresAt), locale)}</time>
            <span className="block text-caption text-soft">{t('adminTries.facts.expiresText')}</span>
          </Fact>
        </Facts>
        <p className="mt-4">
          <AdminLink href={adminPaths.application(application, 'connect')}>{t('adminTries.again')}</AdminLink>
        </p>
      </Sheet>
    </Section>
  )
}
