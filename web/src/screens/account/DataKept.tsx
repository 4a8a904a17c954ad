// How long what is kept of a person is kept, by the settings of this server: some of it for a time only.
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api.ts'
import { answerOf } from '../../answers.ts'
import { Section, Sheet } from '../../ui/Section.tsx'
import { useTranslations } from 'use-intl'

export function DataKept() {
  const t = useTranslations()
  const kept = useQuery({
    queryKey: ['retention'],
    staleTime: Infinity,
    queryFn: async ({ signal }) => answerOf(await call('readRetention', { signal })),
  })
  return (
    <Section title={t('myData.kept.title')}>
      <Sheet className="grid gap-2 px-5 py-5 sm:px-6">
        <p>{t('myData.kept.text')}</p>
        {kept.error && <p className="text-small text-soft">{t('myData.kept.unread')}</p>}
        {kept.data && (
          <ul className="grid list-disc gap-1 pl-5 text-small">
            <li>{t('myData.kept.refusedAttempts', { days: kept.data.refusedAttemptDays })}</li>
            <li>{t('myData.kept.endedSessions', { days: kept.data.endedSessionDays })}</li>
            <li>{t('myData.kept.browsers', { days: kept.data.browserDays })}</li>
          </ul>
        )}
      </Sheet>
    </Section>
  )
}
