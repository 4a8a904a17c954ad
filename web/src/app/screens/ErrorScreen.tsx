// Explains a code of the error catalogue to whoever was sent here with it. Only codes that the catalogue knows are
// shown, and the id of a request by its form alone, so that a link made elsewhere cannot put words on this page.
import { useEffect, useState } from 'react'
import { paths } from '../../api/paths.ts'
import { readErrorCode, readRequestId } from '../../api/read-address.ts'
import { CopyButton } from '../../ui/Address.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { errorWords } from '../../ui/problem-words.ts'
import type { ErrorWords } from '../../ui/problem-words.ts'
import { PublicLayout } from '../../ui/PublicLayout.tsx'
import { Sheet } from '../../ui/Section.tsx'
import { translateKnown } from '../../i18n/translate.ts'
import { useLanguage } from '../../i18n/use-language.ts'
import { useTranslations } from 'use-intl'

export function ErrorScreen() {
  const t = useTranslations()
  const code = readErrorCode(location.search) ?? ''
  const fault = useMessageFault(code)
  const known = code.startsWith('message.') ? fault : errorWords(t, code)
  // Nothing is shown for the moment in which the words for a fault of a message are on their way.
  if (known === undefined) return <PublicLayout>{null}</PublicLayout>
  const { title, action } = known ?? { title: t('ui.unknownError.title'), action: t('ui.unknownError.action') }
  return (
    <PublicLayout>
      <Message title={title} text={action} code={known && code}>
        {isOfApplication(code) && <p className="text-soft">{t('entrance.error.application')}</p>}
        <RequestId id={readRequestId(location.search)} />
        <WaysOn code={code} />
        {fault && (
          <ButtonLink look="bare" href={paths.inspector({ example: code })}>
            {t('entrance.error.inspector')}
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
  const t = useTranslations()
  if (isOfApplication(code) || code === 'interaction.unusable')
    return <ButtonLink href={paths.front}>{t('entrance.error.front')}</ButtonLink>
  const [href, label] =
    code === 'device.unusable'
      ? [paths.device(), t('entrance.error.deviceCode')]
      : code === 'sign_out.unusable'
        ? [paths.account, t('entrance.error.account')]
        : [paths.signIn(), t('entrance.error.signIn')]
  return (
    <>
      <ButtonLink look="main" href={href}>
        {label}
      </ButtonLink>
      <ButtonLink look="bare" href={paths.front}>
        {t('entrance.error.front')}
      </ButtonLink>
    </>
  )
}

/** The one thing out of the address that is ever shown, and only in the form of an id that this server gives. */
function RequestId({ id }: { id: string | null }) {
  const t = useTranslations()
  if (id === null) return null
  return (
    <Sheet className="mb-2 grid gap-1 px-4 py-3">
      <p className="text-caption text-soft">{t('entrance.error.requestId')}</p>
      <p className="flex items-center justify-between gap-3">
        <code className="min-w-0 font-mono text-small select-all [overflow-wrap:anywhere]">{id}</code>
        <CopyButton text={id} label={t('entrance.error.copyRequestId')} />
      </p>
      <p className="text-small text-soft">{t('entrance.error.tell')}</p>
    </Sheet>
  )
}

/** The exact words for a fault of a message; undefined until they are here, null where there is no such fault. */
function useMessageFault(code: string): ErrorWords | null | undefined {
  const t = useTranslations()
  const { files, need } = useLanguage()
  const [isMissing, setIsMissing] = useState(false)
  const isAwaited = code.startsWith('message.') && !files.has('message-faults')
  useEffect(() => {
    if (isAwaited) need('message-faults').catch(() => setIsMissing(true))
  }, [isAwaited, need])
  if (isAwaited) return isMissing ? null : undefined
  const [title, action] = ['title', 'action'].map((part) => translateKnown(t, 'messageFaults', `${code}.${part}`))
  return title !== undefined && action !== undefined ? { title, action } : null
}
