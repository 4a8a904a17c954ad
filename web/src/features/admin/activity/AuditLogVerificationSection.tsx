// In-browser verification of the audit log: progress, stop, result (THREATS N13).
import { useRef, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { callAdminApi } from '../../../api/admin-api-client.ts'
import { unwrapApiResult } from '../../../api/query-client.ts'
import type { ApiCallError } from '../../../api/query-client.ts'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { InlineNotice } from '../../../ui/InlineNotice.tsx'
import { PageSection } from '../../../ui/PageSection.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { CopyField } from '../CopyField.tsx'
import { ProgressBar } from '../ProgressBar.tsx'
import { verifyAuditLogInBrowser, parsePastedAuditLogHead } from './verify-audit-log-in-browser.ts'
import type { BrowserAuditLogVerificationResult } from './verify-audit-log-in-browser.ts'
import { getNumberFormat } from '../../../ui/memoized-intl-formats.ts'

type ValidLogResult = Extract<BrowserAuditLogVerificationResult, { outcome: 'sound' }>

export function AuditLogVerificationSection() {
  const t = useTranslations()
  const announce = useAnnounce()
  const { locale } = usePageLanguage()
  const count = getNumberFormat(locale)
  const [noted, setNoted] = useState('')
  const [progress, setProgress] = useState<{ checked: number; total: number }>({ checked: 0, total: 0 })
  const giveUp = useRef<AbortController>(null)
  const kept = parsePastedAuditLogHead(noted)
  const fault = noted.trim() === '' || kept !== null ? null : t('adminActivity.check.notedForm')
  const check = useMutation<BrowserAuditLogVerificationResult & { isNoted: boolean }, ApiCallError>({
    mutationFn: async () => {
      const { signal } = (giveUp.current = new AbortController())
      setProgress({ checked: 0, total: 0 })
      const readPage = async (after: number) =>
        unwrapApiResult(await callAdminApi('exportHashChain', { query: { after: String(after) }, signal }))
      return {
        ...(await verifyAuditLogInBrowser({
          readPage,
          onProgress: (checked, total) => setProgress({ checked, total }),
          savedHead: kept,
        })),
        isNoted: kept !== null,
      }
    },
    onSuccess: (result) =>
      announce(
        result.outcome === 'sound'
          ? t('adminActivity.check.sound', { lines: count.format(result.entryCount - result.expiredCount) })
          : t('adminActivity.check.broken', { sequence: count.format(result.at) }),
      ),
  })
  const isCancelled = check.error?.problem.code === 'network.cancelled'
  const { checked, total } = progress
  return (
    <PageSection title={t('adminActivity.check.title')}>
      <p className="max-w-[60ch] text-small text-soft">{t('adminActivity.check.text')}</p>
      <div className="max-w-[44rem]">
        <TextField
          label={t('adminActivity.check.noted')}
          hint={t('adminActivity.check.notedHint')}
          fault={fault}
          value={noted}
          autoComplete="off"
          spellCheck={false}
          className="font-mono text-small"
          onChange={({ target }) => setNoted(target.value)}
        />
      </div>
      <div className="flex flex-wrap items-center gap-4">
        {check.isPending ? (
          <Button onClick={() => giveUp.current?.abort()}>{t('adminActivity.check.cancel')}</Button>
        ) : (
          <Button disabledReason={fault === null ? undefined : fault} onClick={() => check.mutate()}>
            {check.data ? t('adminActivity.check.again') : t('adminActivity.check.begin')}
          </Button>
        )}
        {check.isPending && (
          <div className="grid max-w-80 min-w-0 flex-1 gap-1">
            <ProgressBar label={t('adminActivity.check.title')} value={checked} max={Math.max(total, 1)} />
            <p className="text-small text-soft tabular-nums">
              {t('adminActivity.check.progress', { done: count.format(checked), total: count.format(total) })}
            </p>
          </div>
        )}
      </div>
      {isCancelled && (
        <p className="text-small">{t('adminActivity.check.cancelled', { done: count.format(checked) })}</p>
      )}
      {check.error && !isCancelled && (
        <>
          <p className="text-small">{t('adminActivity.check.unread')}</p>
          <LoadErrorPanel problem={check.error.problem} onRetry={() => check.mutate()} />
        </>
      )}
      {check.data?.outcome === 'sound' && <ValidLogNotice result={check.data} isNoted={check.data.isNoted} />}
      {check.data?.outcome === 'broken' && (
        <InlineNotice tone="failure" title={t('adminActivity.check.broken', { sequence: count.format(check.data.at) })}>
          <p>{t(`adminActivity.check.breaks.${check.data.how}`)}</p>
          <p>{t('adminActivity.check.brokenText')}</p>
          {check.data.how !== 'end' && (
            <AdminPageLink href={adminPagePaths.event(check.data.at)}>{t('adminActivity.check.see')}</AdminPageLink>
          )}
        </InlineNotice>
      )}
    </PageSection>
  )
}

function ValidLogNotice({ result, isNoted }: { result: ValidLogResult; isNoted: boolean }) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  const count = getNumberFormat(locale)
  const isLost = isNoted && result.savedHeadAt === null
  return (
    <>
      {isLost && (
        <InlineNotice tone="failure" title={t('adminActivity.check.notedLost')}>
          <p>{t('adminActivity.check.notedLostText')}</p>
        </InlineNotice>
      )}
      <InlineNotice
        tone={isLost ? 'neutral' : 'verified'}
        title={t('adminActivity.check.sound', { lines: count.format(result.entryCount - result.expiredCount) })}
      >
        {!isLost && <p>{t('adminActivity.check.soundText')}</p>}
        {result.expiredCount > 0 && (
          <p>{t('adminActivity.check.letGo', { lines: count.format(result.expiredCount) })}</p>
        )}
        {result.savedHeadAt !== null && (
          <p>{t('adminActivity.check.notedFound', { sequence: count.format(result.savedHeadAt) })}</p>
        )}
        <CopyField label={t('adminActivity.check.head')} value={result.head} about={t('adminActivity.check.note')} />
      </InlineNotice>
    </>
  )
}
