import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { adminChainSettingsAnchorId } from '../../../api/admin-page-paths.ts'
import { EmptyListPanel } from '../../../ui/EmptyListPanel.tsx'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { getNumberFormat } from '../../../ui/memoized-intl-formats.ts'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { PageSection, Card } from '../../../ui/PageSection.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { useTranslations } from 'use-intl'
import { DescriptionItem, DescriptionList } from '../DescriptionList.tsx'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import { useAdminQuery, useAdminMutation } from '../admin-query-hooks.ts'
import { SiteBrandingForm } from './SiteBrandingForm.tsx'
import { ChainNodeChecks } from './ChainNodeChecks.tsx'
import { OidcSigningKeysSection } from './OidcSigningKeysSection.tsx'
import { Fragment, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { translateServerCode } from '../../../i18n/ui-translation-functions.ts'
import { SearchField } from '../SearchField.tsx'
import { Table } from '../Table.tsx'
import { translateSettingDescription } from './server-settings-response-type.ts'
import type { ServerSettingsResponse } from './server-settings-response-type.ts'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { PictureUploadField } from '../PictureUploadField.tsx'

/** When the browser looked for the fragment, the element did not exist yet. */
function scrollToHash(part: HTMLElement | null): void {
  if (part !== null && location.hash === `#${part.id}`) part.scrollIntoView()
}

export function ServerSettingsScreen() {
  const t = useTranslations()
  const lacking = useMissingPermissionReason('settings.read')
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="grid gap-2">
        <PageHeading title={t('adminSettings.title')} />
        <p className="max-w-[60ch] text-soft">{t('adminSettings.intro')}</p>
      </div>
      {lacking === undefined ? (
        <SettingsContent />
      ) : (
        <EmptyListPanel title={t('adminSettings.ownersOnly')}>
          <p>{lacking}</p>
          <p>{t('adminSettings.ownersOnlyText')}</p>
        </EmptyListPanel>
      )}
    </div>
  )
}

function SettingsContent() {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  const settings = useAdminQuery('readSettings')
  const { data } = settings
  if (!data)
    return settings.error ? (
      <LoadErrorPanel problem={settings.error.problem} onRetry={() => void settings.refetch()} />
    ) : (
      <SkeletonRows rows={6} />
    )
  const { database, version } = data
  const tellReplica = ({ state, lagSeconds }: NonNullable<typeof database.replica>): string => {
    if (state !== 'behind') return t(`adminSettings.system.replicaStates.${state}`)
    const seconds = Math.max(1, Math.round(lagSeconds ?? 0))
    return t('adminSettings.system.replicaStates.behind', {
      seconds: getNumberFormat(locale, { style: 'unit', unit: 'second', unitDisplay: 'long' }).format(seconds),
    })
  }
  return (
    <>
      <PageSection title={t('adminSettings.branding.title')}>
        <p className="max-w-[60ch] text-soft">{t('adminSettings.branding.text')}</p>
        {/* Resets when the server's branding changes. */}
        <SiteBrandingForm key={JSON.stringify(data.branding)} branding={data.branding} />
        <SiteLogoUpload logo={data.branding.logo} />
      </PageSection>
      <OidcSigningKeysSection keys={data.keys} />
      <div id={adminChainSettingsAnchorId} ref={scrollToHash} className="scroll-mt-6">
        <ChainNodeChecks chains={data.chains} />
      </div>
      <SettingList settings={data.settings} />
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
                {tellReplica(database.replica)}
              </DescriptionItem>
            )}
          </DescriptionList>
        </Card>
      </PageSection>
    </>
  )
}

function SettingList({ settings }: Pick<ServerSettingsResponse, 'settings'>) {
  const t = useTranslations()
  const [search, setSearch] = useState('')
  const [isComplete, setIsWhole] = useState(false)
  const wanted = search.toLowerCase()
  const all = isComplete || wanted !== '' ? settings : settings.filter(({ source }) => source !== 'default')
  const found = all
    .map((setting) => ({ ...setting, about: translateSettingDescription(t, setting) }))
    .filter(({ name, variable, about }) => [name, variable, about].some((text) => text.toLowerCase().includes(wanted)))
  return (
    <PageSection title={t('adminSettings.set.title')}>
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
              isRowHeader: true,
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
                  {translateServerCode(t, `allowedWords.${allowedBy.code}`, allowedBy.values)}
                </span>
              ),
            },
          ]}
          items={found}
          getKey={({ name }) => name}
        />
      )}
      {wanted === '' && (
        <Button small className="justify-self-start" aria-expanded={isComplete} onClick={() => setIsWhole(!isComplete)}>
          {isComplete ? t('adminSettings.set.fewer') : t('adminSettings.set.whole', { count: settings.length })}
        </Button>
      )}
    </PageSection>
  )
}

function SiteLogoUpload({ logo }: { logo: string | null }) {
  const t = useTranslations()
  const disabledReason = useMissingPermissionReason('settings.change')
  const announce = useAnnounce()
  const setMutation = useAdminMutation('setSiteLogo', ['readSettings'], () =>
    announce(t('adminSettings.branding.markDone')),
  )
  const removeMutation = useAdminMutation('removeSiteLogo', ['readSettings'], () =>
    announce(t('adminSettings.branding.markRemoved')),
  )
  return (
    <Card className="grid gap-3 px-4 py-4 sm:px-5">
      <p className="font-semibold">{t('adminSettings.branding.mark')}</p>
      <p className="text-small text-soft">{t('adminSettings.branding.markText')}</p>
      <PictureUploadField
        picture={logo !== null && <img src={logo} alt="" width={64} height={64} className="size-16 object-contain" />}
        canRemove={logo !== null}
        disabledReason={disabledReason}
        setMutation={setMutation}
        removeMutation={removeMutation}
        onChoose={(content) => setMutation.mutate({ body: { content } })}
        onRemove={() => removeMutation.mutate({})}
      />
    </Card>
  )
}
