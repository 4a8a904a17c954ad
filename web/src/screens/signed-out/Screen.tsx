// What a person sees once they are signed out, by their own wish or because the session ended.
import { useCallback } from 'react'
import { call } from '../../api.ts'
import { shownName } from '../../applications/shown-name.ts'
import { useReading } from '../../applications/use-reading.ts'
import { leadsAway } from '../../leave.ts'
import { paths } from '../../paths.ts'
import { readSignedOutApplication, readSignedOutReason } from '../../read-address.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { PublicLayout } from '../../ui/PublicLayout.tsx'
import { useChapter } from '../../words/use-words.ts'

export function SignedOutScreen() {
  const words = useChapter('entrance').signedOut
  const reason = readSignedOutReason(location.search)
  const application = readSignedOutApplication(location.search)
  const { title, text } = words[reason]
  return (
    <PublicLayout>
      <Message title={title} text={text}>
        {application !== null && <BackToApplication id={application} />}
        <ButtonLink look={application === null ? 'main' : 'quiet'} href={paths.signIn()}>
          {reason === 'erased' ? words.signInNew : words.signIn}
        </ButtonLink>
        <ButtonLink look="bare" href={paths.front}>
          {words.front}
        </ButtonLink>
      </Message>
    </PublicLayout>
  )
}

/** The link to the home page of the application that the sign-out came from. The address is the server's, never one of this page's own address. */
function BackToApplication({ id }: { id: string }) {
  const words = useChapter('entrance').signedOut
  const [home] = useReading(
    useCallback((signal: AbortSignal) => call('readApplicationHome', { query: { application: id }, signal }), [id]),
  )
  const application = home.at === 'read' ? home.answer.application : null
  if (!application?.uri || !leadsAway(application.uri, location.origin)) return null
  return (
    <ButtonLink look="main" href={application.uri} rel="noreferrer">
      {words.back(shownName(application))}
    </ButtonLink>
  )
}
