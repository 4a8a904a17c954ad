import { useEffect, useState } from 'react'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { callAdminApi } from '../../api/admin-api-client.ts'
import { callApi } from '../../api/api-client.ts'
import { frontEndPagePaths } from '../../api/front-end-page-paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { InlineNotice } from '../../ui/InlineNotice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { formatPersonName } from '../../ui/format-person-name.ts'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { PublicPageLayout } from '../../ui/PublicPageLayout.tsx'
import { PageSection } from '../../ui/PageSection.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { useTranslations } from 'use-intl'

export function PublicHomeScreen() {
  const t = useTranslations()
  const here = useCurrentSessionResponse()
  const isUnowned = useNeedsSetup()
  const person = here?.person ?? null
  const name = person && formatPersonName(person)
  return (
    <PublicPageLayout>
      <div className="grid gap-8">
        <div className="grid gap-3">
          <PageHeading title={t('entrance.front.title')} className="text-display" />
          <p className="text-lead text-soft">{t('entrance.front.intro', { site: location.host })}</p>
        </div>
        {isUnowned && <SetupNotice />}
        <div className="grid gap-2">
          {person === null ? (
            <ButtonLink look={isUnowned ? 'quiet' : 'main'} href={frontEndPagePaths.signIn()}>
              {t('entrance.front.signIn')}
            </ButtonLink>
          ) : (
            <ButtonLink look={isUnowned ? 'quiet' : 'main'} href={frontEndPagePaths.account}>
              {t('entrance.front.account')}
            </ButtonLink>
          )}
          <p className="flex min-h-6 items-center gap-2 text-small text-soft">
            {person !== null && name !== null && (
              <>
                <PersonAvatar person={person} size={24} />
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  {t('entrance.front.signedInAs')} <span className="font-semibold text-ink">{name}</span>
                </span>
              </>
            )}
          </p>
        </div>
        <HowItWorks />
      </div>
    </PublicPageLayout>
  )
}

function SetupNotice() {
  const t = useTranslations()
  return (
    <InlineNotice title={t('entrance.front.setup.title')}>
      <p>{t('entrance.front.setup.text')}</p>
      <ButtonLink look="main" href={frontEndPagePaths.setup}>
        {t('entrance.front.setup.button')}
      </ButtonLink>
    </InlineNotice>
  )
}

const steps = ['choose', 'sign', 'in'] as const
const facts = ['cost', 'learns'] as const

function HowItWorks() {
  const t = useTranslations()
  return (
    <>
      <div className="border-t border-line pt-6">
        <PageSection title={t('entrance.front.howTitle')}>
          <ol className="grid gap-4">
            {steps.map((step, index) => (
              <li key={step} className="grid grid-cols-[2rem_1fr] gap-x-2">
                <span aria-hidden="true" className="font-serif text-title leading-none text-seal tabular-nums">
                  {index + 1}
                </span>
                <div>
                  <h3 className="font-sans font-semibold">{t(`entrance.front.steps.${step}.title`)}</h3>
                  <p className="text-small text-soft">{t(`entrance.front.steps.${step}.text`)}</p>
                </div>
              </li>
            ))}
          </ol>
        </PageSection>
      </div>
      <dl className="grid gap-4 border-t border-line pt-6">
        {facts.map((fact) => (
          <div key={fact}>
            <dt className="font-semibold">{t(`entrance.front.facts.${fact}.title`)}</dt>
            <dd className="text-small text-soft">{t(`entrance.front.facts.${fact}.text`)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-small">
        <TextLink href={frontEndPagePaths.inspector()}>{t('entrance.front.inspector')}</TextLink>
      </p>
      <p className="text-caption text-soft">{t('entrance.front.about')}</p>
    </>
  )
}

/** While the session is loading, or if it cannot be loaded, the page offers to sign in. */
function useCurrentSessionResponse(): ApiEndpointOutput<'readSession'> | null {
  const [here, setHere] = useState<ApiEndpointOutput<'readSession'> | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    void callApi('readSession', { signal: leaving.signal }).then((result) => setHere(result.ok ? result.answer : null))
    return () => leaving.abort()
  }, [])
  return here
}

function useNeedsSetup(): boolean {
  const [isUnowned, setIsUnowned] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    void callAdminApi('readSetup', { signal: leaving.signal }).then((result) =>
      setIsUnowned(result.ok && !result.answer.owned),
    )
    return () => leaving.abort()
  }, [])
  return isUnowned
}
