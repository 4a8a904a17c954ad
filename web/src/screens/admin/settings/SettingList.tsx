// Every setting with where it came from, what it is for and what it may be. They are read at the start, and cannot be changed here.
import { Fragment, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Section.tsx'
import { useTranslations } from 'use-intl'
import { translateCode } from '../../../i18n/translate.ts'
import { SearchField } from '../SearchField.tsx'
import { Table } from '../Table.tsx'
import { sayAbout } from './settings.ts'
import type { Settings } from './settings.ts'

export function SettingList({ settings }: Pick<Settings, 'settings'>) {
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
