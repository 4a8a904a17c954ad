// How long what is kept of a person is kept, by the settings of this server: some of it for a time only.
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api.ts'
import { answerOf } from '../../answers.ts'
import { Section, Sheet } from '../../ui/Section.tsx'
import { useChapter, useSpeech } from '../../words/use-words.ts'
import { numberFormat } from '../../ui/formats.ts'

export function DataKept() {
  const words = useChapter('myData').kept
  const { locale } = useSpeech()
  const kept = useQuery({
    queryKey: ['retention'],
    staleTime: Infinity,
    queryFn: async ({ signal }) => answerOf(await call('readRetention', { signal })),
  })
  const count = numberFormat(locale)
  return (
    <Section title={words.title}>
      <Sheet className="grid gap-2 px-5 py-5 sm:px-6">
        <p>{words.text}</p>
        {kept.error && <p className="text-small text-soft">{words.unread}</p>}
        {kept.data && (
          <ul className="grid list-disc gap-1 pl-5 text-small">
            <li>{words.refusedAttempts(count.format(kept.data.refusedAttemptDays))}</li>
            <li>{words.endedSessions(count.format(kept.data.endedSessionDays))}</li>
            <li>{words.browsers(count.format(kept.data.browserDays))}</li>
          </ul>
        )}
      </Sheet>
    </Section>
  )
}
