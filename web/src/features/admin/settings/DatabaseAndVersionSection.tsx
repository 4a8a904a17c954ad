import { useTranslations } from 'use-intl'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { getNumberFormat } from '../../../ui/memoized-intl-formats.ts'
import { Card, PageSection } from '../../../ui/PageSection.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { DescriptionItem, DescriptionList } from '../DescriptionList.tsx'
import type { ServerSettingsResponse } from './server-settings-response-type.ts'

export function DatabaseAndVersionSection({ database, version }: Pick<ServerSettingsResponse, 'database' | 'version'>) {
  const t = useTranslations()
  return (
    <PageSection title={t('adminSettings.system.title')}>
      <Card className="px-4 py-4 sm:px-5">
        <DescriptionList>
          <DescriptionItem label={t('adminSettings.system.version')}>{version}</DescriptionItem>
          <DescriptionItem label={t('adminSettings.system.database')}>
            {t(`adminSettings.system.kinds.${database.kind}`)}
          </DescriptionItem>
          <DescriptionItem label={t('adminSettings.system.schema')}>{database.schema}</DescriptionItem>
          <DescriptionItem label={t('adminSettings.system.backup')}>
            {database.backup === null ? t('adminSettings.system.noBackup') : <RelativeTime at={database.backup} />}
          </DescriptionItem>
          {database.replica !== null && (
            <DescriptionItem label={t('adminSettings.system.replica')}>
              <ReplicaState replica={database.replica} />
            </DescriptionItem>
          )}
        </DescriptionList>
      </Card>
    </PageSection>
  )
}

type Replica = NonNullable<ServerSettingsResponse['database']['replica']>

function ReplicaState({ replica: { state, lagSeconds } }: { replica: Replica }) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  if (state !== 'behind') return t(`adminSettings.system.replicaStates.${state}`)
  const seconds = Math.max(1, Math.round(lagSeconds ?? 0))
  return t('adminSettings.system.replicaStates.behind', {
    seconds: getNumberFormat(locale, { style: 'unit', unit: 'second', unitDisplay: 'long' }).format(seconds),
  })
}
