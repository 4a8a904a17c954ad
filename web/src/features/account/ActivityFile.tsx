// The activity as a file, as far as it is shown: for spreadsheets, or for programs.
import { useMutation } from '@tanstack/react-query'
import { answerOf, leaveIfSignedOut, problemToSay } from '../../api/answers.ts'
import { useSensitiveCall } from '../sign-in/step-up/use-sensitive-call.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Section } from '../../ui/Section.tsx'
import { useTranslations } from 'use-intl'
import { queryOf } from './activity-filter.ts'
import type { ActivityFilter } from './activity-filter.ts'
import { saveFile } from '../../ui/save-file.ts'

const formats = ['csv', 'jsonl'] as const
type Format = (typeof formats)[number]

export function ActivityFile({ filter }: { filter: ActivityFilter }) {
  const t = useTranslations()
  const sensitiveCall = useSensitiveCall()
  const announce = useAnnounce()
  const file = useMutation({
    mutationFn: async (format: Format) => {
      const content = answerOf(await sensitiveCall('exportActivity', { query: { ...queryOf(filter), format } }))
      saveFile(content, `countersign-activity-${new Date().toISOString().slice(0, 10)}.${format}`)
    },
    onSuccess: () => announce(t('activity.file.saved')),
    onError: leaveIfSignedOut,
  })
  const problem = problemToSay(file.error)
  return (
    <div className="border-t border-line pt-5">
      <Section title={t('activity.file.title')}>
        <p className="max-w-[60ch] text-small text-soft">{t('activity.file.text')}</p>
        {problem && <ErrorState problem={problem} />}
        <div className="flex flex-wrap items-center gap-3">
          {formats.map((format) => (
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
