// Shows only known codes and well-formed ids, so that a link cannot put text on this page.
import { useEffect, useState } from 'react'
import { frontEndPagePaths } from '../../api/front-end-page-paths.ts'
import { parseErrorCodeParameter, parseRequestIdParameter } from '../../api/parse-front-end-page-query.ts'
import { CopyIconButton } from '../../ui/WalletAddress.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { FullPageNotice } from '../../ui/FullPageNotice.tsx'
import { findTranslatedErrorMessage } from '../../ui/get-translated-error-message.ts'
import type { TranslatedErrorTexts } from '../../ui/get-translated-error-message.ts'
import { PublicPageLayout } from '../../ui/PublicPageLayout.tsx'
import { createLazyComponent } from '../../ui/lazy-component.tsx'
import { Card } from '../../ui/PageSection.tsx'
import { translateKnownServerCode } from '../../i18n/ui-translation-functions.ts'
import { usePageLanguage } from '../../i18n/page-language-context.ts'
import { useTranslations } from 'use-intl'

export function ErrorCodeExplanationScreen() {
  const t = useTranslations()
  const code = parseErrorCodeParameter(location.search) ?? ''
  const fault = useMessageErrorText(code)
  const known = code.startsWith('message.') ? fault : findTranslatedErrorMessage(t, code)
  if (known === undefined) return <PublicPageLayout>{null}</PublicPageLayout>
  const { title, action } = known ?? { title: t('ui.unknownError.title'), action: t('ui.unknownError.action') }
  return (
    <PublicPageLayout>
      <FullPageNotice title={title} text={action} code={known && code}>
        {isApplicationError(code) && <p className="text-soft">{t('entrance.error.application')}</p>}
        <RequestId id={parseRequestIdParameter(location.search)} />
        <RefusedRequestForRoles code={code} />
        <NextSteps code={code} />
        {fault && (
          <ButtonLink look="bare" href={frontEndPagePaths.inspector({ example: code })}>
            {t('entrance.error.inspector')}
          </ButtonLink>
        )}
      </FullPageNotice>
    </PublicPageLayout>
  )
}

const RefusedRequest = createLazyComponent(
  async () => (await import('../../features/refused-requests/RefusedRequestOnErrorPage.tsx')).RefusedRequestOnErrorPage,
  { messages: ['refused-requests'], Placeholder: Nothing, Failure: Nothing },
)

function Nothing() {
  return null
}

function RefusedRequestForRoles({ code }: { code: string }) {
  const requestId = parseRequestIdParameter(location.search)
  const isRefusal = isApplicationError(code) || code === 'interaction.invalid'
  return isRefusal && requestId !== null && <RefusedRequest requestId={requestId} />
}

function isApplicationError(code: string): boolean {
  return code.startsWith('application.')
}

function NextSteps({ code }: { code: string }) {
  const t = useTranslations()
  if (isApplicationError(code) || code === 'interaction.invalid')
    return <ButtonLink href={frontEndPagePaths.home}>{t('entrance.error.front')}</ButtonLink>
  const [href, label] =
    code === 'device.invalid'
      ? [frontEndPagePaths.device(), t('entrance.error.deviceCode')]
      : code === 'sign_out.invalid'
        ? [frontEndPagePaths.account, t('entrance.error.account')]
        : [frontEndPagePaths.signIn(), t('entrance.error.signIn')]
  return (
    <>
      <ButtonLink look="main" href={href}>
        {label}
      </ButtonLink>
      <ButtonLink look="bare" href={frontEndPagePaths.home}>
        {t('entrance.error.front')}
      </ButtonLink>
    </>
  )
}

function RequestId({ id }: { id: string | null }) {
  const t = useTranslations()
  if (id === null) return null
  return (
    <Card className="mb-2 grid gap-1 px-4 py-3">
      <p className="text-caption text-soft">{t('entrance.error.requestId')}</p>
      <p className="flex items-center justify-between gap-3">
        <code className="min-w-0 font-mono text-small select-all [overflow-wrap:anywhere]">{id}</code>
        <CopyIconButton text={id} label={t('entrance.error.copyRequestId')} />
      </p>
      <p className="text-small text-soft">{t('entrance.error.tell')}</p>
    </Card>
  )
}

/** @returns undefined while loading, null if there is no such error */
function useMessageErrorText(code: string): TranslatedErrorTexts | null | undefined {
  const t = useTranslations()
  const { files, loadMessageFile } = usePageLanguage()
  const [isMissing, setIsMissing] = useState(false)
  const isAwaited = code.startsWith('message.') && !files.has('message-errors')
  useEffect(() => {
    if (isAwaited) loadMessageFile('message-errors').catch(() => setIsMissing(true))
  }, [isAwaited, loadMessageFile])
  if (isAwaited) return isMissing ? null : undefined
  const [title, action] = ['title', 'action'].map((part) =>
    translateKnownServerCode(t, 'messageErrors', `${code}.${part}`),
  )
  return title !== undefined && action !== undefined ? { title, action } : null
}
