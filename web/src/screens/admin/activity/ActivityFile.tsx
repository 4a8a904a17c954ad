// The activity as a file, as far as it is shown: for spreadsheets, or for programs.
import { useMutation } from '@tanstack/react-query'
import { answerOf, problemToSay } from '../../../answers.ts'
import type { CallRefused } from '../../../answers.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { Section } from '../../../ui/Section.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { useLacking } from '../Guarded.tsx'
import { useSensitiveAdminCall } from '../queries.ts'
import type { ActivityView } from './activity-view.ts'

const formats = ['csv', 'jsonl'] as const
type Format = (typeof formats)[number]

export function ActivityFile({ view }: { view: ActivityView }) {
  const words = useChapter('adminActivity').file
  const sensitiveCall = useSensitiveAdminCall()
  const lacking = useLacking('activity.read')
  const announce = useAnnounce()
  const file = useMutation<void, CallRefused, Format>({
    mutationFn: async (format) => {
      const content = answerOf(await sensitiveCall('exportEvents', { query: { ...view, format } }))
      saveFile(content, `countersign-activity-of-all-${new Date().toISOString().slice(0, 10)}.${format}`)
    },
    onSuccess: () => announce(words.saved),
  })
  const problem = problemToSay(file.error)
  return (
    <Section title={words.title}>
      <p className="max-w-[60ch] text-small text-soft">{words.text}</p>
      {problem && <ErrorState problem={problem} />}
      <div className="flex flex-wrap items-center gap-3">
        {formats.map((format) => (
          <Button
            key={format}
            disabledReason={lacking}
            busyLabel={file.isPending && file.variables === format ? words.collecting : undefined}
            onClick={() => file.mutate(format)}
          >
            {words[format]}
          </Button>
        ))}
        {file.isSuccess && <p className="text-small text-soft">{words.saved}</p>}
      </div>
    </Section>
  )
}
