// What is kept of the person who is signed in: all of it as a file, and the way to have it deleted.
import { PageHeading } from '../../ui/PageHeading.tsx'
import { useTranslations } from 'use-intl'
import { EraseMe } from './EraseMe.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CallRefused, leaveIfSignedOut, answerOf } from '../../api/answers.ts'
import { useSensitiveCall } from '../sign-in/step-up/use-sensitive-call.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Section, Sheet } from '../../ui/Section.tsx'
import { translateList } from '../../i18n/translate.ts'
import { saveFile } from '../../ui/save-file.ts'
import { call } from '../../api/api.ts'

export function DataScreen() {
  const t = useTranslations()
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="grid gap-2">
        <PageHeading title={t('account.data.title')} />
        <p className="max-w-[60ch] text-soft">{t('myData.intro')}</p>
      </div>
      <DataCopy />
      <DataKept />
      <EraseMe />
    </div>
  )
}

function DataCopy() {
  const t = useTranslations()
  const copy = useCopy()
  return (
    <Section title={t('myData.copy.title')}>
      <Sheet className="grid gap-4 px-5 py-5 sm:px-6">
        <p>{t('myData.copy.text')}</p>
        <div className="grid gap-1">
          <h3 className="font-sans text-caption text-soft">{t('myData.copy.inIt')}</h3>
          <ul className="grid list-disc gap-1 pl-5 text-small">
            {translateList(t, 'myData.copy.parts').map((part) => (
              <li key={part}>{part}</li>
            ))}
          </ul>
        </div>
        <p className="text-small text-soft">{t('myData.copy.notInIt')}</p>
        <p className="text-caption text-soft">{t('myData.copy.format')}</p>
        {copy.error && <ErrorState problem={copy.error.problem} />}
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <Button
            look="main"
            busyLabel={copy.isPending ? t('myData.copy.getting') : undefined}
            onClick={() => copy.mutate()}
          >
            {t('myData.copy.get')}
          </Button>
          {copy.data === 'saved' && <p className="text-small text-soft">{t('myData.copy.got')}</p>}
        </div>
      </Sheet>
    </Section>
  )
}

function useCopy() {
  const t = useTranslations()
  const sensitive = useSensitiveCall()
  const announce = useAnnounce()
  return useMutation({
    mutationFn: async () => {
      const result = await sensitive('exportData')
      if (!result.ok) {
        // Somebody who does not want to confirm gets nothing, and nothing has failed.
        if (result.problem.code === 'network.cancelled') return 'cancelled'
        throw new CallRefused(result.problem)
      }
      saveFile(result.answer, t('myData.copy.fileName', { day: new Date().toISOString().slice(0, 10) }))
      announce(t('myData.copy.got'))
      return 'saved'
    },
    onError: leaveIfSignedOut,
  })
}

function DataKept() {
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
