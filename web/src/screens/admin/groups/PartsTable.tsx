// What each part of a rule says of somebody, and why.
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { cleanText } from '../../../ui/clean-text.ts'
import { useChapter } from '../../../words/use-words.ts'
import { Table } from '../Table.tsx'

const marks = { yes: '✓', no: '✗', unknown: '?' } as const

export function PartsTable({ parts }: Pick<AdminAnswer<'tryRule'>, 'parts'>) {
  const words = useChapter('adminGroups').explain
  return (
    <Table
      label={words.parts}
      items={parts}
      keyOf={({ path }) => path}
      columns={[
        {
          id: 'part',
          head: words.columns.part,
          isHead: true,
          cell: ({ path, sentence }) => (
            <span className="grid gap-0.5">
              <span>{cleanText(sentence, 400)}</span>
              <code className="font-mono text-caption text-soft">{cleanText(path, 120)}</code>
            </span>
          ),
        },
        {
          id: 'holds',
          head: words.columns.holds,
          cell: ({ holds }) => (
            <span className={holds === 'yes' ? 'text-seal' : holds === 'no' ? 'text-red' : 'text-amber'}>
              <span aria-hidden="true">{marks[holds]} </span>
              {words.holds[holds]}
            </span>
          ),
        },
        {
          id: 'block',
          head: words.columns.block,
          cell: ({ block }) => (block === null ? '–' : <span className="tabular-nums">{block}</span>),
        },
      ]}
    />
  )
}
