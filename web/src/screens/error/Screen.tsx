// Explains a code of the error catalogue to whoever was sent here with it. Only codes that the catalogue knows are
// shown, and the id of a request by its form alone, so that a link made elsewhere cannot put words on this page.
import { useEffect, useState } from 'react'
import { paths } from '../../paths.ts'
import { readErrorCode, readRequestId } from '../../read-address.ts'
import { CopyButton } from '../../ui/Address.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { errorWords } from '../../ui/problem-words.ts'
import { PublicLayout } from '../../ui/PublicLayout.tsx'
import { Sheet } from '../../ui/Section.tsx'
import { loadChapters } from '../../words/language.ts'
import { messageFaultWords } from '../../words/message-faults.ts'
import type { ErrorWords } from '../../words/error-words.ts'
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
        {isOfApplication(code) && <p className="text-soft">{chapter.application}</p>}
        <RequestId id={readRequestId(location.search)} />
        <WaysOn code={code} />
        {fault && (
          <ButtonLink look="bare" href={paths.inspector({ example: code })}>
            {chapter.inspector}
          </ButtonLink>
        )}
      </Message>
    </PublicLayout>
  )
}

/** Whether the fault lies with the application that sent the person here, and nothing on this site can mend it. */
function isOfApplication(code: string): boolean {
  return code.startsWith('application.')
}

/** Where it makes sense to go on to after an error; the main one first. */
function WaysOn({ code }: { code: string }) {
  const words = useChapter('entrance').error
  if (isOfApplication(code) || code === 'interaction.unusable')
    return <ButtonLink href={paths.front}>{words.front}</ButtonLink>
  const [href, label] =
    code === 'device.unusable'
      ? [paths.device(), words.deviceCode]
      : code === 'sign_out.unusable'
        ? [paths.account, words.account]
        : [paths.signIn(), words.signIn]
  return (
    <>
      <ButtonLink look="main" href={href}>
        {label}
      </ButtonLink>
      <ButtonLink look="bare" href={paths.front}>
        {words.front}
      </ButtonLink>
    </>
  )
}

/** The one thing out of the address that is ever shown, and only in the form of an id that this server gives. */
function RequestId({ id }: { id: string | null }) {
  const words = useChapter('entrance').error
  if (id === null) return null
  return (
    <Sheet className="mb-2 grid gap-1 px-4 py-3">
      <p className="text-caption text-soft">{words.requestId}</p>
      <p className="flex items-center justify-between gap-3">
        <code className="min-w-0 font-mono text-small select-all [overflow-wrap:anywhere]">{id}</code>
        <CopyButton text={id} label={words.copyRequestId} />
      </p>
      <p className="text-small text-soft">{words.tell}</p>
    </Sheet>
  )
}

/** The exact words for a fault of a message; undefined until they are here, null where there is no such fault. */
function useMessageFault(code: string): ErrorWords | null | undefined {
  const { language } = useSpeech()
  const [fault, setFault] = useState<ErrorWords | null>()
  useEffect(() => {
    if (!code.startsWith('message.')) return
    loadChapters(language, ['messageFaults']).then(
      ({ messageFaults }) => setFault(messageFaultWords(messageFaults, code)),
      () => setFault(null),
    )
  }, [language, code])
  return fault
}
