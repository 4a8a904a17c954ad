// The activity as a file, as far as it is shown: for spreadsheets, or for programs.
import { useMutation } from '@tanstack/react-query'
import { unwrapApiResult, redirectOnSessionError, getDisplayableProblem } from '../../api/query-client.ts'
import { useCallWithStepUp } from '../sign-in/step-up/use-call-with-step-up.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Section } from '../../ui/Section.tsx'
import { useTranslations } from 'use-intl'
import { toActivityQuery } from './activity-filter.ts'
import type { ActivityFilter } from './activity-filter.ts'
import { downloadFile } from '../../ui/download-file.ts'

const exportFormats = ['csv', 'jsonl'] as const
type ExportFormat = (typeof exportFormats)[number]

export function ActivityExport({ filter }: { filter: ActivityFilter }) {
  const t = useTranslations()
  const sensitiveCall = useCallWithStepUp()
  const announce = useAnnounce()
  const file = useMutation({
    mutationFn: async (format: ExportFormat) => {
      const content = unwrapApiResult(
        await sensitiveCall('exportActivity', { query: { ...toActivityQuery(filter), format } }),
      )
      downloadFile(content, `countersign-activity-${new Date().toISOString().slice(0, 10)}.${format}`)
    },
    onSuccess: () => announce(t('activity.file.saved')),
    onError: redirectOnSessionError,
  })
  const problem = getDisplayableProblem(file.error)
  return (
    <div className="border-t border-line pt-5">
      <Section title={t('activity.file.title')}>
        <p className="max-w-[60ch] text-small text-soft">{t('activity.file.text')}</p>
        {problem && <ErrorState problem={problem} />}
        <div className="flex flex-wrap items-center gap-3">
          {exportFormats.map((format) => (
            <Button
              key={format}
              busyLabel={file.isPending && file.variables === format ? t('activity.file.collecting') : undefined}
              onClick={() => file.mutate(format)}
            >
              {t(`activity.file.${format}`)}
            </Button>
          ))}
          {file.isSuccess && <p className="text-small text-soft">{t('activity.file.saved')}</p>}
        </div>
      </Section>
    </div>
  )
}
