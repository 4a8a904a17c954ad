// The activity as a file, as far as it is shown: for spreadsheets, or for programs.
import { useMutation } from '@tanstack/react-query'
import { answerOf, problemToSay } from '../../../api/answers.ts'
import type { CallRefused } from '../../../api/answers.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { Section } from '../../../ui/Section.tsx'
import { useTranslations } from 'use-intl'
import { useLacking } from '../Guarded.tsx'
import { useSensitiveAdminCall } from '../queries.ts'
import type { ActivityView } from './activity-view.ts'

const formats = ['csv', 'jsonl'] as const
type Format = (typeof formats)[number]

export function ActivityFile({ view }: { view: ActivityView }) {
  const t = useTranslations()
  const sensitiveCall = useSensitiveAdminCall()
  const lacking = useLacking('activity.read')
  const announce = useAnnounce()
  const file = useMutation<void, CallRefused, Format>({
    mutationFn: async (format) => {
      const content = answerOf(await sensitiveCall('exportEvents', { query: { ...view, format } }))
      saveFile(content, `countersign-activity-of-all-${new Date().toISOString().slice(0, 10)}.${format}`)
    },
    onSuccess: () => announce(t('adminActivity.file.saved')),
  })
  const problem = problemToSay(file.error)
  return (
    <Section title={t('adminActivity.file.title')}>
      <p className="max-w-[60ch] text-small text-soft">{t('adminActivity.file.text')}</p>
      {problem && <ErrorState problem={problem} />}
      <div className="flex flex-wrap items-center gap-3">
        {formats.map((format) => (
          <Button
            key={format}
            disabledReason={lacking}
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
