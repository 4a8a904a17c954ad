import { useMutation } from '@tanstack/react-query'
import { unwrapApiResult, redirectOnSessionError, getDisplayableApiProblem } from '../../api/query-client.ts'
import { useCallApiWithStepUp } from '../sign-in/step-up/use-call-api-with-step-up.ts'
import { useAnnounce } from '../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../ui/Button.tsx'
import { LoadErrorPanel } from '../../ui/LoadErrorPanel.tsx'
import { PageSection } from '../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import { toAccountActivityApiQuery } from './account-activity-filter.ts'
import type { AccountActivityFilter } from './account-activity-filter.ts'
import { saveBlobAsDownload } from '../../ui/save-blob-as-download.ts'

const exportFormats = ['csv', 'jsonl'] as const
type ExportFormat = (typeof exportFormats)[number]

export function AccountActivityExportSection({ filter }: { filter: AccountActivityFilter }) {
  const t = useTranslations()
  const sensitiveCall = useCallApiWithStepUp()
  const announce = useAnnounce()
  const file = useMutation({
    mutationFn: async (format: ExportFormat) => {
      const content = unwrapApiResult(
        await sensitiveCall('exportActivity', { query: { ...toAccountActivityApiQuery(filter), format } }),
      )
      saveBlobAsDownload(content, `countersign-activity-${new Date().toISOString().slice(0, 10)}.${format}`)
    },
    onSuccess: () => announce(t('activity.file.saved')),
    onError: redirectOnSessionError,
  })
  const problem = getDisplayableApiProblem(file.error)
  return (
    <div className="border-t border-line pt-5">
      <PageSection title={t('activity.file.title')}>
        <p className="max-w-[60ch] text-small text-soft">{t('activity.file.text')}</p>
        {problem && <LoadErrorPanel problem={problem} />}
        <div className="flex flex-wrap items-center gap-3">
          {exportFormats.map((format) => (
            <Button
              key={format}
              small
              busyLabel={file.isPending && file.variables === format ? t('activity.file.collecting') : undefined}
              onClick={() => file.mutate(format)}
            >
              {t(`activity.file.${format}`)}
            </Button>
          ))}
          {file.isSuccess && <p className="text-small text-soft">{t('activity.file.saved')}</p>}
        </div>
      </PageSection>
    </div>
  )
}
