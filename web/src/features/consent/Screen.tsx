// What an application wants to know, item by item, before it learns any of it.
import { useCallback, useEffect } from 'react'
import { call } from '../../api/api.ts'
import { useAccents } from '../applications/use-accents.ts'
import { Unusable } from '../applications/Unusable.tsx'
import { useReading } from '../applications/use-reading.ts'
import { reloadWhenRestored } from '../../api/leave.ts'
import { paths, readInteractionId } from '../../api/paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { PublicLayout } from '../../ui/PublicLayout.tsx'
import { askedLanguage } from '../../i18n/language.ts'
import { useTranslations } from 'use-intl'
import { ConsentDocument } from './ConsentDocument.tsx'
import { Band } from '../../ui/Band.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Sheet } from '../../ui/Section.tsx'

export function ConsentScreen() {
  const t = useTranslations()
  // An address without an interaction is asked about all the same: the server's answer is the right one.
  const id = readInteractionId(location.search) ?? '-'
  const [interaction, readAgain] = useReading(
    useCallback((signal: AbortSignal) => call('readInteraction', { params: { id }, signal }), [id]),
  )
  const [session, readSessionAgain] = useReading(
    useCallback((signal: AbortSignal) => call('readSession', { signal }), []),
  )
  const signIn = paths.signInFor(id, askedLanguage(location.search) ?? undefined)
  const isSignedOut = session.at === 'read' && session.answer.session === null
  const mustSignIn = interaction.at === 'read' && (isSignedOut || interaction.answer.prompt === 'sign-in')

  useAccents(interaction.at === 'read' ? interaction.answer.accents : undefined)
  useEffect(reloadWhenRestored, [])
  useEffect(() => {
    if (mustSignIn) location.replace(signIn)
  }, [mustSignIn, signIn])

  const refused = interaction.at === 'refused' ? interaction : session.at === 'refused' ? session : null
  if (refused) {
    const retry = () => {
      readAgain()
      readSessionAgain()
    }
    return (
      <Unusable problem={refused.problem} onRetry={retry}>
        <ButtonLink href={paths.account}>{t('applications.unusable.account')}</ButtonLink>
        <ButtonLink look="bare" href={paths.front}>
          {t('applications.unusable.front')}
        </ButtonLink>
      </Unusable>
    )
  }
  const here = session.at === 'read' ? session.answer.person : null
  return (
    <PublicLayout>
      {interaction.at === 'read' && here && !mustSignIn ? (
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
    <Sheet className="overflow-hidden">
      <Band className="text-seal opacity-45" />
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
    </Sheet>
  )
}
