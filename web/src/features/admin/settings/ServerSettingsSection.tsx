import { useState } from 'react'
import { useLocation } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/Button.tsx'
import { PageSection } from '../../../ui/PageSection.tsx'
import { getServerSettingTab } from './server-settings-tabs.ts'
import type { ServerSettingsTab } from './server-settings-tabs.ts'
import { groupServerLimits } from './server-limit-groups.ts'
import { ServerSettingList } from './ServerSettingList.tsx'
import { translateSettingDescription, translateSettingTitle } from './server-settings-response-type.ts'
import type { ServerSettingsResponse } from './server-settings-response-type.ts'

interface ServerSettingsSectionProps extends Pick<ServerSettingsResponse, 'settings'> {
  tab: ServerSettingsTab
}

export function ServerSettingsSection({ settings, tab }: ServerSettingsSectionProps) {
  const t = useTranslations()
  const found = settings.filter(({ name }) => getServerSettingTab(name) === tab)
  return (
    <PageSection title={t(`adminSettings.tabs.${tab}`)} aside={t('adminSettings.set.title')}>
      <ChangeHint />
      <ServerSettingList label={t('adminSettings.set.list')} settings={found} />
    </PageSection>
  )
}

/** Changed limits first; the others appear on request. */
export function ServerLimitsSection({ settings }: Pick<ServerSettingsResponse, 'settings'>) {
  const t = useTranslations()
  const limits = settings.filter(({ name }) => getServerSettingTab(name) === 'limits')
  const linked = useLocation({ select: ({ hash }) => hash })
  const [choice, setChoice] = useState<{ isAll: boolean; linked: string } | null>(null)
  // A link to a limit shows all, until the user shows fewer.
  const isAll = choice?.linked === linked ? choice.isAll : limits.some(({ variable }) => variable === linked)
  const shown = isAll ? limits : limits.filter(({ source }) => source !== 'default')
  return (
    <PageSection
      title={isAll ? t('adminSettings.limits.title') : t('adminSettings.limits.changedTitle')}
      aside={t('adminSettings.set.title')}
    >
      <ChangeHint />
      {shown.length === 0 ? (
        <p>{t('adminSettings.limits.noneSet')}</p>
      ) : (
        groupServerLimits(shown).map(({ group, limits: grouped }) => (
          <div key={group} className="grid grid-cols-1 gap-2">
            <h3 className="font-sans text-small font-semibold text-soft">
              {t(`adminSettings.limits.groups.${group}`)}
            </h3>
            <ServerSettingList
              label={t(`adminSettings.limits.groups.${group}`)}
              settings={grouped}
              hasChangedMark={isAll}
            />
          </div>
        ))
      )}
      <Button
        small
        className="justify-self-start"
        aria-expanded={isAll}
        onClick={() => setChoice({ isAll: !isAll, linked })}
      >
        {isAll ? t('adminSettings.limits.fewer') : t('adminSettings.limits.whole', { count: limits.length })}
      </Button>
    </PageSection>
  )
}

interface ServerSettingSearchResultsProps extends Pick<ServerSettingsResponse, 'settings'> {
  search: string
}

export function ServerSettingSearchResults({ settings, search }: ServerSettingSearchResultsProps) {
  const t = useTranslations()
  const wanted = search.toLowerCase()
  const found = settings.filter((setting) =>
    [
      setting.name,
      setting.variable,
      translateSettingTitle(t, setting) ?? '',
      translateSettingDescription(t, setting),
    ].some((text) => text.toLowerCase().includes(wanted)),
  )
  return (
    <PageSection title={t('adminSettings.set.found', { count: found.length })}>
      {found.length === 0 ? (
        <p role="status">{t('adminSettings.set.nothing')}</p>
      ) : (
        <>
          <ChangeHint />
          <ServerSettingList label={t('adminSettings.set.list')} settings={found} />
        </>
      )}
    </PageSection>
  )
}

function ChangeHint() {
  return <p className="max-w-[110ch] text-small text-soft">{useTranslations()('adminSettings.set.text')}</p>
}
