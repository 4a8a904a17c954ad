// In-browser verification of the audit log: progress, stop, result (THREATS N13).
import { useContext, useId, useRef, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { callAdminApi } from '../../../api/admin-api-client.ts'
import { PageClockContext } from '../../../api/server-synced-clock.ts'
import { unwrapApiResult } from '../../../api/query-client.ts'
import type { ApiCallError } from '../../../api/query-client.ts'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { InlineNotice } from '../../../ui/InlineNotice.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { SignedInPageIcon } from '../../../ui/SignedInPageIcon.tsx'
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
  const { now } = useContext(PageClockContext)
  const announce = useAnnounce()
  const { locale } = usePageLanguage()
  const count = getNumberFormat(locale)
  const [noted, setNoted] = useState('')
  const [progress, setProgress] = useState<{ checked: number; total: number }>({ checked: 0, total: 0 })
  const giveUp = useRef<AbortController>(null)
  const kept = parsePastedAuditLogHead(noted)
  const fault = noted.trim() === '' || kept !== null ? null : t('adminActivity.check.notedForm')
  const check = useMutation<CheckResult, ApiCallError>({
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
    onSuccess: (result) => {
      storeLastCheck(result, now())
      announce(
        isLost(result)
          ? t('adminActivity.check.notedLost')
          : result.outcome === 'sound'
            ? t('adminActivity.check.sound', { lines: count.format(result.entryCount - result.expiredCount) })
            : t('adminActivity.check.broken', { sequence: count.format(result.at) }),
      )
    },
  })
  const [isOpen, setIsOpen] = useState(false)
  const details = useId()
  const detailsButton = useRef<HTMLButtonElement>(null)
  const isCancelled = check.error?.problem.code === 'network.cancelled'
  const { checked, total } = progress
  return (
    <section aria-label={t('adminActivity.check.title')} className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
        {check.isPending ? (
          <>
            <div className="w-24">
              <ProgressBar label={t('adminActivity.check.title')} value={checked} max={Math.max(total, 1)} />
            </div>
            <p className="text-soft tabular-nums">
              {t('adminActivity.check.progress', { done: count.format(checked), total: count.format(total) })}
            </p>
          </>
        ) : (
          <LastResult result={check.data} />
        )}
        {/* One button, so that the focus stays on it. */}
        <button
          type="button"
          aria-disabled={(!check.isPending && fault !== null) || undefined}
          className={linkButtonClass}
          onClick={() => (check.isPending ? giveUp.current?.abort() : fault === null && check.mutate())}
        >
          {check.isPending
            ? t('adminActivity.check.cancel')
            : check.data
              ? t('adminActivity.check.again')
              : t('adminActivity.check.start')}
        </button>
        <button
          ref={detailsButton}
          type="button"
          aria-expanded={isOpen}
          aria-controls={details}
          className={linkButtonClass}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('adminActivity.check.details')}
        </button>
      </div>
      <div id={details} hidden={!isOpen} className="rounded-sheet border border-line bg-sheet px-4 py-4 sm:px-5">
        {isOpen && (
          <VerificationDetails
            result={check.data}
            noted={noted}
            fault={fault}
            onNote={setNoted}
            onClose={() => {
              setIsOpen(false)
              detailsButton.current?.focus()
            }}
          />
        )}
      </div>
      {isLost(check.data) && (
        <InlineNotice tone="failure" title={t('adminActivity.check.notedLost')}>
          <p>{t('adminActivity.check.notedLostText')}</p>
        </InlineNotice>
      )}
      {isCancelled && (
        <p className="text-small">{t('adminActivity.check.cancelled', { done: count.format(checked) })}</p>
      )}
      {check.error && !isCancelled && (
        <>
          <p className="text-small">{t('adminActivity.check.unread')}</p>
          <LoadErrorPanel problem={check.error.problem} onRetry={() => check.mutate()} />
        </>
      )}
      {check.data?.outcome === 'broken' && (
        <InlineNotice tone="failure" title={t('adminActivity.check.broken', { sequence: count.format(check.data.at) })}>
          <p>{t(`adminActivity.check.breaks.${check.data.how}`)}</p>
          <p>{t('adminActivity.check.brokenText')}</p>
          {check.data.how !== 'end' && (
            <AdminPageLink href={adminPagePaths.event(check.data.at)}>{t('adminActivity.check.see')}</AdminPageLink>
          )}
        </InlineNotice>
      )}
    </section>
  )
}

interface VerificationDetailsProps {
  result: CheckResult | undefined
  noted: string
  fault: string | null
  onNote: (text: string) => void
  onClose: () => void
}

function VerificationDetails({ result, noted, fault, onNote, onClose }: VerificationDetailsProps) {
  const t = useTranslations()
  return (
    <div className="grid max-w-[44rem] gap-3">
      <div className="flex items-start justify-between gap-3">
        <h2 className="text-lead">{t('adminActivity.check.title')}</h2>
        <button
          type="button"
          aria-label={t('ui.close')}
          title={t('ui.close')}
          onClick={onClose}
          className="grid size-8 shrink-0 place-items-center rounded-control text-soft hover:bg-sunk hover:text-ink pointer-coarse:size-11"
        >
          <SignedInPageIcon name="close" />
        </button>
      </div>
      {result?.outcome === 'sound' && <ValidLogNotice result={result} isNoted={result.isNoted} />}
      <p className="text-small text-soft">{t('adminActivity.check.text')}</p>
      <details>
        <summary className="w-fit py-1 text-small text-seal underline decoration-1 underline-offset-4">
          {t('adminActivity.check.earlier')}
        </summary>
        <TextField
          label={t('adminActivity.check.noted')}
          hint={t('adminActivity.check.notedHint')}
          fault={fault}
          value={noted}
          autoComplete="off"
          spellCheck={false}
          className="font-mono text-small"
          onChange={({ target }) => onNote(target.value)}
        />
      </details>
    </div>
  )
}

type CheckResult = BrowserAuditLogVerificationResult & { isNoted: boolean }

const isLost = (result: CheckResult | undefined): boolean =>
  result?.outcome === 'sound' && result.isNoted && result.savedHeadAt === null

const linkButtonClass =
  'min-h-8 rounded-control text-small text-seal underline decoration-1 underline-offset-4 aria-disabled:text-soft aria-disabled:no-underline pointer-coarse:min-h-11'

const lastCheckStorageKey = 'countersign.audit-log-check'

/** The last successful check in this browser. It is only a reminder, so anything invalid is ignored. */
function readLastCheck(): { at: string; lines: number } | null {
  try {
    const { at, lines } = JSON.parse(localStorage.getItem(lastCheckStorageKey) ?? 'null') as Record<string, unknown>
    return typeof at === 'string' && !Number.isNaN(Date.parse(at)) && typeof lines === 'number' ? { at, lines } : null
  } catch {
    return null
  }
}

function storeLastCheck(result: CheckResult, at: number): void {
  try {
    if (result.outcome === 'broken' || isLost(result)) localStorage.removeItem(lastCheckStorageKey)
    else
      localStorage.setItem(
        lastCheckStorageKey,
        JSON.stringify({ at: new Date(at).toISOString(), lines: result.entryCount - result.expiredCount }),
      )
  } catch {
    // Storage can be blocked or full.
  }
}

function LastResult({ result }: { result: CheckResult | undefined }) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  const count = getNumberFormat(locale)
  const [last] = useState(readLastCheck)
  if (result?.outcome === 'sound' && !isLost(result))
    return (
      <p className="inline-flex items-center gap-1.5 font-semibold text-seal">
        <Icon name="done" size={16} />
        {t('adminActivity.check.sound', { lines: count.format(result.entryCount - result.expiredCount) })}
      </p>
    )
  if (result !== undefined) return null
  if (last === null) return <p className="text-soft">{t('adminActivity.check.never')}</p>
  return (
    <p className="text-soft">
      {t('adminActivity.check.last', { lines: count.format(last.lines) })} <RelativeTime at={last.at} />
    </p>
  )
}

function ValidLogNotice({ result, isNoted }: { result: ValidLogResult; isNoted: boolean }) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  const count = getNumberFormat(locale)
  const hasLostHead = isNoted && result.savedHeadAt === null
  return (
    <>
      <InlineNotice
        tone={hasLostHead ? 'neutral' : 'verified'}
        title={
          hasLostHead
            ? t('adminActivity.check.sound', { lines: count.format(result.entryCount - result.expiredCount) })
            : t('adminActivity.check.soundText')
        }
      >
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
