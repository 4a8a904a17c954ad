import { PageHeading } from '../../ui/PageHeading.tsx'
import { useTranslations } from 'use-intl'
import { DeleteAccountSection } from './DeleteAccountSection.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ApiCallError, redirectOnSessionError, unwrapApiResult } from '../../api/query-client.ts'
import { useCallApiWithStepUp } from '../sign-in/step-up/use-call-api-with-step-up.ts'
import { useAnnounce } from '../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../ui/Button.tsx'
import { LoadErrorPanel } from '../../ui/LoadErrorPanel.tsx'
import { PageSection, Card } from '../../ui/PageSection.tsx'
import { translateMessageList } from '../../i18n/ui-translation-functions.ts'
import { saveBlobAsDownload } from '../../ui/save-blob-as-download.ts'
import { callApi } from '../../api/api-client.ts'

export function PersonalDataScreen() {
  const t = useTranslations()
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="grid gap-2">
        <PageHeading title={t('account.data.title')} />
        <p className="max-w-[60ch] text-soft">{t('myData.intro')}</p>
      </div>
      <DataExport />
      <RetentionPeriods />
      <DeleteAccountSection />
    </div>
  )
}

function DataExport() {
  const t = useTranslations()
  const copy = useDataExport()
  return (
    <PageSection title={t('myData.copy.title')}>
      <Card className="grid gap-4 px-5 py-5 sm:px-6">
        <p>{t('myData.copy.text')}</p>
        <div className="grid gap-1">
          <h3 className="font-sans text-caption text-soft">{t('myData.copy.inIt')}</h3>
          <ul className="grid list-disc gap-1 pl-5 text-small">
            {translateMessageList(t, 'myData.copy.parts').map((part) => (
              <li key={part}>{part}</li>
            ))}
          </ul>
        </div>
        <p className="text-small text-soft">{t('myData.copy.notInIt')}</p>
        <p className="text-caption text-soft">{t('myData.copy.format')}</p>
        {copy.error && <LoadErrorPanel problem={copy.error.problem} />}
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
      </Card>
    </PageSection>
  )
}

function useDataExport() {
  const t = useTranslations()
  const sensitive = useCallApiWithStepUp()
  const announce = useAnnounce()
  return useMutation({
    mutationFn: async () => {
      const result = await sensitive('exportData')
      if (!result.ok) {
        // The user cancelled the step-up, which is not an error.
        if (result.problem.code === 'network.cancelled') return 'cancelled'
        throw new ApiCallError(result.problem)
      }
      saveBlobAsDownload(result.answer, t('myData.copy.fileName', { day: new Date().toISOString().slice(0, 10) }))
      announce(t('myData.copy.got'))
      return 'saved'
    },
    onError: redirectOnSessionError,
  })
}

function RetentionPeriods() {
  const t = useTranslations()
  const kept = useQuery({
    queryKey: ['retention'],
    staleTime: Infinity,
    queryFn: async ({ signal }) => unwrapApiResult(await callApi('readRetention', { signal })),
  })
  return (
    <PageSection title={t('myData.kept.title')}>
      <Card className="grid gap-2 px-5 py-5 sm:px-6">
        <p>{t('myData.kept.text')}</p>
        {kept.error && <p className="text-small text-soft">{t('myData.kept.unread')}</p>}
        {kept.data && (
          <ul className="grid list-disc gap-1 pl-5 text-small">
            <li>{t('myData.kept.refusedAttempts', { days: kept.data.refusedAttemptRetentionDays })}</li>
            <li>{t('myData.kept.endedSessions', { days: kept.data.endedSessionRetentionDays })}</li>
            <li>{t('myData.kept.browsers', { days: kept.data.browserRetentionDays })}</li>
          </ul>
        )}
      </Card>
    </PageSection>
  )
}
