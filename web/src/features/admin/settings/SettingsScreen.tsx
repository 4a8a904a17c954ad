// What is set here: what an owner changes in the browser, and what stands where the server is started.
import { useLanguage } from '../../../i18n/use-language.ts'
import { chainsPart } from '../../../api/admin-paths.ts'
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
import { useAdminQuery, useAdminChange } from '../queries.ts'
import { BrandingForm } from './BrandingForm.tsx'
import { ChainTests } from './ChainTests.tsx'
import { SigningKeys } from './SigningKeys.tsx'
import { Fragment, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { translateCode } from '../../../i18n/translate.ts'
import { SearchField } from '../SearchField.tsx'
import { Table } from '../Table.tsx'
import { sayAbout } from './settings.ts'
import type { Settings } from './settings.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { PictureChoice } from '../PictureChoice.tsx'

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

function SettingList({ settings }: Pick<Settings, 'settings'>) {
  const t = useTranslations()
  const [search, setSearch] = useState('')
  const [isWhole, setIsWhole] = useState(false)
  const wanted = search.toLowerCase()
  // Most are as they come. Whoever searches looks through all.
  const all = isWhole || wanted !== '' ? settings : settings.filter(({ source }) => source !== 'default')
  const found = all
    .map((setting) => ({ ...setting, about: sayAbout(t, setting) }))
    .filter(({ name, variable, about }) => [name, variable, about].some((text) => text.toLowerCase().includes(wanted)))
  return (
    <Section title={t('adminSettings.set.title')}>
      <p className="max-w-[60ch] text-soft">{t('adminSettings.set.text')}</p>
      <SearchField
        label={t('adminSettings.set.list')}
        hint={t('adminSettings.set.search')}
        value={search}
        onSearch={setSearch}
      />
      {found.length === 0 ? (
        <p role="status">{wanted === '' ? t('adminSettings.set.noneSet') : t('adminSettings.set.nothing')}</p>
      ) : (
        <Table
          label={t('adminSettings.set.list')}
          columns={[
            {
              id: 'name',
              head: t('adminSettings.set.columns.name'),
              isHead: true,
              cell: ({ variable, about }) => (
                <span className="grid gap-0.5">
                  <code className="font-mono text-caption select-all">
                    {variable.split('_').map((part, place) => (
                      <Fragment key={place}>
                        {place > 0 && '_'}
                        <wbr />
                        {part}
                      </Fragment>
                    ))}
                  </code>
                  <span className="text-caption text-soft">{about}</span>
                </span>
              ),
            },
            {
              id: 'value',
              isWide: true,
              head: t('adminSettings.set.columns.value'),
              cell: ({ value }) =>
                value === '' ? (
                  t('adminSettings.set.empty')
                ) : (
                  <code className="font-mono text-caption [overflow-wrap:anywhere]">{value}</code>
                ),
            },
            {
              id: 'source',
              head: t('adminSettings.set.columns.source'),
              cell: ({ source }) => (
                <span className="whitespace-nowrap">{t(`adminSettings.set.sources.${source}`)}</span>
              ),
            },
            {
              id: 'allowed',
              isWide: true,
              head: t('adminSettings.set.columns.allowed'),
              cell: ({ allowedBy }) => (
                <span className="text-caption [overflow-wrap:anywhere]">
                  {translateCode(t, `allowedWords.${allowedBy.code}`, allowedBy.values)}
                </span>
              ),
            },
          ]}
          items={found}
          keyOf={({ name }) => name}
        />
      )}
      {wanted === '' && (
        <Button small className="justify-self-start" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? t('adminSettings.set.fewer') : t('adminSettings.set.whole', { count: settings.length })}
        </Button>
      )}
    </Section>
  )
}

function SiteLogoChoice({ logo }: { logo: string | null }) {
  const t = useTranslations()
  const lacking = useLacking('settings.change')
  const announce = useAnnounce()
  const set = useAdminChange('setMark', ['readSettings'], () => announce(t('adminSettings.branding.markDone')))
  const remove = useAdminChange('removeMark', ['readSettings'], () => announce(t('adminSettings.branding.markRemoved')))
  return (
    <Sheet className="grid gap-3 px-4 py-4 sm:px-5">
      <p className="font-semibold">{t('adminSettings.branding.mark')}</p>
      <p className="text-small text-soft">{t('adminSettings.branding.markText')}</p>
      <PictureChoice
        picture={logo !== null && <img src={logo} alt="" width={64} height={64} className="size-16 object-contain" />}
        canRemove={logo !== null}
        lacking={lacking}
        set={set}
        remove={remove}
        onChoose={(content) => set.mutate({ body: { content } })}
        onRemove={() => remove.mutate({})}
      />
    </Sheet>
  )
}
