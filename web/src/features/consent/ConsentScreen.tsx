import { useCallback, useEffect } from 'react'
import { callApi } from '../../api/api-client.ts'
import { useApplicationAccentColors } from '../applications/use-application-accent-colors.ts'
import { FullPageApiError } from '../applications/FullPageApiError.tsx'
import { useApiQuery } from '../applications/use-api-query.ts'
import { reloadOnBfcacheRestore } from '../../api/safe-redirect.ts'
import { frontEndPagePaths, parseOidcInteractionId } from '../../api/front-end-page-paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { PublicPageLayout } from '../../ui/PublicPageLayout.tsx'
import { parseLanguageParameter } from '../../i18n/browser-language-negotiation.ts'
import { useTranslations } from 'use-intl'
import { ConsentRequestForm } from './ConsentRequestForm.tsx'
import { DecorativeWaveBorder } from '../../ui/DecorativeWaveBorder.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Card } from '../../ui/PageSection.tsx'

export function ConsentScreen() {
  const t = useTranslations()
  // The request is sent even without an id, so that the page shows the server's error.
  const id = parseOidcInteractionId(location.search) ?? '-'
  const [interaction, readAgain] = useApiQuery(
    useCallback((signal: AbortSignal) => callApi('readInteraction', { params: { id }, signal }), [id]),
  )
  const [session, readSessionAgain] = useApiQuery(
    useCallback((signal: AbortSignal) => callApi('readSession', { signal }), []),
  )
  const signIn = frontEndPagePaths.applicationSignIn(id, parseLanguageParameter(location.search) ?? undefined)
  const isSignedOut = session.at === 'loaded' && session.answer.session === null
  const mustSignIn = interaction.at === 'loaded' && (isSignedOut || interaction.answer.prompt === 'sign-in')

  useApplicationAccentColors(interaction.at === 'loaded' ? interaction.answer.accents : undefined)
  useEffect(reloadOnBfcacheRestore, [])
  useEffect(() => {
    if (mustSignIn) location.replace(signIn)
  }, [mustSignIn, signIn])

  const refused = interaction.at === 'failed' ? interaction : session.at === 'failed' ? session : null
  if (refused) {
    const retry = () => {
      readAgain()
      readSessionAgain()
    }
    return (
      <FullPageApiError problem={refused.problem} onRetry={retry}>
        <ButtonLink href={frontEndPagePaths.account}>{t('applications.unusable.account')}</ButtonLink>
        <ButtonLink look="bare" href={frontEndPagePaths.home}>
          {t('applications.unusable.front')}
        </ButtonLink>
      </FullPageApiError>
    )
  }
  const here = session.at === 'loaded' ? session.answer.person : null
  return (
    <PublicPageLayout>
      {interaction.at === 'loaded' && here && !mustSignIn ? (
        <ConsentRequestForm interaction={interaction.answer} person={here} signIn={signIn} />
      ) : (
        <ConsentPlaceholder />
      )}
    </PublicPageLayout>
  )
}

function ConsentPlaceholder() {
  const t = useTranslations()
  return (
    <Card className="overflow-hidden">
      <DecorativeWaveBorder className="text-seal opacity-45" />
      <div className="sr-only">
        <PageHeading title={t('applications.consent.reading')} />
      </div>
      <div aria-hidden="true" className="skeleton grid min-h-120 content-start gap-5 px-5 py-6">
        <span className="size-16 rounded-full bg-sunk" />
        <span className="h-6 w-4/5 rounded-control bg-sunk" />
        <span className="h-4 w-3/5 rounded-control bg-sunk" />
        <span className="h-4 w-2/5 rounded-control bg-sunk" />
        <span className="h-4 w-3/5 rounded-control bg-sunk" />
      </div>
    </Card>
  )
}
