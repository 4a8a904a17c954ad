// What a person sees once they are signed out, by their own wish or because the session ended.
import { paths } from '../../paths.ts'
import { readSignedOutReason } from '../../read-address.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { PublicLayout } from '../../ui/PublicLayout.tsx'
import { useChapter } from '../../words/use-words.ts'

export function SignedOutScreen() {
  const words = useChapter('entrance').signedOut
  const reason = readSignedOutReason(location.search)
  const { title, text } = words[reason]
  return (
    <PublicLayout>
      <Message title={title} text={text}>
        <ButtonLink look="main" href={paths.signIn()}>
          {reason === 'erased' ? words.signInNew : words.signIn}
        </ButtonLink>
        <ButtonLink look="bare" href={paths.front}>
          {words.front}
        </ButtonLink>
      </Message>
    </PublicLayout>
  )
}
