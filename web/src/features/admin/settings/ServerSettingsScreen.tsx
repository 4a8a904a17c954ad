import { useEffect, useState } from 'react'
import { useLocation } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { adminChainSettingsAnchorId, adminPagePaths } from '../../../api/admin-page-paths.ts'
import { EmptyListPanel } from '../../../ui/EmptyListPanel.tsx'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { PageSection } from '../../../ui/PageSection.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { AdminNotFoundScreen } from '../AdminNotFoundScreen.tsx'
import { SearchField } from '../SearchField.tsx'
import { useAdminQuery } from '../admin-query-hooks.ts'
import { useAdminNavigate } from '../master-detail/admin-url-state.ts'
import { DetailScreenTabs, useCurrentDetailTab } from '../master-detail/DetailScreenTabs.tsx'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import { ChainNodeChecks } from './ChainNodeChecks.tsx'
import { DatabaseAndVersionSection } from './DatabaseAndVersionSection.tsx'
import { OidcSigningKeysSection } from './OidcSigningKeysSection.tsx'
import { ServerLimitsSection, ServerSettingSearchResults, ServerSettingsSection } from './ServerSettingsSection.tsx'
import { SiteBrandingForm } from './SiteBrandingForm.tsx'
import type { ServerSettingsResponse } from './server-settings-response-type.ts'
import { getServerSettingsTabUrl, serverSettingsTabs } from './server-settings-tabs.ts'
import type { ServerSettingsTab } from './server-settings-tabs.ts'

export function ServerSettingsScreen() {
  const t = useTranslations()
  const tab = useCurrentDetailTab(serverSettingsTabs)
  const lacking = useMissingPermissionReason('settings.read')
  const place = useLocation({ select: ({ pathname, hash }) => pathname + hash })
  const [typed, setSearch] = useState({ text: '', from: place })
  // A search ends when another tab or setting is opened.
  const search = typed.from === place ? typed.text : ''
  useOpenTabOfAnchor()
  if (tab === null) return <AdminNotFoundScreen />
  if (lacking !== undefined)
    return (
      <div className="grid grid-cols-1 gap-6">
        <PageHeading title={t('adminSettings.title')} />
        <EmptyListPanel title={t('adminSettings.ownersOnly')}>
          <p>{lacking}</p>
          <p>{t('adminSettings.ownersOnlyText')}</p>
        </EmptyListPanel>
      </div>
    )
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid grid-cols-1 gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <PageHeading title={t('adminSettings.title')} />
          <div className="w-full sm:w-72">
            <SearchField
              label={t('adminSettings.set.list')}
              hint={t('adminSettings.set.search')}
              value={search}
              onSearch={(text) => setSearch({ text, from: place })}
            />
          </div>
        </div>
        <DetailScreenTabs
          label={t('adminSettings.tabsOf')}
          path={adminPagePaths.settings}
          current={tab}
          tabs={serverSettingsTabs.map((one) => ({ tab: one, label: t(`adminSettings.tabs.${one}`) }))}
        />
      </div>
      <SettingsContent tab={tab} search={search} />
    </div>
  )
}

/** Older links to the chains use the fragment of the page when it had no tabs. */
function useOpenTabOfAnchor(): void {
  const go = useAdminNavigate()
  const isChains = useLocation({
    select: ({ pathname, hash }) => pathname === adminPagePaths.settings && hash === adminChainSettingsAnchorId,
  })
  useEffect(() => {
    if (isChains) go(getServerSettingsTabUrl('chains'), { replace: true })
  }, [isChains, go])
}

function SettingsContent({ tab, search }: { tab: ServerSettingsTab; search: string }) {
  const settings = useAdminQuery('readSettings')
  const { data } = settings
  if (!data)
    return settings.error ? (
      <LoadErrorPanel problem={settings.error.problem} onRetry={() => void settings.refetch()} />
    ) : (
      <SkeletonRows rows={6} />
    )
  return (
    <>
      {search !== '' && <ServerSettingSearchResults settings={data.settings} search={search} />}
      {/* Stays rendered during a search, so that unsaved changes are kept. */}
      <div hidden={search !== ''} className="grid grid-cols-1 gap-8">
        <TabContent tab={tab} data={data} />
      </div>
    </>
  )
}

function TabContent({ tab, data }: { tab: ServerSettingsTab; data: ServerSettingsResponse }) {
  switch (tab) {
    case 'branding':
      return <BrandingSection branding={data.branding} />
    case 'sign-in':
    case 'email':
      return <ServerSettingsSection settings={data.settings} tab={tab} />
    case 'chains':
      return (
        <>
          <ChainNodeChecks chains={data.chains} />
          {data.chains.length > 0 && <ServerSettingsSection settings={data.settings} tab={tab} />}
        </>
      )
    case 'keys':
      return <OidcSigningKeysSection keys={data.keys} />
    case 'limits':
      return <ServerLimitsSection settings={data.settings} />
    case 'server':
      return (
        <>
          <DatabaseAndVersionSection database={data.database} version={data.version} />
          <ServerSettingsSection settings={data.settings} tab={tab} />
        </>
      )
  }
}

function BrandingSection({ branding }: Pick<ServerSettingsResponse, 'branding'>) {
  const t = useTranslations()
  return (
    <PageSection title={t('adminSettings.branding.title')}>
      <p className="max-w-[110ch] text-small text-soft">{t('adminSettings.branding.text')}</p>
      <SiteBrandingForm branding={branding} />
    </PageSection>
  )
}
