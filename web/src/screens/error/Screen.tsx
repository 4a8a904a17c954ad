// Explains a code of the error catalogue to whoever was sent here with it. Only codes that the catalogue knows are
// shown, so that a link made elsewhere cannot put words on this page.
import { useEffect, useState } from 'react'
import { paths, readErrorCode } from '../../paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { errorWords } from '../../ui/problem-words.ts'
import { PublicLayout } from '../../ui/PublicLayout.tsx'
import { loadMessageFaults, messageFaultWords } from '../../words/message-faults.ts'
import type { ErrorWords } from '../../words/shape.ts'
import { useChapter, useSpeech } from '../../words/use-words.ts'

export function ErrorScreen() {
  const { words } = useSpeech()
  const chapter = useChapter('entrance').error
  const code = readErrorCode(location.search) ?? ''
  const fault = useMessageFault(code)
  const known = code.startsWith('message.') ? fault : errorWords(words, code)
  // Nothing is shown for the moment in which the words for a fault of a message are on their way.
  if (known === undefined) return <PublicLayout>{null}</PublicLayout>
  const { title, action } = known ?? words.ui.unknownError
  return (
    <PublicLayout>
      <Message title={title} text={action} code={known && code}>
        <ButtonLink look="main" href={paths.signIn()}>
          {chapter.signIn}
        </ButtonLink>
        <ButtonLink look="bare" href={paths.front}>
          {chapter.front}
        </ButtonLink>
      </Message>
    </PublicLayout>
  )
}

/** The exact words for a fault of a message; undefined until they are here, null where there is no such fault. */
function useMessageFault(code: string): ErrorWords | null | undefined {
  const { language } = useSpeech()
  const [fault, setFault] = useState<ErrorWords | null>()
  useEffect(() => {
    if (!code.startsWith('message.')) return
    loadMessageFaults(language).then(
      (faults) => setFault(messageFaultWords(faults, code)),
      () => setFault(null),
    )
  }, [language, code])
  return fault
}
