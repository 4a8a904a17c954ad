// What an application wants to know, item by item, before it learns any of it.
import { useCallback, useEffect } from 'react'
import { callApi } from '../../api/api-client.ts'
import { useApplicationAccentColors } from '../applications/use-application-accent-colors.ts'
import { ApiErrorPage } from '../applications/ApiErrorPage.tsx'
import { useApiQuery } from '../applications/use-api-query.ts'
import { reloadOnBfcacheRestore } from '../../api/safe-redirect.ts'
import { sitePaths, parseInteractionId } from '../../api/site-paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { PublicLayout } from '../../ui/PublicLayout.tsx'
import { parseRequestedLanguage } from '../../i18n/language-negotiation.ts'
import { useTranslations } from 'use-intl'
import { ConsentDocument } from './ConsentDocument.tsx'
import { GuillocheBorder } from '../../ui/GuillocheBorder.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Card } from '../../ui/Section.tsx'

export function ConsentScreen() {
  const t = useTranslations()
  // An address without an interaction is asked about all the same: the server's answer is the right one.
  const id = parseInteractionId(location.search) ?? '-'
  const [interaction, readAgain] = useApiQuery(
    useCallback((signal: AbortSignal) => callApi('readInteraction', { params: { id }, signal }), [id]),
  )
  const [session, readSessionAgain] = useApiQuery(
    useCallback((signal: AbortSignal) => callApi('readSession', { signal }), []),
  )
  const signIn = sitePaths.applicationSignIn(id, parseRequestedLanguage(location.search) ?? undefined)
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
      <ApiErrorPage problem={refused.problem} onRetry={retry}>
        <ButtonLink href={sitePaths.account}>{t('applications.unusable.account')}</ButtonLink>
        <ButtonLink look="bare" href={sitePaths.home}>
          {t('applications.unusable.front')}
        </ButtonLink>
      </ApiErrorPage>
    )
  }
  const here = session.at === 'loaded' ? session.answer.person : null
  return (
    <PublicLayout>
      {interaction.at === 'loaded' && here && !mustSignIn ? (
        <ConsentDocument interaction={interaction.answer} person={here} signIn={signIn} />
      ) : (
        <ConsentPlaceholder />
      )}
    </PublicLayout>
  )
}

function ConsentPlaceholder() {
  const t = useTranslations()
  return (
    <Card className="overflow-hidden">
      <GuillocheBorder className="text-seal opacity-45" />
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
