import { Fragment } from 'react'
import { useLocation } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { serverLimitDefinitions } from '@countersign/api/server-limits'
import type { ServerLimitName } from '@countersign/api/server-limits'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { translateServerCode } from '../../../i18n/ui-translation-functions.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Card } from '../../../ui/PageSection.tsx'
import { DescriptionItem, DescriptionList } from '../DescriptionList.tsx'
import { formatSettingValue } from './format-setting-value.ts'
import type { FormattedSettingValue } from './format-setting-value.ts'
import { translateSettingDescription, translateSettingTitle } from './server-settings-response-type.ts'
import type { ServerSetting } from './server-settings-response-type.ts'

interface ServerSettingListProps {
  label: string
  settings: readonly ServerSetting[]
  /** Not needed if all settings of the list were changed. */
  hasChangedMark?: boolean
}

export function ServerSettingList({ label, settings, hasChangedMark = true }: ServerSettingListProps) {
  return (
    <Card className="@container">
      <ul aria-label={label} className="divide-y divide-line">
        {settings.map((setting) => (
          <SettingRow key={setting.name} setting={setting} isMarked={hasChangedMark && setting.source !== 'default'} />
        ))}
      </ul>
    </Card>
  )
}

/** A longer code has its own line on a phone. */
const maxShortCodeLength = 16

/** The search of the console links to a variable; its row is opened and scrolled to. */
function SettingRow({ setting, isMarked }: { setting: ServerSetting; isMarked: boolean }) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  const { variable } = setting
  const isTarget = useLocation({ select: ({ hash }) => hash === variable })
  const value = formatSettingValue(t, locale, setting)
  const isShort = value.items.length < 2 && (!value.isCode || (value.items[0]?.length ?? 0) <= maxShortCodeLength)
  return (
    <li>
      <details ref={isTarget ? openAndScrollIntoView : undefined} className="group">
        <summary className="flex min-h-11 cursor-pointer items-start gap-3 px-4 py-2.5 text-small sm:px-5 [&::-webkit-details-marker]:hidden">
          <span
            className={`grid min-w-0 flex-1 items-baseline gap-x-3 gap-y-1 @3xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] ${isShort ? 'grid-cols-[minmax(0,1fr)_auto]' : ''}`}
          >
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 font-semibold">
              {translateSettingTitle(t, setting) ?? variable}{' '}
              {isMarked && <Badge>{t('adminSettings.set.changed')}</Badge>}
            </span>
            <span className={`grid min-w-0 ${isShort ? 'text-right @3xl:text-left' : ''}`}>
              <SettingValue value={value} />
              <ChangedLimitDefault setting={setting} />
            </span>
          </span>
          <Icon name="next" size={16} className="mt-0.5 text-soft transition-transform group-open:rotate-90" />
        </summary>
        <SettingDetails setting={setting} isTarget={isTarget} />
      </details>
    </li>
  )
}

function ChangedLimitDefault({ setting }: { setting: ServerSetting }) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  const { name, source } = setting
  if (source === 'default' || !isLimitName(name)) return null
  const { items } = formatSettingValue(t, locale, { ...setting, value: String(serverLimitDefinitions[name].default) })
  return (
    <span className="text-caption text-soft">
      {t('adminSettings.set.sources.default')} {items[0]}
    </span>
  )
}

const isLimitName = (name: string): name is ServerLimitName => Object.hasOwn(serverLimitDefinitions, name)

/** More would fill the screen of a phone; all are in the value of the variable. */
const maxShownItems = 8

function SettingValue({ value: { items, isCode } }: { value: FormattedSettingValue }) {
  const t = useTranslations()
  const font = isCode ? 'font-mono text-caption' : 'tabular-nums'
  const [first] = items
  if (first === undefined) return <span className="text-soft">{t('adminSettings.set.empty')}</span>
  if (items.length === 1) return <span className={`min-w-0 [overflow-wrap:anywhere] ${font}`}>{first}</span>
  return (
    <span className="min-w-0 [overflow-wrap:anywhere]">
      {items.slice(0, maxShownItems).map((item, index) => (
        <Fragment key={item}>
          {index > 0 && ', '}
          <span className={font}>{item}</span>
        </Fragment>
      ))}
      {items.length > maxShownItems && (
        <span className="ml-1 text-soft">
          {t('adminSettings.set.more', { count: String(items.length - maxShownItems) })}
        </span>
      )}
    </span>
  )
}

function SettingDetails({ setting, isTarget }: { setting: ServerSetting; isTarget: boolean }) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  const { variable, value, source } = setting
  const { code, values } = setting.allowedBy
  const allowed = code === 'number' ? groupDigits(values, locale) : values
  return (
    <div className="grid gap-3 px-4 pb-4 text-small sm:px-5">
      <p className="max-w-[75ch]">{translateSettingDescription(t, setting)}</p>
      <DescriptionList>
        <DescriptionItem label={t('adminSettings.set.columns.variable')}>
          <code
            className={`font-mono text-caption select-all ${isTarget ? 'rounded-control bg-seal-tint px-1 font-semibold text-seal' : ''}`}
          >
            {variable}
          </code>
        </DescriptionItem>
        <DescriptionItem label={t('adminSettings.set.columns.value')}>
          {value === '' ? t('adminSettings.set.empty') : <code className="font-mono text-caption">{value}</code>}
        </DescriptionItem>
        <DescriptionItem label={t('adminSettings.set.columns.allowed')}>
          {translateServerCode(t, `allowedWords.${code}`, allowed)}
        </DescriptionItem>
        <DescriptionItem label={t('adminSettings.set.columns.source')}>
          {t(`adminSettings.set.sources.${source}`)}
        </DescriptionItem>
      </DescriptionList>
    </div>
  )
}

const groupDigits = (
  values: Readonly<Record<string, string>> | undefined,
  locale: string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values ?? {}).map(([key, value]) => [
      key,
      /^\d+$/.test(value) ? Number(value).toLocaleString(locale) : value,
    ]),
  )

const openAndScrollIntoView = (element: HTMLDetailsElement | null): void => {
  if (element === null) return
  element.open = true
  element.scrollIntoView({ block: 'center' })
}
