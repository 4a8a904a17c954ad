// The activity as a file, as far as it is shown: for spreadsheets, or for programs.
import { useMutation } from '@tanstack/react-query'
import { unwrapApiResult, getDisplayableProblem } from '../../../api/query-client.ts'
import type { ApiCallError } from '../../../api/query-client.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { downloadFile } from '../../../ui/download-file.ts'
import { Section } from '../../../ui/Section.tsx'
import { useTranslations } from 'use-intl'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import { useStepUpAdminCall } from '../admin-queries.ts'
import type { AuditLogView } from './audit-log-view.ts'

const exportFormats = ['csv', 'jsonl'] as const
type ExportFormat = (typeof exportFormats)[number]

export function AuditLogExport({ view }: { view: AuditLogView }) {
  const t = useTranslations()
  const sensitiveCall = useStepUpAdminCall()
  const disabledReason = useMissingPermissionReason('activity.read')
  const announce = useAnnounce()
  const file = useMutation<void, ApiCallError, ExportFormat>({
    mutationFn: async (format) => {
      const content = unwrapApiResult(await sensitiveCall('exportEvents', { query: { ...view, format } }))
      downloadFile(content, `countersign-activity-of-all-${new Date().toISOString().slice(0, 10)}.${format}`)
    },
    onSuccess: () => announce(t('adminActivity.file.saved')),
  })
  const problem = getDisplayableProblem(file.error)
  return (
    <Section title={t('adminActivity.file.title')}>
      <p className="max-w-[60ch] text-small text-soft">{t('adminActivity.file.text')}</p>
      {problem && <ErrorState problem={problem} />}
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
    </Section>
  )
}
