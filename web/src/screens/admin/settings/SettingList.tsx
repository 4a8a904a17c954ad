// Every setting with where it came from, what it is for and what it may be. They are read at the start, and cannot be changed here.
import { Fragment, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Section.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { SearchField } from '../SearchField.tsx'
import { Table } from '../Table.tsx'
import type { Settings } from './settings.ts'

export function SettingList({ settings }: Pick<Settings, 'settings'>) {
  const { set: words } = useChapter('adminSettings')
  const [search, setSearch] = useState('')
  const [isWhole, setIsWhole] = useState(false)
  const wanted = search.toLowerCase()
  // Most are as they come. Whoever searches looks through all.
  const all = isWhole || wanted !== '' ? settings : settings.filter(({ source }) => source !== 'default')
  const found = all.filter(({ name, variable, about }) =>
    [name, variable, words.about(name, about)].some((text) => text.toLowerCase().includes(wanted)),
  )
  return (
    <Section title={words.title}>
      <p className="max-w-[60ch] text-soft">{words.text}</p>
      <SearchField label={words.list} hint={words.search} value={search} onSearch={setSearch} />
      {found.length === 0 ? (
        <p role="status">{wanted === '' ? words.noneSet : words.nothing}</p>
      ) : (
        <Table
          label={words.list}
          columns={[
            {
              id: 'name',
              head: words.columns.name,
              isHead: true,
              cell: ({ name, variable, about }) => (
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
                  <span className="text-caption text-soft">{words.about(name, about)}</span>
                </span>
              ),
            },
            {
              id: 'value',
              isWide: true,
              head: words.columns.value,
              cell: ({ value }) =>
                value === '' ? (
                  words.empty
                ) : (
                  <code className="font-mono text-caption [overflow-wrap:anywhere]">{value}</code>
                ),
            },
            {
              id: 'source',
              head: words.columns.source,
              cell: ({ source }) => <span className="whitespace-nowrap">{words.sources[source]}</span>,
            },
            {
              id: 'allowed',
              isWide: true,
              head: words.columns.allowed,
              cell: ({ allowedBy }) => (
                <span className="text-caption [overflow-wrap:anywhere]">{words.allowed(allowedBy)}</span>
              ),
            },
          ]}
          items={found}
          keyOf={({ name }) => name}
        />
      )}
      {wanted === '' && (
        <Button small className="justify-self-start" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? words.fewer : words.whole(settings.length)}
        </Button>
      )}
    </Section>
  )
}
