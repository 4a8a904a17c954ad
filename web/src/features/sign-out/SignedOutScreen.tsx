// What a person sees once they are signed out, by their own wish or because the session ended.
import { useCallback } from 'react'
import { call } from '../../api/api.ts'
import { shownName } from '../applications/shown-name.ts'
import { useReading } from '../applications/use-reading.ts'
import { leadsAway } from '../../api/leave.ts'
import { paths } from '../../api/paths.ts'
import { readSignedOutApplication, readSignedOutReason } from '../../api/read-address.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { PublicLayout } from '../../ui/PublicLayout.tsx'
import { useTranslations } from 'use-intl'

export function SignedOutScreen() {
  const t = useTranslations()
  const reason = readSignedOutReason(location.search)
  const application = readSignedOutApplication(location.search)
  return (
    <PublicLayout>
      <Message title={t(`entrance.signedOut.${reason}.title`)} text={t(`entrance.signedOut.${reason}.text`)}>
        {application !== null && <BackToApplication id={application} />}
        <ButtonLink look={application === null ? 'main' : 'quiet'} href={paths.signIn()}>
          {reason === 'erased' ? t('entrance.signedOut.signInNew') : t('entrance.signedOut.signIn')}
        </ButtonLink>
        <ButtonLink look="bare" href={paths.front}>
          {t('entrance.signedOut.front')}
        </ButtonLink>
      </Message>
    </PublicLayout>
  )
}

/** The link to the home page of the application that the sign-out came from. The address is the server's, never one of this page's own address. */
function BackToApplication({ id }: { id: string }) {
  const t = useTranslations()
  const [home] = useReading(
    useCallback((signal: AbortSignal) => call('readApplicationHome', { query: { application: id }, signal }), [id]),
  )
  const application = home.at === 'read' ? home.answer.application : null
  if (!application?.uri || !leadsAway(application.uri, location.origin)) return null
  return (
    <ButtonLink look="main" href={application.uri} rel="noreferrer">
      {t('entrance.signedOut.back', { name: shownName(application) })}
    </ButtonLink>
  )
}
