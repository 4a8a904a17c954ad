// What is set here: what an owner changes in the browser, and what stands where the server is started.
import { chainsPart } from '../../../admin-paths.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { numberFormat } from '../../../ui/formats.ts'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { Section, Sheet } from '../../../ui/Section.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { useChapter, useSpeech } from '../../../words/use-words.ts'
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
  const words = useChapter('adminSettings')
  const lacking = useLacking('settings.read')
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="grid gap-2">
        <PageHeading title={words.title} />
        <p className="max-w-[60ch] text-soft">{words.intro}</p>
      </div>
      {lacking === undefined ? (
        <Content />
      ) : (
        <EmptyState title={words.ownersOnly}>
          <p>{lacking}</p>
          <p>{words.ownersOnlyText}</p>
        </EmptyState>
      )}
    </div>
  )
}

function Content() {
  const words = useChapter('adminSettings')
  const { locale } = useSpeech()
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
    const { behind, ...others } = words.system.replicaStates
    if (state !== 'behind') return others[state]
    // Less than a second is a second, to who is told that it is behind.
    const seconds = Math.max(1, Math.round(lagSeconds ?? 0))
    return behind(numberFormat(locale, { style: 'unit', unit: 'second', unitDisplay: 'long' }).format(seconds))
  }
  return (
    <>
      <Section title={words.branding.title}>
        <p className="max-w-[60ch] text-soft">{words.branding.text}</p>
        {/* Begun anew once something else stands on the server. */}
        <BrandingForm key={JSON.stringify(data.branding)} branding={data.branding} />
        <SiteLogoChoice logo={data.branding.mark} />
      </Section>
      <SigningKeys keys={data.keys} />
      <div id={chainsPart} ref={comeTo} className="scroll-mt-6">
        <ChainTests chains={data.chains} />
      </div>
      <SettingList settings={data.settings} />
      <Section title={words.system.title}>
        <Sheet className="px-4 py-4 sm:px-5">
          <Facts>
            <Fact label={words.system.version}>{version}</Fact>
            <Fact label={words.system.database}>{words.system.kinds[database.kind]}</Fact>
            <Fact label={words.system.schema}>{database.schema}</Fact>
            <Fact label={words.system.backup}>
              {database.backup === null ? words.system.noBackup : <RelativeTime at={database.backup} />}
            </Fact>
            {database.replica !== null && <Fact label={words.system.replica}>{tellReplica(database.replica)}</Fact>}
          </Facts>
        </Sheet>
      </Section>
    </>
  )
}
