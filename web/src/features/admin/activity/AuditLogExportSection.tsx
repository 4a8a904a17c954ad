import { useMutation } from '@tanstack/react-query'
import { unwrapApiResult, getDisplayableApiProblem } from '../../../api/query-client.ts'
import type { ApiCallError } from '../../../api/query-client.ts'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { saveBlobAsDownload } from '../../../ui/save-blob-as-download.ts'
import { PageSection } from '../../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import { useCallAdminApiWithStepUp } from '../admin-query-hooks.ts'
import type { AuditLogUrlFilter } from './audit-log-url-filter.ts'

const exportFormats = ['csv', 'jsonl'] as const
type ExportFormat = (typeof exportFormats)[number]

export function AuditLogExportSection({ view }: { view: AuditLogUrlFilter }) {
  const t = useTranslations()
  const sensitiveCall = useCallAdminApiWithStepUp()
  const disabledReason = useMissingPermissionReason('activity.read')
  const announce = useAnnounce()
  const file = useMutation<void, ApiCallError, ExportFormat>({
    mutationFn: async (format) => {
      const content = unwrapApiResult(await sensitiveCall('exportEvents', { query: { ...view, format } }))
      saveBlobAsDownload(content, `countersign-activity-of-all-${new Date().toISOString().slice(0, 10)}.${format}`)
    },
    onSuccess: () => announce(t('adminActivity.file.saved')),
  })
  const problem = getDisplayableApiProblem(file.error)
  return (
    <PageSection title={t('adminActivity.file.title')}>
      <p className="max-w-[60ch] text-small text-soft">{t('adminActivity.file.text')}</p>
      {problem && <LoadErrorPanel problem={problem} />}
      <div className="flex flex-wrap items-center gap-3">
        {exportFormats.map((format) => (
          <Button
            key={format}
            disabledReason={disabledReason}
            busyLabel={file.isPending && file.variables === format ? t('adminActivity.file.collecting') : undefined}
            onClick={() => file.mutate(format)}
          >
            {t(`adminActivity.file.${format}`)}
          </Button>
        ))}
        {file.isSuccess && <p className="text-small text-soft">{t('adminActivity.file.saved')}</p>}
      </div>
    </PageSection>
  )
}
