// What is set here: what an owner changes in the browser, and what stands where the server is started.
import { useLanguage } from '../../../i18n/use-language.ts'
import { chainsPart } from '../../../admin-paths.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { numberFormat } from '../../../ui/formats.ts'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { Section, Sheet } from '../../../ui/Section.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { useTranslations } from 'use-intl'
import { Fact, Facts } from '../Facts.tsx'
import { useLacking } from '../Guarded.tsx'
import { useAdminQuery } from '../queries.ts'
import { BrandingForm } from './BrandingForm.tsx'
import { ChainTests } from './ChainTests.tsx'
import { SiteLogoChoice } from './SiteLogoChoice.tsx'
import { SettingList } from './SettingList.tsx'
import { SigningKeys } from './SigningKeys.tsx'

/** The address leads to a part of the page, which was not there yet when the browser looked for it. */
function comeTo(part: HTMLElement | null): void {
  if (part !== null && location.hash === `#${part.id}`) part.scrollIntoView()
}

export function SettingsScreen() {
  const t = useTranslations()
  const lacking = useLacking('settings.read')
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="grid gap-2">
        <PageHeading title={t('adminSettings.title')} />
        <p className="max-w-[60ch] text-soft">{t('adminSettings.intro')}</p>
      </div>
      {lacking === undefined ? (
        <Content />
      ) : (
        <EmptyState title={t('adminSettings.ownersOnly')}>
          <p>{lacking}</p>
          <p>{t('adminSettings.ownersOnlyText')}</p>
        </EmptyState>
      )}
    </div>
  )
}

function Content() {
  const t = useTranslations()
  const { locale } = useLanguage()
  const settings = useAdminQuery('readSettings')
  const { data } = settings
  if (!data)
    return settings.error ? (
      <ErrorState problem={settings.error.problem} onRetry={() => void settings.refetch()} />
    ) : (
      <SkeletonRows rows={6} />
    )
  const { database, version } = data
  const tellReplica = ({ state, lagSeconds }: NonNullable<typeof database.replica>): string => {
    if (state !== 'behind') return t(`adminSettings.system.replicaStates.${state}`)
    // Less than a second is a second, to who is told that it is behind.
    const seconds = Math.max(1, Math.round(lagSeconds ?? 0))
    return t('adminSettings.system.replicaStates.behind', {
      seconds: numberFormat(locale, { style: 'unit', unit: 'second', unitDisplay: 'long' }).format(seconds),
    })
  }
  return (
    <>
      <Section title={t('adminSettings.branding.title')}>
        <p className="max-w-[60ch] text-soft">{t('adminSettings.branding.text')}</p>
        {/* Begun anew once something else stands on the server. */}
        <BrandingForm key={JSON.stringify(data.branding)} branding={data.branding} />
        <SiteLogoChoice logo={data.branding.mark} />
      </Section>
      <SigningKeys keys={data.keys} />
      <div id={chainsPart} ref={comeTo} className="scroll-mt-6">
        <ChainTests chains={data.chains} />
      </div>
      <SettingList settings={data.settings} />
      <Section title={t('adminSettings.system.title')}>
        <Sheet className="px-4 py-4 sm:px-5">
          <Facts>
            <Fact label={t('adminSettings.system.version')}>{version}</Fact>
            <Fact label={t('adminSettings.system.database')}>{t(`adminSettings.system.kinds.${database.kind}`)}</Fact>
            <Fact label={t('adminSettings.system.schema')}>{database.schema}</Fact>
            <Fact label={t('adminSettings.system.backup')}>
              {database.backup === null ? t('adminSettings.system.noBackup') : <RelativeTime at={database.backup} />}
            </Fact>
            {database.replica !== null && (
              <Fact label={t('adminSettings.system.replica')}>{tellReplica(database.replica)}</Fact>
            )}
          </Facts>
        </Sheet>
      </Section>
    </>
  )
}
