// Explains a code of the error catalogue to whoever was sent here with it. Only codes that the catalogue knows are
// shown, so that a link made elsewhere cannot put words on this page.
import { paths, readErrorCode } from '../../paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { errorWords } from '../../ui/problem-words.ts'
import { PublicLayout } from '../../ui/PublicLayout.tsx'
import { useWords } from '../../words/use-words.ts'

export function ErrorScreen() {
  const words = useWords()
  const code = readErrorCode(location.search)
  const known = code === null ? null : errorWords(words, code)
  const { title, action } = known ?? words.ui.unknownError
  return (
    <PublicLayout>
      <Message title={title} text={action} code={known && code}>
        <ButtonLink look="main" href={paths.signIn()}>
          {words.error.signIn}
        </ButtonLink>
        <ButtonLink look="bare" href={paths.front}>
          {words.error.front}
        </ButtonLink>
      </Message>
    </PublicLayout>
  )
}
